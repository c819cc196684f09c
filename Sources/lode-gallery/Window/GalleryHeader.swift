import CGTK4
import CLodeGTK
import GalleryContent
import LodeGTK

/// The header bar: the title and count, and what a person can change.
final class GalleryHeader {
  let widget: Widget
  private let title = Widgets.label(cssClass: "gallery-title")
  private let subtitle = Widgets.label(cssClass: "gallery-subtitle")
  private let back: Widget
  private let reload: Widget
  private let clear: Widget
  private let network = MenuTool(
    icon: "network-wireless-symbolic", tooltip: "Network: how fast and reliable it is made to be")
  private let timing = MenuTool(
    icon: "preferences-system-time-symbolic", tooltip: "Circle: when it appears")

  init() {
    widget = gtk_header_bar_new()
    widget.addClass("gallery-header")
    back = Widgets.iconButton(
      "go-previous-symbolic", action: "win.back",
      tooltip: "Back to all pictures (Escape)", cssClass: "flat")
    reload = Widgets.iconButton(
      "view-refresh-symbolic", action: "win.reload", tooltip: "Load again (Ctrl+R)",
      cssClass: "flat")
    clear = Widgets.iconButton(
      "user-trash-symbolic", action: "win.clear-cache",
      tooltip: "Clear the memory cache (Ctrl+L)", cssClass: "flat")
    lode_accessible_set_label(back, "Back to all pictures")
    lode_accessible_set_label(reload, "Load again")
    lode_accessible_set_label(clear, "Clear the memory cache")

    let titles = Widgets.box(GTK_ORIENTATION_VERTICAL)
    gtk_widget_set_valign(titles, GTK_ALIGN_CENTER)
    titles.append(title)
    titles.append(subtitle)
    gtk_header_bar_set_title_widget(widget.opaque, titles)
    gtk_header_bar_pack_start(widget.opaque, back)
    gtk_header_bar_pack_start(widget.opaque, reload)
    gtk_header_bar_pack_start(widget.opaque, clear)
    gtk_header_bar_pack_end(widget.opaque, timing.widget)
    gtk_header_bar_pack_end(widget.opaque, network.widget)

    network.setChoices(
      NamedConditions.allCases.map { ("_\($0.title)", "win.network::\($0.rawValue)") })
    timing.setChoices([
      ("_Graceful: after 200 ms", "win.timing::graceful"), ("_Immediate", "win.timing::immediate"),
    ])
  }

  func setTitle(_ title: String, subtitle: String) {
    gtk_label_set_text(self.title.opaque, title)
    gtk_label_set_text(self.subtitle.opaque, subtitle)
    self.subtitle.setVisible(!subtitle.isEmpty)
  }

  func show(_ network: NamedConditions, _ timing: GallerySession.Timing) {
    let icon =
      switch network {
      case .fast: "network-wireless-signal-excellent-symbolic"
      case .threeG: "network-wireless-signal-ok-symbolic"
      case .flaky: "network-wireless-signal-weak-symbolic"
      case .offline: "network-wireless-offline-symbolic"
      }
    self.network.show(network.title, icon: icon)
    self.timing.show(
      timing == .graceful ? "Graceful" : "Immediate", icon: "preferences-system-time-symbolic")
  }

  /// Shows the tools for all pictures or for one.
  func setIsLarge(_ isLarge: Bool) {
    back.setVisible(isLarge)
    clear.setVisible(!isLarge)
    // A header bar gives the title what the wider end leaves: one picture's title gets more.
    timing.widget.setVisible(!isLarge)
  }

  /// Leaves the words out where there is no room for them.
  func setIsNarrow(_ isNarrow: Bool) {
    network.setIsNarrow(isNarrow)
    timing.setIsNarrow(isNarrow)
    // The title is worth more than buttons that a narrow window needs least.
    gtk_header_bar_set_decoration_layout(widget.opaque, isNarrow ? ":close" : nil)
  }
}

/// A button of the header bar that opens a menu of choices and shows the one that was made.
private final class MenuTool {
  let widget: Widget = gtk_menu_button_new()
  private let icon: Widget
  private let label = Widgets.label(cssClass: "gallery-tool-label")
  private let tooltip: String

  init(icon: String, tooltip: String) {
    self.tooltip = tooltip
    self.icon = gtk_image_new_from_icon_name(icon)
    let content = Widgets.box(GTK_ORIENTATION_HORIZONTAL, spacing: 6)
    content.append(self.icon)
    content.append(label)
    gtk_menu_button_set_child(widget.opaque, content)
    gtk_menu_button_set_has_frame(widget.opaque, 0)
    gtk_widget_set_tooltip_text(widget, tooltip)
  }

  func setChoices(_ choices: [(label: String, action: String)]) {
    guard let menu = g_menu_new() else { return }
    for choice in choices { g_menu_append(menu, choice.label, choice.action) }
    gtk_menu_button_set_menu_model(
      widget.opaque, UnsafeMutableRawPointer(menu).assumingMemoryBound(to: GMenuModel.self))
    g_object_unref(UnsafeMutableRawPointer(menu))
  }

  func show(_ choice: String, icon: String) {
    gtk_label_set_text(label.opaque, choice)
    gtk_image_set_from_icon_name(self.icon.opaque, icon)
    lode_accessible_set_label(widget, "\(tooltip). \(choice)")
  }

  func setIsNarrow(_ isNarrow: Bool) {
    label.setVisible(!isNarrow)
  }
}
