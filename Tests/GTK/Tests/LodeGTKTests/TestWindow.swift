import CGTK4
import CLodeGTKTestHook
import LodeGTK
import Testing

/// Everything that uses GTK, one test after the other: there is one display and one main thread.
@Suite(.serialized, .enabled("needs a display and Swift's main-actor hook") { await canUseGTK })
struct GTK {}

/// Whether the process has a display, and its main actor is on GLib's loop.
let canUseGTK = lode_test_hook_is_installed() && gtk_init_check() != 0

/// A window on the screen, and its frames.
final class TestWindow {
  let window: UnsafeMutablePointer<GtkWindow>
  private let signals = SignalBag()
  private var waiters: [() -> Void] = []

  /// The frames that have been painted.
  private(set) var frameCount = 0

  /// Shows a window of a size in points; animations are off unless the test is about them.
  init(
    _ child: UnsafeMutablePointer<GtkWidget>, width: Int = 300, height: Int = 200,
    animations: Bool = false
  ) {
    setAnimations(animations)
    window = UnsafeMutableRawPointer(gtk_window_new()).assumingMemoryBound(to: GtkWindow.self)
    gtk_window_set_default_size(window, Int32(width), Int32(height))
    gtk_window_set_child(window, child)
    gtk_window_present(window)
    signals.connect(clock, "after-paint") { [weak self] _ in self?.didPaint() }
  }

  var widget: UnsafeMutablePointer<GtkWidget> {
    UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkWidget.self)
  }

  /// Waits until the next frame has been painted.
  func nextFrame() async {
    await nextFrame {}
  }

  /// Returns what `look` finds when the next frame has been painted, before anything else happens: a
  /// widget that is to be drawn anew has no drawing that could be read.
  func nextFrame<Finding>(_ look: @escaping () -> Finding) async -> Finding {
    await withCheckedContinuation { continuation in
      waiters.append { continuation.resume(returning: look()) }
      gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_PAINT)
    }
  }

  /// Waits, frame by frame, until `condition` holds; false if it does not within `limit` frames.
  func frames(limit: Int = 600, until condition: @escaping () -> Bool) async -> Bool {
    for _ in 0..<limit {
      if await nextFrame(condition) { return true }
    }
    return false
  }

  /// Gives the window another size, and waits until it has it.
  func resize(width: Int, height: Int) async {
    gtk_window_set_default_size(window, Int32(width), Int32(height))
    let arrived = await frames {
      gtk_widget_get_width(self.widget) == Int32(width)
        && gtk_widget_get_height(self.widget) == Int32(height)
    }
    #expect(arrived, "the window did not take its size")
  }

  func close() {
    signals.disconnectAll()
    gtk_window_destroy(window)
    setAnimations(false)
  }

  private var clock: OpaquePointer {
    guard let clock = gtk_widget_get_frame_clock(widget) else {
      preconditionFailure("the window is not realized")
    }
    return clock
  }

  private func didPaint() {
    frameCount += 1
    let waiters = self.waiters
    self.waiters = []
    for waiter in waiters { waiter() }
  }
}

func setAnimations(_ isOn: Bool) {
  var value = GValue()
  // G_TYPE_BOOLEAN is a macro that Swift cannot read.
  g_value_init(&value, GType(5 << 2))
  g_value_set_boolean(&value, isOn ? 1 : 0)
  g_object_set_property(
    UnsafeMutableRawPointer(gtk_settings_get_default()).assumingMemoryBound(to: GObject.self),
    "gtk-enable-animations", &value)
}

/// Emits a signal without arguments. `gtk_widget_activate` would emit a button's "clicked" only later.
func emit(_ signal: String, on widget: UnsafeMutablePointer<GtkWidget>) {
  var instance = GValue()
  let type = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GTypeInstance.self)
    .pointee.g_class.pointee.g_type
  g_value_init(&instance, type)
  g_value_set_object(&instance, widget)
  g_signal_emitv(&instance, g_signal_lookup(signal, type), 0, nil)
  g_value_unset(&instance)
}

/// The first widget below `widget`, in drawing order, whose type has a name.
func descendant(
  of widget: UnsafeMutablePointer<GtkWidget>, type name: String
) -> UnsafeMutablePointer<GtkWidget>? {
  var child = gtk_widget_get_first_child(widget)
  while let current = child {
    if String(cString: g_type_name_from_instance(instance(current))) == name { return current }
    if let found = descendant(of: current, type: name) { return found }
    child = gtk_widget_get_next_sibling(current)
  }
  return nil
}

func instance(_ widget: UnsafeMutablePointer<GtkWidget>) -> UnsafeMutablePointer<GTypeInstance> {
  UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GTypeInstance.self)
}
