import CGTK4
import Foundation
import LodeTesting
import Testing

@testable import LodeGTK

/// What a program costs that waits for its user. The one place where real time passes: a measurement,
/// not a unit test, so it runs only if `LODE_IDLE` is set, and alone.
private nonisolated let isMeasuringIdle = ProcessInfo.processInfo.environment["LODE_IDLE"] != nil

extension GTK {
  @Suite("Idle", .enabled(if: isMeasuringIdle, "measured only if LODE_IDLE is set"))
  struct Idle {
    @Test("A window that shows a picture costs nothing")
    func shownPicture() async throws {
      let view = RemoteImageView(pipeline: ImagePipeline())
      let window = TestWindow(view.widget, animations: true)
      await window.nextFrame()
      view.display(.image(picture(red)), transition: .crossfade(.milliseconds(100)))
      #expect(await window.frames { !view.isTicking })
      try await measure("a picture", window)
      window.close()
    }

    @Test("A circle that was started and is not on screen costs nothing", arguments: [true, false])
    func unmappedCircle(isNative: Bool) async throws {
      let view = RemoteImageView(pipeline: ImagePipeline())
      view.indicatorStyle = isNative ? .native : .ring
      guard let stack = gtk_stack_new(), let page = gtk_label_new("the other page") else { return }
      gtk_stack_add_named(OpaquePointer(stack), view.widget, "view")
      gtk_stack_add_named(OpaquePointer(stack), page, "other")
      let window = TestWindow(stack, animations: true)
      view.setIndicatorShown(true)
      let start = window.frameCount
      #expect(await window.frames { window.frameCount > start + 10 })
      gtk_stack_set_visible_child(OpaquePointer(stack), page)
      try await measure(isNative ? "an unmapped spinner" : "an unmapped circle", window)
      window.close()
    }

    @Test("A circle that stands still, where nothing may move, costs nothing")
    func stillCircle() async throws {
      let view = RemoteImageView(pipeline: ImagePipeline())
      view.setIndicatorShown(true)
      let window = TestWindow(view.widget)
      try await measure("a still circle", window)
      window.close()
    }

    private func measure(_ what: String, _ window: TestWindow) async throws {
      // What the change of the window itself takes: the frames that follow it.
      for _ in 0..<10 { await window.nextFrame() }
      try await Task.sleep(for: .milliseconds(500))
      let before = Cost(window)
      let after = await withCheckedContinuation { continuation in
        // GLib's own timer, read in its callback: all else wakes the main queue.
        let timer = Timer { continuation.resume(returning: Cost(window)) }
        g_timeout_add(5_000, fireTimer, Unmanaged.passRetained(timer).toOpaque())
      }
      let frames = after.frames - before.frames
      let wakeUps = after.wakeUps - before.wakeUps
      let time = (after.time - before.time) / .milliseconds(1)
      print(
        "idle: frames \(frames), wake-ups \(wakeUps), cpu \(Int(time.rounded())) ms (\(what), 5 s)")
      #expect(frames == 0)
      #expect(wakeUps == 0)
      #expect(time <= 10)
    }
  }
}

/// What has been spent so far.
private struct Cost {
  let frames: Int
  let wakeUps = MainLoop.wakeUpCount
  let time = processTime()

  init(_ window: TestWindow) {
    frames = window.frameCount
  }
}

private final class Timer {
  let fire: () -> Void

  init(_ fire: @escaping () -> Void) {
    self.fire = fire
  }
}

private nonisolated func fireTimer(_ timer: gpointer?) -> gboolean {
  guard let timer else { return 0 }
  // Unsafe only by its type: GLib's loop runs on the main thread.
  nonisolated(unsafe) let timer_ = timer
  MainActor.assumeIsolated { Unmanaged<Timer>.fromOpaque(timer_).takeRetainedValue().fire() }
  return 0
}

/// The time that processors have spent on this process.
private func processTime() -> Duration {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
