#if defined(__linux__)
#include "clode_gtk.h"

struct _LodeCanvas {
  GtkWidget parent_instance;
  void *owner;
  const LodeCanvasHandlers *handlers;
  int natural_width;
  int natural_height;
  guint tick_id;
};

G_DEFINE_TYPE(LodeCanvas, lode_canvas, GTK_TYPE_WIDGET)

static void lode_canvas_snapshot(GtkWidget *widget, GtkSnapshot *snapshot) {
  LodeCanvas *self = LODE_CANVAS(widget);
  int width = gtk_widget_get_width(widget);
  int height = gtk_widget_get_height(widget);
  if (self->handlers != NULL && width > 0 && height > 0)
    self->handlers->snapshot(self->owner, snapshot, width, height);
}

static void lode_canvas_measure(GtkWidget *widget, GtkOrientation orientation, int for_size,
                                int *minimum, int *natural, int *minimum_baseline,
                                int *natural_baseline) {
  LodeCanvas *self = LODE_CANVAS(widget);
  (void)for_size;
  *minimum = 0;
  *natural =
      orientation == GTK_ORIENTATION_HORIZONTAL ? self->natural_width : self->natural_height;
  *minimum_baseline = -1;
  *natural_baseline = -1;
}

static void lode_canvas_size_allocate(GtkWidget *widget, int width, int height, int baseline) {
  LodeCanvas *self = LODE_CANVAS(widget);
  (void)baseline;
  if (self->handlers != NULL) self->handlers->allocate(self->owner, width, height);
}

static void lode_canvas_map(GtkWidget *widget) {
  LodeCanvas *self = LODE_CANVAS(widget);
  GTK_WIDGET_CLASS(lode_canvas_parent_class)->map(widget);
  if (self->handlers != NULL) self->handlers->map_changed(self->owner, TRUE);
}

static void lode_canvas_unmap(GtkWidget *widget) {
  LodeCanvas *self = LODE_CANVAS(widget);
  GTK_WIDGET_CLASS(lode_canvas_parent_class)->unmap(widget);
  if (self->handlers != NULL) self->handlers->map_changed(self->owner, FALSE);
}

static void lode_canvas_root(GtkWidget *widget) {
  LodeCanvas *self = LODE_CANVAS(widget);
  GTK_WIDGET_CLASS(lode_canvas_parent_class)->root(widget);
  if (self->handlers != NULL) self->handlers->root_changed(self->owner, TRUE);
}

static void lode_canvas_unroot(GtkWidget *widget) {
  LodeCanvas *self = LODE_CANVAS(widget);
  if (self->handlers != NULL) self->handlers->root_changed(self->owner, FALSE);
  GTK_WIDGET_CLASS(lode_canvas_parent_class)->unroot(widget);
}

static void lode_canvas_dispose(GObject *object) {
  LodeCanvas *self = LODE_CANVAS(object);
  GtkWidget *child;
  lode_canvas_set_ticking(self, FALSE);
  while ((child = gtk_widget_get_first_child(GTK_WIDGET(object))) != NULL)
    gtk_widget_unparent(child);
  G_OBJECT_CLASS(lode_canvas_parent_class)->dispose(object);
}

static void lode_canvas_class_init(LodeCanvasClass *class) {
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(class);
  G_OBJECT_CLASS(class)->dispose = lode_canvas_dispose;
  widget_class->snapshot = lode_canvas_snapshot;
  widget_class->measure = lode_canvas_measure;
  widget_class->size_allocate = lode_canvas_size_allocate;
  widget_class->map = lode_canvas_map;
  widget_class->unmap = lode_canvas_unmap;
  widget_class->root = lode_canvas_root;
  widget_class->unroot = lode_canvas_unroot;
}

static void lode_canvas_init(LodeCanvas *self) { (void)self; }

GtkWidget *lode_canvas_new(const char *css_name, GtkAccessibleRole role) {
  return g_object_new(LODE_TYPE_CANVAS, "css-name", css_name, "accessible-role", role, NULL);
}

void lode_canvas_set_owner(LodeCanvas *canvas, void *owner, const LodeCanvasHandlers *handlers) {
  canvas->owner = owner;
  canvas->handlers = handlers;
}

void lode_canvas_set_natural_size(LodeCanvas *canvas, int width, int height) {
  if (canvas->natural_width == width && canvas->natural_height == height) return;
  canvas->natural_width = width;
  canvas->natural_height = height;
  gtk_widget_queue_resize(GTK_WIDGET(canvas));
}

void lode_canvas_snapshot_children(LodeCanvas *canvas, GtkSnapshot *snapshot) {
  GtkWidget *child = gtk_widget_get_first_child(GTK_WIDGET(canvas));
  for (; child != NULL; child = gtk_widget_get_next_sibling(child))
    gtk_widget_snapshot_child(GTK_WIDGET(canvas), child, snapshot);
}

static gboolean tick(GtkWidget *widget, GdkFrameClock *clock, gpointer data) {
  LodeCanvas *self = LODE_CANVAS(widget);
  guint id = self->tick_id;
  (void)data;
  if (self->handlers != NULL && self->handlers->tick(self->owner, gdk_frame_clock_get_frame_time(clock)))
    return G_SOURCE_CONTINUE;
  // The owner may have stopped this callback, or replaced it by another, in the meantime.
  if (self->tick_id == id) self->tick_id = 0;
  return G_SOURCE_REMOVE;
}

void lode_canvas_set_ticking(LodeCanvas *canvas, gboolean is_ticking) {
  if (is_ticking && canvas->tick_id == 0) {
    canvas->tick_id = gtk_widget_add_tick_callback(GTK_WIDGET(canvas), tick, NULL, NULL);
  } else if (!is_ticking && canvas->tick_id != 0) {
    gtk_widget_remove_tick_callback(GTK_WIDGET(canvas), canvas->tick_id);
    canvas->tick_id = 0;
  }
}

gboolean lode_canvas_is_ticking(LodeCanvas *canvas) { return canvas->tick_id != 0; }
#endif
