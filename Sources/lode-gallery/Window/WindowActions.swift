import CGTK4
import LodeGTK

/// The window's actions (`win.…`), with their keys. Menus, buttons and keys all go through them.
final class WindowActions {
  private let window: UnsafeMutablePointer<GtkWindow>
  private let application: UnsafeMutablePointer<GtkApplication>
  private let signals = SignalBag()

  init(
    window: UnsafeMutablePointer<GtkWindow>, application: UnsafeMutablePointer<GtkApplication>
  ) {
    self.window = window
    self.application = application
  }

  /// Adds an action without a state.
  func add(_ name: String, keys: [String] = [], _ handler: @escaping () -> Void) {
    guard let action = g_simple_action_new(name, nil) else { return }
    signals.connect(action, "activate") { _ in handler() }
    g_action_map_add_action(OpaquePointer(window), action)
    g_object_unref(UnsafeMutableRawPointer(action))
    setKeys(keys, of: "win.\(name)")
  }

  /// Adds an action that is one of several choices, for radio buttons of a menu.
  func addChoice(_ name: String, initially choice: String, _ handler: @escaping (String) -> Void) {
    let type = g_variant_type_new("s")
    defer { g_variant_type_free(type) }
    guard let action = g_simple_action_new_stateful(name, type, g_variant_new_string(choice)) else {
      return
    }
    signals.connect(action, "notify::state") { arguments in
      guard let action = arguments.object(0), let state = g_action_get_state(action) else { return }
      handler(String(cString: g_variant_get_string(state, nil)))
      g_variant_unref(state)
    }
    g_action_map_add_action(OpaquePointer(window), action)
    g_object_unref(UnsafeMutableRawPointer(action))
  }

  /// Allows or forbids an action; its keys are free for others while it is forbidden.
  func setEnabled(_ isEnabled: Bool, _ names: String...) {
    for name in names {
      guard let action = g_action_map_lookup_action(OpaquePointer(window), name) else { continue }
      g_simple_action_set_enabled(action, isEnabled ? 1 : 0)
    }
  }

  /// Makes a choice as a person would.
  func choose(_ choice: String, in name: String) {
    g_action_group_change_action_state(
      OpaquePointer(window), name, g_variant_new_string(choice))
  }

  private func setKeys(_ keys: [String], of action: String) {
    guard !keys.isEmpty else { return }
    let strings = keys.map { g_strdup($0) }
    defer { for string in strings { g_free(string) } }
    var list: [UnsafePointer<CChar>?] = strings.map { UnsafePointer($0) }
    list.append(nil)
    list.withUnsafeMutableBufferPointer {
      gtk_application_set_accels_for_action(application, action, $0.baseAddress)
    }
  }
}
