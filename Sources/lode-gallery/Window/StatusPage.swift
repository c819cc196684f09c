import CGTK4
import LodeGTK

/// A page that says why there are no pictures to be seen: they are still being looked for, or there are
/// none.
final class StatusPage {
  let widget: Widget
  private let ring = ActivityRing(diameter: 44)
  private let icon: Widget
  private let heading = Widgets.label(cssClass: "heading", lines: 3)
  private let text = Widgets.label(cssClass: "text", lines: 6)
  private let retry: Widget
  private let signals = SignalBag()

  /// Called when the button is pressed.
  var onRetry: (() -> Void)?

  init() {
    widget = Widgets.box(GTK_ORIENTATION_VERTICAL, spacing: 14)
    widget.addClass("gallery-status")
    icon = gtk_image_new_from_icon_name("image-missing-symbolic")
    retry = gtk_button_new_with_mnemonic("_Try again")
    gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
    gtk_widget_set_halign(widget, GTK_ALIGN_CENTER)
    gtk_image_set_pixel_size(icon.opaque, 64)
    gtk_widget_set_opacity(icon, 0.5)
    gtk_widget_set_halign(retry, GTK_ALIGN_CENTER)
    gtk_widget_set_size_request(ring.widget, 48, 48)
    gtk_widget_set_halign(ring.widget, GTK_ALIGN_CENTER)
    for label in [heading, text] {
      gtk_label_set_justify(label.opaque, GTK_JUSTIFY_CENTER)
      gtk_label_set_max_width_chars(label.opaque, 52)
    }
    for child in [ring.widget, icon, heading, text, retry] { widget.append(child) }
    signals.connect(retry, "clicked") { [weak self] _ in self?.onRetry?() }
  }

  func showWaiting(_ message: String) {
    ring.start()
    show(heading: message, text: "")
    ring.widget.setVisible(true)
    icon.setVisible(false)
    retry.setVisible(false)
  }

  func showFault(_ message: String) {
    ring.stop()
    show(heading: "No pictures", text: message)
    ring.widget.setVisible(false)
    icon.setVisible(true)
    retry.setVisible(true)
  }

  /// Ends the circle: the page goes off screen.
  func stop() {
    ring.stop()
  }

  private func show(heading: String, text: String) {
    gtk_label_set_text(self.heading.opaque, heading)
    gtk_label_set_text(self.text.opaque, text)
    self.text.setVisible(!text.isEmpty)
  }
}
