import CGTK4
import CLodeGTK

/// The little that Lode's widgets ask of CSS. An app's own style sheet has precedence.
enum WidgetStyle {
  private static var isInstalled = false

  private static let sheet = """
    button.lode-failure {
      padding: 0; min-width: 0; min-height: 0; border-width: 0; border-radius: 0;
      font-weight: normal;
    }
    .lode-failure-reason { font-size: smaller; }
    .lode-failure-retry { font-size: smaller; opacity: 0.7; }
    """

  /// Adds the style sheet to the display. Does nothing the second time.
  static func install() {
    guard !isInstalled, let display = unsafe gdk_display_get_default() else { return }
    isInstalled = true
    unsafe lode_display_add_style(display, sheet)
  }
}
