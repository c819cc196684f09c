import Foundation
import LodeCodecs
import LodeCore

/// One fetch: starts it once, collects its body, and refuses what is no picture as early as it shows.
///
/// `start`, `cancel`, `suspend` and `resume` come from any thread and in any order: a fetch that was
/// cancelled before it started never starts.
final class FetchOperation: Sendable {
  enum Event: Sendable {
    case received(ByteCount, ImageTask.Progress)
    case succeeded(FetchedBody)
    case failed(ImagePipelineError)
  }

  private struct State {
    var task: (any FetchTask)?
    var isSuspended = false
    var isOver = false
    var expectedSize: ByteCount?
    var source = ImageResponse.Source.network
    var hasHeader = false
    var body = Data()
  }

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
    let (isOver, isSuspended) = state.withLock { state in
      if !state.isOver { state.task = task }
      return (state.isOver, state.isSuspended)
    }
    if isOver { task.cancel() } else if isSuspended { task.suspend() }
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

  func suspend() {
    let task = state.withLock { state in
      state.isSuspended = true
      return state.task
    }
    task?.suspend()
  }

  func resume() {
    let task = state.withLock { state in
      state.isSuspended = false
      return state.task
    }
    task?.resume()
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
      return (state.hasHeader ? nil : state.body, progress)
    }
    guard let received else { return }
    guard received.progress.received <= request.limits.maximumBodySize else {
      throw ImagePipelineError(.tooLarge(.bytes), stage: .fetch, url: request.url)
    }
    if let body = received.body, try checks.hasAcceptableHeader(body, url: request.url) {
      state.withLock { $0.hasHeader = true }
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
