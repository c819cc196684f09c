#if defined(__linux__)
#define _GNU_SOURCE
#include "clode_gtk.h"
#include <errno.h>
#include <glib-unix.h>
#include <sys/syscall.h>
#include <unistd.h>

// MARK: Main queue

// libdispatch exports these two for CoreFoundation's run loop, which does on Linux what is done here;
// no header declares them. The handle is an eventfd.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *ignored);

static guint main_queue_source = 0;
static uint64_t main_queue_wake_ups = 0;

gboolean lode_is_main_thread(void) { return getpid() == (pid_t)syscall(SYS_gettid); }

static gboolean drain_main_queue(gint descriptor, GIOCondition condition, gpointer data) {
  uint64_t count;
  (void)condition;
  (void)data;
  // Read before draining: what is enqueued after the read signals again.
  while (read(descriptor, &count, sizeof count) < 0 && errno == EINTR) {
  }
  main_queue_wake_ups++;
  _dispatch_main_queue_callback_4CF(NULL);
  return G_SOURCE_CONTINUE;
}

void lode_main_queue_attach(void) {
  GSource *source;
  if (main_queue_source != 0) return;
  source = g_unix_fd_source_new(_dispatch_get_main_queue_handle_4CF(), G_IO_IN);
  g_source_set_callback(source, G_SOURCE_FUNC(drain_main_queue), NULL, NULL);
  // Level with painting: above it a busy main actor stops the painting, below it the reverse.
  g_source_set_priority(source, GDK_PRIORITY_REDRAW);
  g_source_set_name(source, "Swift main actor");
  main_queue_source = g_source_attach(source, NULL);
  g_source_unref(source);
  // What was enqueued before the handle existed has signalled nobody.
  _dispatch_main_queue_callback_4CF(NULL);
}

uint64_t lode_main_queue_wake_ups(void) { return main_queue_wake_ups; }

// MARK: Signals

typedef struct {
  GClosure closure;
  LodeInvoke invoke;
  GDestroyNotify release;
} LodeClosure;

static void marshal(GClosure *closure, GValue *result, guint count, const GValue *arguments,
                    gpointer hint, gpointer data) {
  (void)hint;
  (void)data;
  ((LodeClosure *)closure)->invoke(closure->data, arguments, count, result);
}

static void finalize(gpointer data, GClosure *closure) { ((LodeClosure *)closure)->release(data); }

gulong lode_signal_connect(gpointer instance, const char *signal, gboolean after, void *context,
                           LodeInvoke invoke, GDestroyNotify release) {
  guint id;
  GQuark detail = 0;
  GClosure *closure;
  if (!g_signal_parse_name(signal, G_OBJECT_TYPE(instance), &id, &detail, TRUE)) {
    release(context);
    return 0;
  }
  closure = g_closure_new_simple(sizeof(LodeClosure), context);
  ((LodeClosure *)closure)->invoke = invoke;
  ((LodeClosure *)closure)->release = release;
  g_closure_set_marshal(closure, marshal);
  g_closure_add_finalize_notifier(closure, context, finalize);
  return g_signal_connect_closure_by_id(instance, id, detail, closure, after);
}

// MARK: Textures

GdkTexture *lode_texture_new(int width, int height, gsize bytes_per_row, const void *pixels,
                             void *owner, GDestroyNotify release) {
  GBytes *bytes =
      g_bytes_new_with_free_func(pixels, bytes_per_row * (gsize)height, release, owner);
  GdkTexture *texture = gdk_memory_texture_new(width, height, GDK_MEMORY_R8G8B8A8_PREMULTIPLIED,
                                               bytes, bytes_per_row);
  g_bytes_unref(bytes);
  return texture;
}

// MARK: Macros, variadic functions, and what newer versions of GTK call by another name

void lode_widget_get_color(GtkWidget *widget, GdkRGBA *color) {
#if GTK_CHECK_VERSION(4, 10, 0)
  gtk_widget_get_color(widget, color);
#else
  gtk_style_context_get_color(gtk_widget_get_style_context(widget), color);
#endif
}

void lode_accessible_set_label(GtkWidget *widget, const char *label) {
  gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

void lode_accessible_set_busy(GtkWidget *widget, gboolean is_busy) {
  gtk_accessible_update_state(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_BUSY, is_busy, -1);
}

void lode_display_add_style(GdkDisplay *display, const char *style_sheet) {
  GtkCssProvider *provider = gtk_css_provider_new();
#if GTK_CHECK_VERSION(4, 12, 0)
  gtk_css_provider_load_from_string(provider, style_sheet);
#else
  gtk_css_provider_load_from_data(provider, style_sheet, -1);
#endif
  // GTK adds the theme that its settings name at the priority of the settings.
  gtk_style_context_add_provider_for_display(display, GTK_STYLE_PROVIDER(provider),
                                             GTK_STYLE_PROVIDER_PRIORITY_SETTINGS + 1);
  g_object_unref(provider);
}

gboolean lode_settings_get_animations_enabled(GtkSettings *settings) {
  gboolean is_enabled = TRUE;
  g_object_get(settings, "gtk-enable-animations", &is_enabled, NULL);
  return is_enabled;
}
#endif
