import CGTK4
import GalleryContent
import LodeGTK
import LodePresentation

/// A cell: a picture with rounded corners, and its title while the pointer or the keyboard is on it.
///
/// Lives as long as its view, which holds it.
final class PictureCell {
  let widget: Widget
  /// The picture; it holds this cell.
  unowned let view: RemoteImageView
  private(set) var position: Int?
  private(set) var hasEnded = false
  private let caption = Widgets.box(GTK_ORIENTATION_VERTICAL, spacing: 1)
  private let heading = Widgets.label(cssClass: "heading")
  private let text = Widgets.label(cssClass: "text")

  init(_ view: RemoteImageView) {
    self.view = view
    view.contentMode = .fill
    view.indicatorStyle = .ring(diameter: 32)
    widget = gtk_overlay_new()
    widget.addClass("gallery-cell")
    gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
    gtk_overlay_set_child(widget.opaque, view.widget)
    gtk_overlay_add_overlay(widget.opaque, caption)
    gtk_widget_set_valign(caption, GTK_ALIGN_END)
    gtk_widget_set_can_target(caption, 0)
    caption.addClass("gallery-caption")
    for label in [heading, text] {
      gtk_label_set_xalign(label.opaque, 0)
      caption.append(label)
    }
  }

  /// Asks for a height; the width is what the column has.
  func setHeight(_ height: Int) {
    gtk_widget_set_size_request(widget, -1, Int32(height))
  }

  func show(_ picture: GalleryPicture, at position: Int) {
    self.position = position
    hasEnded = false
    view.accessibilityLabel = picture.title
    gtk_label_set_text(heading.opaque, picture.title)
    gtk_label_set_text(text.opaque, picture.caption)
    text.setVisible(!picture.caption.isEmpty)
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
