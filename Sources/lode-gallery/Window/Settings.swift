import CGTK4

/// The display's settings, as far as the gallery changes them for itself.
enum Settings {
  static func set(_ name: String, to value: Bool) {
    // G_TYPE_BOOLEAN, which is a macro.
    set(name, type: 5 << 2) { g_value_set_boolean($0, value ? 1 : 0) }
  }

  static func set(_ name: String, to value: String) {
    // G_TYPE_STRING.
    set(name, type: 16 << 2) { g_value_set_string($0, value) }
  }

  private static func set(
    _ name: String, type: GType, _ fill: (UnsafeMutablePointer<GValue>) -> Void
  ) {
    guard let settings = gtk_settings_get_default() else { return }
    var value = GValue()
    g_value_init(&value, type)
    fill(&value)
    g_object_set_property(settings.cast(), name, &value)
    g_value_unset(&value)
  }
}
