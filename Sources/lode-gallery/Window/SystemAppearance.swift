import CGTK4
import LodeGTK

/// Follows the system's choice of dark or light colours.
///
/// GTK by itself does not: the desktop tells through the settings portal, whose key
/// `org.freedesktop.appearance color-scheme` is 1 where dark is preferred.
final class SystemAppearance {
  private let isAlwaysDark: Bool
  private var portal: OpaquePointer?
  private let signals = SignalBag()

  init(isAlwaysDark: Bool) {
    self.isAlwaysDark = isAlwaysDark
    if isAlwaysDark { Self.setDark(true) } else { connect() }
  }

  isolated deinit {
    if let portal { g_object_unref(UnsafeMutableRawPointer(portal)) }
  }

  static func setDark(_ isDark: Bool) {
    Settings.set("gtk-application-prefer-dark-theme", to: isDark)
  }

  /// Without a session bus or a portal nothing comes of it, and the colours stay light.
  private func connect() {
    g_dbus_proxy_new_for_bus(
      G_BUS_TYPE_SESSION, G_DBUS_PROXY_FLAGS_DO_NOT_LOAD_PROPERTIES, nil,
      "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop",
      "org.freedesktop.portal.Settings", nil, receivePortal,
      Unmanaged.passRetained(self).toOpaque())
  }

  fileprivate func didConnect(to portal: OpaquePointer) {
    self.portal = portal
    // The only signal that it has: some setting is another now.
    signals.connect(portal, "g-signal") { [weak self] _ in self?.read() }
    read()
  }

  private func read() {
    guard let portal else { return }
    let key = [
      g_variant_new_string("org.freedesktop.appearance"), g_variant_new_string("color-scheme"),
    ]
    let arguments = key.withUnsafeBufferPointer { g_variant_new_tuple($0.baseAddress, 2) }
    g_dbus_proxy_call(
      portal.cast(), "Read", arguments, G_DBUS_CALL_FLAGS_NONE, 1000, nil, receiveAnswer, nil)
  }
}

private nonisolated func receivePortal(
  _: UnsafeMutablePointer<GObject>?, _ result: OpaquePointer?, _ context: gpointer?
) {
  guard let context else { return }
  let portal = g_dbus_proxy_new_for_bus_finish(result, nil)
  // Unsafe only by its type: GIO answers on the thread that asked, which is the main one.
  nonisolated(unsafe) let (portal_, context_) = (portal.map { OpaquePointer($0) }, context)
  MainActor.assumeIsolated {
    let appearance = Unmanaged<SystemAppearance>.fromOpaque(context_).takeRetainedValue()
    if let portal_ { appearance.didConnect(to: portal_) }
  }
}

private nonisolated func receiveAnswer(
  _ portal: UnsafeMutablePointer<GObject>?, _ result: OpaquePointer?, _: gpointer?
) {
  guard let portal, let answer = g_dbus_proxy_call_finish(OpaquePointer(portal).cast(), result, nil)
  else { return }
  defer { g_variant_unref(answer) }
  // A number in a variant, in one more variant for good measure.
  var value = g_variant_get_child_value(answer, 0)
  while let outer = value, g_variant_is_of_type(outer, g_variant_type_checked_("v")) != 0 {
    value = g_variant_get_variant(outer)
    g_variant_unref(outer)
  }
  guard let value else { return }
  defer { g_variant_unref(value) }
  guard g_variant_is_of_type(value, g_variant_type_checked_("u")) != 0 else { return }
  let isDark = g_variant_get_uint32(value) == 1
  MainActor.assumeIsolated { SystemAppearance.setDark(isDark) }
}
