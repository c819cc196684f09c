#ifndef CLODE_GTK_H
#define CLODE_GTK_H
// What Swift cannot do by itself with GTK: a GObject subclass, variadic functions, macros, and the two
// functions of libdispatch that no header declares. Mechanism only; every decision is taken in Swift.
#include <stdint.h>
#include "../../CGTK4/shim.h"

G_BEGIN_DECLS

// MARK: Any thread

/// Whether the caller runs on the process's main thread.
gboolean lode_is_main_thread(void);

/// A texture over `pixels` (premultiplied RGBA, 8 bits a channel), which are not copied. `release` is
/// called with `owner` when GDK needs them no longer, on whichever thread drops the last reference.
/// GDK documents textures as immutable and usable from any thread.
GdkTexture *lode_texture_new(int width, int height, gsize bytes_per_row, const void *pixels,
                             void *owner, GDestroyNotify release);

// MARK: Main thread only

#if defined(__clang__)
#pragma clang attribute push(__attribute__((swift_attr("@MainActor"))), apply_to = function)
#endif

/// Attaches libdispatch's main queue, and so Swift's main actor, to the default GMainContext.
/// Does nothing the second time.
void lode_main_queue_attach(void);

/// How often the main queue has woken the loop since the start.
uint64_t lode_main_queue_wake_ups(void);

typedef void (*LodeInvoke)(void *context, const GValue *arguments, guint count, GValue *result);

/// Connects `signal`, which may have a detail, to a closure that owns `context`: `release` is called
/// with it when the handler is disconnected or the instance is gone. Returns the handler's id, or 0,
/// with `context` released, if the instance has no such signal.
gulong lode_signal_connect(gpointer instance, const char *signal, gboolean after, void *context,
                           LodeInvoke invoke, GDestroyNotify release);

#define LODE_TYPE_CANVAS (lode_canvas_get_type())
/// A widget that its owner draws and lays out. It asks for no room unless it is told to, so that
/// neither it nor its children ever make a parent larger.
G_DECLARE_FINAL_TYPE(LodeCanvas, lode_canvas, LODE, CANVAS, GtkWidget)

/// What a canvas asks of its owner. All on the main thread.
typedef struct {
  void (*snapshot)(void *owner, GtkSnapshot *snapshot, int width, int height);
  void (*allocate)(void *owner, int width, int height);
  void (*map_changed)(void *owner, gboolean is_mapped);
  void (*root_changed)(void *owner, gboolean is_rooted);
  /// Returns whether the next frame is wanted as well.
  gboolean (*tick)(void *owner, int64_t frame_time);
} LodeCanvasHandlers;

/// `css_name` is the name of the widget's CSS node; the role cannot be changed later.
GtkWidget *lode_canvas_new(const char *css_name, GtkAccessibleRole role);

/// Sets who draws the canvas; `handlers` must live as long as the process. NULL: nobody.
void lode_canvas_set_owner(LodeCanvas *canvas, void *owner, const LodeCanvasHandlers *handlers);

/// Sets the size that the canvas would like to have; its minimum stays 0.
void lode_canvas_set_natural_size(LodeCanvas *canvas, int width, int height);

/// Draws the children that are shown.
void lode_canvas_snapshot_children(LodeCanvas *canvas, GtkSnapshot *snapshot);

/// Starts or stops calling `tick` for each frame.
void lode_canvas_set_ticking(LodeCanvas *canvas, gboolean is_ticking);
gboolean lode_canvas_is_ticking(LodeCanvas *canvas);

/// The foreground colour of the widget's theme, for its current state.
void lode_widget_get_color(GtkWidget *widget, GdkRGBA *color);

void lode_accessible_set_label(GtkWidget *widget, const char *label);
void lode_accessible_set_busy(GtkWidget *widget, gboolean is_busy);

/// Adds a style sheet to `display`, above the theme and below what the application adds.
void lode_display_add_style(GdkDisplay *display, const char *style_sheet);

/// The value of the display's `gtk-enable-animations`.
gboolean lode_settings_get_animations_enabled(GtkSettings *settings);

#if defined(__clang__)
#pragma clang attribute pop
#endif

G_END_DECLS
#endif
