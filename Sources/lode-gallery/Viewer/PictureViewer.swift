import CGTK4
import CLodeGTK
import GalleryContent
import LodeGTK
import LodePresentation

/// One picture, as large as the window allows, with what there is to say about it.
final class PictureViewer {
  let widget: Widget
  let view: RemoteImageView
  private let session: GallerySession
  private let heading = Widgets.label(cssClass: "heading", lines: 2)
  private let text = Widgets.label(cssClass: "text", lines: 4)

  init(session: GallerySession) {
    self.session = session
    view = RemoteImageView(pipeline: session.pipeline)
    view.contentMode = .fit
    view.indicatorStyle = .ring(diameter: 52)
    widget = Widgets.box(GTK_ORIENTATION_VERTICAL)
    widget.addClass("gallery-viewer")
    // The keyboard is here while a picture is shown, not on some button that happens to be first.
    gtk_widget_set_focusable(widget, 1)

    let stage: Widget = gtk_overlay_new()
    stage.addClass("gallery-stage")
    stage.expand()
    view.widget.expand()
    gtk_overlay_set_child(stage.opaque, view.widget)
    // The icons turn round by themselves where text runs from right to left.
    for (icon, action, name, edge) in [
      ("go-previous", "win.previous", "Previous picture", GTK_ALIGN_START),
      ("go-next", "win.next", "Next picture", GTK_ALIGN_END),
    ] {
      let button = Widgets.iconButton(
        "\(icon)-symbolic", action: action, tooltip: name, cssClass: "gallery-step")
      gtk_widget_set_halign(button, edge)
      gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
      // The arrow keys do the same, and the focus stays where Escape expects it.
      gtk_widget_set_focusable(button, 0)
      lode_accessible_set_label(button, name)
      gtk_overlay_add_overlay(stage.opaque, button)
    }

    let note = Widgets.box(GTK_ORIENTATION_VERTICAL, spacing: 3)
    note.addClass("gallery-note")
    for label in [heading, text] {
      gtk_label_set_justify(label.opaque, GTK_JUSTIFY_CENTER)
      gtk_label_set_max_width_chars(label.opaque, 90)
      note.append(label)
    }
    widget.append(stage)
    widget.append(note)
  }

  /// Shows a picture; `preview` stands for it until it is there.
  func show(_ index: Int, preview: DecodedImage?) {
    let picture = session.list.pictures[index]
    gtk_label_set_text(heading.opaque, picture.title)
    gtk_label_set_text(text.opaque, picture.caption)
    text.setVisible(!picture.caption.isEmpty)
    view.accessibilityLabel = picture.title
    var options = session.options
    options.placeholder = preview.map { .image($0) } ?? .plain
    view.prepareForReuse()
    view.load(session.largeRequest(index), options: options)
  }

  /// Loads the picture again that is shown.
  func reload(_ index: Int) {
    show(index, preview: nil)
  }

  /// Stops loading: the viewer goes off screen.
  func close() {
    view.load(nil as ImageRequest?)
  }
}
