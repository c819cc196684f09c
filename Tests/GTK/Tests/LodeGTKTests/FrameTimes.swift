import CGTK4
import Foundation
import LodeGTK

/// What the frames of a window cost, from the moment it is made.
final class FrameTimes {
  private(set) var count = 0

  /// Frames for which the main thread was busy for more than 16.7 ms, everything that it did since
  /// the frame before included.
  private(set) var longWorkCount = 0

  /// Frames that came more than 33 ms after the one before.
  private(set) var longIntervalCount = 0

  /// A line about all that.
  var figures: String {
    "\(count) frames, main thread busy for over 16.7 ms in \(longWorkCount), intervals over 33 ms "
      + "\(longIntervalCount)"
  }

  private let signals = SignalBag()
  private var previous: (work: Duration, time: ContinuousClock.Instant)

  init(of window: TestWindow) {
    previous = (threadTime(), .now)
    guard let clock = gtk_widget_get_frame_clock(window.widget) else { return }
    signals.connect(clock, "after-paint") { [weak self] _ in self?.didPaint() }
  }

  private func didPaint() {
    let now = (work: threadTime(), time: ContinuousClock.now)
    count += 1
    if now.work - previous.work > .microseconds(16_700) { longWorkCount += 1 }
    if now.time - previous.time > .milliseconds(33) { longIntervalCount += 1 }
    previous = now
  }
}

/// The time that the processor has spent on the calling thread.
private func threadTime() -> Duration {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
