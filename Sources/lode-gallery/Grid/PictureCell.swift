import CGTK4
import GalleryContent
import LodeGTK
import LodePresentation

/// A cell: a picture with rounded corners, four units wide and three high, and its title while the
/// pointer or the keyboard is on it.
final class PictureCell {
  let widget: Widget
  let view: RemoteImageView
  private(set) var position: Int?
  private(set) var hasEnded = false
  private let caption = Widgets.label(cssClass: "gallery-caption")

  init(_ view: RemoteImageView) {
    self.view = view
    view.contentMode = .fill
    view.indicatorStyle = .ring(diameter: 32)
    widget = gtk_overlay_new()
    widget.addClass("gallery-cell")
    gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
    // A picture of nothing has proportions, and so gives the cell its height for any width.
    let proportions = gdk_paintable_new_empty(4, 3)
    let shape: Widget = gtk_picture_new_for_paintable(proportions)
    g_object_unref(UnsafeMutableRawPointer(proportions))
    gtk_picture_set_can_shrink(shape.opaque, 0)
    gtk_overlay_set_child(widget.opaque, shape)
    gtk_overlay_add_overlay(widget.opaque, view.widget)
    gtk_overlay_add_overlay(widget.opaque, caption)
    gtk_widget_set_valign(caption, GTK_ALIGN_END)
    gtk_widget_set_can_target(caption, 0)
    gtk_label_set_xalign(caption.opaque, 0)
  }

  func show(_ picture: GalleryPicture, at position: Int) {
    self.position = position
    hasEnded = false
    view.accessibilityLabel = picture.title
    gtk_label_set_text(caption.opaque, picture.title)
    gtk_widget_set_tooltip_text(widget, picture.caption.isEmpty ? nil : picture.caption)
  }

  func didReport(_ event: ImageLoadEvent) {
    switch event {
    case .started:
      hasEnded = false
      caption.setClass("failed", false)
    case .progress: break
    case .ended(let outcome):
      if case .failure = outcome { caption.setClass("failed", true) }
      switch outcome {
      case .success, .failure: hasEnded = true
      case .cancelled, .superseded: hasEnded = false
      }
    }
  }
}
