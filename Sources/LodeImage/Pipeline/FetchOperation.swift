import Foundation
import LodeCodecs
import LodeCore

/// One fetch: starts it once, collects its body, and refuses what is no picture as early as it shows.
///
/// All functions are called from any thread, and may overtake each other: a fetch that was cancelled
/// before it started never starts, and whether it is suspended is what was decided last.
final class FetchOperation: Sendable {
  enum Event: Sendable {
    case received(ByteCount, ImageTask.Progress)
    case succeeded(FetchedBody)
    case failed(ImagePipelineError)
  }

  private struct State {
    var task: (any FetchTask)?
    /// What the pipeline wants, and what the fetch has been told last.
    var shouldSuspend = false
    var isSuspended = false
    /// Whether a thread is telling the fetch; it goes on until the two agree.
    var isAdjusting = false
    var isOver = false
    var expectedSize: ByteCount?
    var source = ImageResponse.Source.network
    /// How many bytes there have to be before the header is looked for; `nil` when that is over.
    var nextProbe: Int? = 1
    var body = Data()
  }

  private static let longestHeaderSearch = 1 << 20

  private let request: FetchRequest
  private let fetcher: any DataFetching
  private let checks: ResponseChecks
  private let report: @Sendable (Event) -> Void
  private let state = Locked(State())

  init(
    request: FetchRequest, fetcher: any DataFetching, checks: ResponseChecks,
    report: @escaping @Sendable (Event) -> Void
  ) {
    self.request = request
    self.fetcher = fetcher
    self.checks = checks
    self.report = report
  }

  func start() {
    guard !state.withLock({ $0.isOver }) else { return }
    let task = fetcher.fetch(request) { [self] in receive($0) }
    let isOver = state.withLock { state in
      if !state.isOver { state.task = task }
      return state.isOver
    }
    if isOver { task.cancel() } else { adjustSuspension() }
  }

  func cancel() {
    let task = state.withLock { state in
      state.isOver = true
      state.body = Data()
      defer { state.task = nil }
      return state.task
    }
    task?.cancel()
  }

  /// Notes whether the fetch is to be suspended. Called under the pipeline's lock, where that is decided.
  func setSuspended(_ isSuspended: Bool) {
    state.withLock { $0.shouldSuspend = isSuspended }
  }

  /// Tells the fetch what was noted last, by one thread at a time.
  func adjustSuspension() {
    var isFirst = true
    while true {
      let step = state.withLock { state -> (task: any FetchTask, isSuspended: Bool)? in
        if isFirst, state.isAdjusting { return nil }
        guard let task = state.task, state.shouldSuspend != state.isSuspended else {
          state.isAdjusting = false
          return nil
        }
        state.isAdjusting = true
        state.isSuspended = state.shouldSuspend
        return (task, state.isSuspended)
      }
      guard let step else { return }
      isFirst = false
      if step.isSuspended { step.task.suspend() } else { step.task.resume() }
    }
  }

  private func receive(_ event: FetchEvent) {
    do throws(ImagePipelineError) {
      switch event {
      case .response(let response): try receive(response)
      case .body(let bytes): try receive(bytes)
      case .finished: try finish()
      case .failed(let error): throw error
      }
    } catch {
      fail(error)
    }
  }

  private func receive(_ response: FetchResponse) throws(ImagePipelineError) {
    try checks.check(response, limits: request.limits)
    state.withLock { state in
      state.expectedSize = response.expectedBodySize
      state.source = response.status == nil ? .local : .network
      // A server's word is not worth much memory.
      let expected = min(response.expectedBodySize ?? .zero, .mebibytes(1))
      state.body.reserveCapacity(expected.bytes)
    }
  }

  private func receive(_ bytes: Data) throws(ImagePipelineError) {
    let received = state.withLock { state -> (body: Data?, progress: ImageTask.Progress)? in
      guard !state.isOver else { return nil }
      state.body.append(bytes)
      let progress = ImageTask.Progress(
        received: ByteCount(state.body.count), expected: state.expectedSize)
      guard let nextProbe = state.nextProbe, state.body.count >= nextProbe else {
        return (nil, progress)
      }
      return (state.body, progress)
    }
    guard let received else { return }
    guard received.progress.received <= request.limits.maximumBodySize else {
      throw ImagePipelineError(.tooLarge(.bytes), stage: .fetch, url: request.url)
    }
    if let body = received.body {
      let hasHeader = try checks.hasAcceptableHeader(body, url: request.url)
      // Looked for at doubling sizes, so that a header that never comes costs no more than its bytes; the
      // decoder has the last word.
      let isSearchOver = hasHeader || body.count > Self.longestHeaderSearch
      state.withLock { $0.nextProbe = isSearchOver ? nil : 2 * body.count }
    }
    report(.received(ByteCount(bytes.count), received.progress))
  }

  private func finish() throws(ImagePipelineError) {
    let body = state.withLock { state -> FetchedBody? in
      guard !state.isOver else { return nil }
      state.isOver = true
      state.task = nil
      defer { state.body = Data() }
      return FetchedBody(data: state.body, source: state.source)
    }
    guard let body else { return }
    guard !body.data.isEmpty else {
      report(.failed(ImagePipelineError(.empty, stage: .fetch, url: request.url)))
      return
    }
    report(.succeeded(body))
  }

  private func fail(_ error: ImagePipelineError) {
    let (wasOver, task) = state.withLock { state in
      defer {
        state.isOver = true
        state.task = nil
        state.body = Data()
      }
      return (state.isOver, state.task)
    }
    guard !wasOver else { return }
    task?.cancel()
    report(.failed(error.url == nil ? error.about(request.url) : error))
  }
}
