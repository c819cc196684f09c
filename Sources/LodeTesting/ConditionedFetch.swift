import Foundation
import LodeCore
import LodeImage

/// One fetch through a `NetworkConditioner`.
///
/// The wrapped fetch puts its events into a stream, and a task of its own reads them, waits, and reports:
/// that one task is all that ever calls the handler, so that events stay in order.
final class ConditionedFetch: FetchTask {
  private struct State {
    var base: (any FetchTask)?
    var pump: Task<Void, Never>?
    var queuedBytes = 0
    var isSuspendedByClient = false
    var isBaseSuspended = false
    var isApplyingBackPressure = false
    var isCancelled = false
    var interruption: ImagePipelineError.Code?
  }

  private let request: FetchRequest
  private let fetcher: any DataFetching
  private let link: NetworkConditioner
  private let fate: NetworkConditioner.Fate
  private let handler: @Sendable (FetchEvent) -> Void
  private let state = Locked(State())

  init(
    request: FetchRequest, base: any DataFetching, link: NetworkConditioner,
    fate: NetworkConditioner.Fate, handler: @escaping @Sendable (FetchEvent) -> Void
  ) {
    self.request = request
    self.fate = fate
    fetcher = base
    self.link = link
    self.handler = handler
  }

  func start() {
    let pump = Task { await run() }
    let isOver = state.withLock { state -> Bool in
      state.pump = pump
      return state.isCancelled || state.interruption != nil
    }
    if isOver { pump.cancel() }
  }

  func cancel() {
    end { $0.isCancelled = true }
  }

  /// Ends the fetch with a failure, reported by the pump in its own turn.
  func interrupt(_ code: ImagePipelineError.Code) {
    end { $0.interruption = code }
  }

  func suspend() {
    state.withLock { $0.isSuspendedByClient = true }
    applyBackPressure()
  }

  func resume() {
    state.withLock { $0.isSuspendedByClient = false }
    applyBackPressure()
  }

  private func end(_ mark: (inout State) -> Void) {
    let (base, pump) = state.withLock { state in
      mark(&state)
      return (state.base, state.pump)
    }
    base?.cancel()
    pump?.cancel()
  }

  /// Holds the wrapped fetch up while the client asks for it or bytes wait for their turn.
  ///
  /// One thread at a time tells the wrapped fetch, until it has been told the latest: two threads that
  /// called `suspend` and `resume` in the wrong order would hold it up for ever.
  private func applyBackPressure() {
    var isContinuing = false
    while true {
      let change = state.withLock { state -> (base: any FetchTask, suspends: Bool)? in
        if state.isApplyingBackPressure, !isContinuing { return nil }
        let suspends = state.isSuspendedByClient || state.queuedBytes > 0
        guard let base = state.base, suspends != state.isBaseSuspended else {
          state.isApplyingBackPressure = false
          return nil
        }
        state.isApplyingBackPressure = true
        state.isBaseSuspended = suspends
        return (base, suspends)
      }
      guard let change else { return }
      isContinuing = true
      if change.suspends { change.base.suspend() } else { change.base.resume() }
    }
  }

  private func run() async {
    defer { link.remove(self) }
    do {
      try await perform()
    } catch {
      // Only the waits throw, and only because the fetch was ended.
      let (isCancelled, code) = state.withLock { ($0.isCancelled, $0.interruption) }
      if !isCancelled, let code { fail(code) }
    }
  }

  private func perform() async throws {
    try await link.waitForLatency()
    if case .noConnection = fate { return fail(.connect) }

    let (events, feed) = AsyncStream<FetchEvent>.makeStream()
    let task = fetcher.fetch(request) { [weak self] event in
      if case .body(let data) = event { self?.enqueued(data.count) }
      feed.yield(event)
      switch event {
      case .finished, .failed: feed.finish()
      case .response, .body: break
      }
    }
    let isOver = state.withLock { state -> Bool in
      state.base = task
      return state.isCancelled || state.interruption != nil
    }
    if isOver { task.cancel() }
    applyBackPressure()

    var loss = Loss(fate: fate)
    for await event in events {
      guard case .body(let data) = event else {
        if case .response(let response) = event { loss.expect(response.expectedBodySize) }
        try Task.checkCancellation()
        handler(event)
        continue
      }
      for piece in data.pieces(of: link.pieceSize ?? data.count) {
        try await link.waitForBytes(piece.count)
        try Task.checkCancellation()
        handler(.body(piece))
        if loss.happens(after: piece.count) {
          task.cancel()
          return fail(.connect)
        }
      }
      dequeued(data.count)
    }
    try Task.checkCancellation()
  }

  private func enqueued(_ count: Int) {
    state.withLock { $0.queuedBytes += count }
    applyBackPressure()
  }

  private func dequeued(_ count: Int) {
    state.withLock { $0.queuedBytes -= count }
    applyBackPressure()
  }

  private func fail(_ code: ImagePipelineError.Code) {
    handler(.failed(ImagePipelineError(code, stage: .fetch, url: request.url)))
  }
}

/// When a connection that is going to be lost is lost.
private struct Loss {
  /// Where a body's length is not known, this is taken for it.
  private static let assumedBodySize = 64 << 10

  private let part: Double?
  private var received = 0
  private var expected = Loss.assumedBodySize

  init(fate: NetworkConditioner.Fate) {
    if case .lost(let part) = fate { self.part = part } else { part = nil }
  }

  mutating func expect(_ size: ByteCount?) {
    expected = size?.bytes ?? Self.assumedBodySize
  }

  mutating func happens(after count: Int) -> Bool {
    received += count
    guard let part else { return false }
    return Double(received) >= part * Double(expected)
  }
}

extension Data {
  fileprivate func pieces(of size: Int) -> [Data] {
    stride(from: startIndex, to: endIndex, by: size).map { start in
      // A copy, so that its indices begin at 0, as a client may expect.
      Data(self[start..<Swift.min(endIndex, start + size)])
    }
  }
}
