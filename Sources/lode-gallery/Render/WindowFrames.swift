import CGTK4
import LodeGTK

/// The frames of a window, to wait for and to look at.
///
/// A widget that is to be drawn anew has no drawing that could be read: whoever looks must do so when a
/// frame has just been painted.
final class WindowFrames {
  private let widget: Widget
  private let signals = SignalBag()
  private var waiters: [(Duration) -> Void] = []
  private var clock: OpaquePointer?

  /// Called for each frame that has been painted, with its time.
  var onFrame: ((Duration) -> Void)?

  init(of widget: Widget) {
    self.widget = widget
  }

  /// Begins to draw frames without end, whether something moves or not. The widget is on screen.
  func start() {
    guard let clock = gtk_widget_get_frame_clock(widget) else { return }
    self.clock = clock
    signals.connect(clock, "after-paint") { [weak self] _ in self?.didPaint() }
    gdk_frame_clock_begin_updating(clock)
  }

  func stop() {
    signals.disconnectAll()
    if let clock { gdk_frame_clock_end_updating(clock) }
    clock = nil
  }

  /// Waits until the next frame has been painted, and returns its time and what `look` finds then.
  func next<Finding>(_ look: @escaping () -> Finding) async -> (time: Duration, finding: Finding) {
    await withCheckedContinuation { continuation in
      waiters.append { continuation.resume(returning: ($0, look())) }
    }
  }

  /// Waits until `condition` holds when a frame has been painted.
  ///
  /// - Returns: Whether it did so within `limit`, by the time of the frames.
  func wait(limit: Duration = .seconds(90), until condition: @escaping () -> Bool) async -> Bool {
    var start: Duration?
    while true {
      let (time, holds) = await next(condition)
      if holds { return true }
      if time - (start ?? time) > limit { return false }
      start = start ?? time
    }
  }

  /// Lets frames pass for a while, so that what moves comes to rest.
  func pass(_ duration: Duration) async {
    _ = await wait(limit: duration) { false }
  }

  private func didPaint() {
    guard let clock else { return }
    let time = Duration.microseconds(gdk_frame_clock_get_frame_time(clock))
    onFrame?(time)
    let due = waiters
    waiters = []
    for waiter in due { waiter(time) }
  }
}
