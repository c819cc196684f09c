import CGTK4
import CLodeGTK

/// The way from C's widget class to the canvas that owns the widget.
///
/// The functions are nonisolated because C calls them; GTK calls them on the main thread alone.
enum CanvasHandlers {
  /// One table for all canvases, alive as long as the process.
  static let table: UnsafePointer<LodeCanvasHandlers> = {
    let table = UnsafeMutablePointer<LodeCanvasHandlers>.allocate(capacity: 1)
    unsafe table.initialize(
      to: LodeCanvasHandlers(
        snapshot: canvasSnapshot, allocate: canvasAllocate, map_changed: canvasMapChanged,
        root_changed: canvasRootChanged, tick: canvasTick))
    return unsafe UnsafePointer(table)
  }()
}

private nonisolated func withCanvas<Result: Sendable>(
  _ owner: UnsafeMutableRawPointer?, _ body: @MainActor (Canvas) -> Result
) -> Result {
  guard let owner = unsafe owner else { preconditionFailure("a canvas without an owner") }
  // Unsafe only by its type: GTK calls on the main thread, and the pointer stays there.
  nonisolated(unsafe) let pointer = unsafe owner
  return MainActor.assumeIsolated {
    body(unsafe Unmanaged<Canvas>.fromOpaque(pointer).takeUnretainedValue())
  }
}

private nonisolated func canvasSnapshot(
  _ owner: UnsafeMutableRawPointer?, _ snapshot: OpaquePointer?, _ width: Int32, _ height: Int32
) {
  // Unsafe only by its type: GTK calls on the main thread, and the pointer stays there.
  nonisolated(unsafe) let snapshot_ = unsafe snapshot
  unsafe withCanvas(owner) { canvas in
    guard let snapshot = unsafe snapshot_ else { return }
    unsafe canvas.draw(snapshot, width: Double(width), height: Double(height))
  }
}

private nonisolated func canvasAllocate(
  _ owner: UnsafeMutableRawPointer?, _ width: Int32, _ height: Int32
) {
  unsafe withCanvas(owner) { $0.layOut(width: Int(width), height: Int(height)) }
}

private nonisolated func canvasMapChanged(_ owner: UnsafeMutableRawPointer?, _ isMapped: gboolean) {
  unsafe withCanvas(owner) { $0.mapChanged(isMapped != 0) }
}

private nonisolated func canvasRootChanged(
  _ owner: UnsafeMutableRawPointer?, _ isRooted: gboolean
) {
  unsafe withCanvas(owner) { $0.rootChanged(isRooted != 0) }
}

private nonisolated func canvasTick(
  _ owner: UnsafeMutableRawPointer?, _ frameTime: Int64
) -> gboolean {
  unsafe withCanvas(owner) { $0.tick(.microseconds(frameTime)) } ? 1 : 0
}
