import CGTK4

/// Runs work when a window's frame has been laid out, before it is painted.
///
/// One per frame clock, so one per window, however many views and cells there are. What happens while a
/// window is laid out is provisional (a grid maps hundreds of cells and unmaps most of them again), and
/// a widget may not be changed in there. In this pass it may: GTK repeats the layout before it paints.
final class LayoutPass {
  private static let key = "lode-layout-pass"

  private var pending: [() -> Void] = []
  private let signals = SignalBag()

  private init() {}

  /// The pass of the window that `widget` is in, or `nil` while it is in none that is realized.
  static func of(_ widget: UnsafeMutablePointer<GtkWidget>) -> LayoutPass? {
    guard let clock = unsafe gtk_widget_get_frame_clock(widget) else { return nil }
    let object = unsafe UnsafeMutablePointer<GObject>(clock)
    if let data = unsafe g_object_get_data(object, key) {
      return unsafe Unmanaged<LayoutPass>.fromOpaque(data).takeUnretainedValue()
    }
    let pass = LayoutPass()
    unsafe g_object_set_data_full(
      object, key, Unmanaged.passRetained(pass).toOpaque(), releaseLayoutPass)
    // After GTK's own handler of the layout phase; and after painting for what was scheduled while the
    // window was laid out outside of a frame.
    for signal in ["layout", "after-paint"] {
      unsafe pass.signals.connect(clock, signal, after: true) { [weak pass] _ in pass?.flush() }
    }
    return pass
  }

  /// Calls `work` at the end of the layout that is under way, or of the next frame's.
  func schedule(on widget: UnsafeMutablePointer<GtkWidget>, _ work: @escaping () -> Void) {
    pending.append(work)
    if let clock = unsafe gtk_widget_get_frame_clock(widget) {
      unsafe gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_AFTER_PAINT)
    }
  }

  private func flush() {
    // What the work schedules is for the next pass.
    let due = pending
    pending = []
    for work in due { work() }
  }
}

private nonisolated func releaseLayoutPass(_ data: gpointer?) {
  guard let data = unsafe data else { return }
  unsafe Unmanaged<LayoutPass>.fromOpaque(data).release()
}
