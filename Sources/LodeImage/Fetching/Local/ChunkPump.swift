import Dispatch
import Foundation
import LodeCore

/// Something that is read piece by piece.
protocol ChunkSource: Sendable {
  /// What is reported before the first piece.
  var response: FetchResponse { get }

  /// The bytes from `offset` on, at most `ChunkPump.chunkSize`; none at the end.
  func chunk(at offset: Int) throws(ImagePipelineError) -> Data
}

/// A fetch that reads a source on a dispatch queue, and holds still while it is suspended.
///
/// The source is released when the fetch ends, or is cancelled.
final class ChunkPump: FetchTask {
  typealias Handler = @Sendable (FetchEvent) -> Void

  /// The largest piece that is read at once.
  static let chunkSize = 65_536

  private struct State: Sendable {
    var isCancelled = false
    var isSuspended = false
    /// Goes on where the reading stopped because the fetch was suspended.
    var proceed: (@Sendable () -> Void)?
  }

  private let queue: DispatchQueue
  private let state = Locked(State())

  /// Starts to read, on `queue`, what `open` finds there.
  init(
    on queue: DispatchQueue, handler: @escaping Handler,
    open: @escaping @Sendable () throws(ImagePipelineError) -> any ChunkSource
  ) {
    self.queue = queue
    queue.async { self.begin(open, handler) }
  }

  func cancel() {
    // Released outside of the lock, with the source and the handler in it.
    _ = state.withLock { state in
      state.isCancelled = true
      return state.proceed.take()
    }
  }

  func suspend() {
    state.withLock { $0.isSuspended = true }
  }

  func resume() {
    let proceed = state.withLock { state in
      state.isSuspended = false
      return state.proceed.take()
    }
    proceed?()
  }

  // MARK: -

  private var isCancelled: Bool { state.withLock { $0.isCancelled } }

  private func begin(
    _ open: @Sendable () throws(ImagePipelineError) -> any ChunkSource, _ handler: @escaping Handler
  ) {
    guard !isCancelled else { return }
    do {
      let source = try open()
      guard !isCancelled else { return }
      handler(.response(source.response))
      pump(source, from: 0, handler)
    } catch {
      handler(.failed(error))
    }
  }

  private func pump(_ source: any ChunkSource, from start: Int, _ handler: @escaping Handler) {
    var offset = start
    do throws(ImagePipelineError) {
      while !isCancelled {
        let next = offset
        let waits = holds { [queue] in queue.async { self.pump(source, from: next, handler) } }
        guard !waits else { return }
        let chunk = try source.chunk(at: offset)
        guard !isCancelled else { return }
        guard !chunk.isEmpty else { return handler(.finished) }
        offset += chunk.count
        handler(.body(chunk))
      }
    } catch {
      handler(.failed(error))
    }
  }

  /// Keeps `proceed` for later where the fetch is suspended.
  private func holds(_ proceed: @escaping @Sendable () -> Void) -> Bool {
    state.withLock { state in
      guard state.isSuspended, !state.isCancelled else { return false }
      state.proceed = proceed
      return true
    }
  }
}
