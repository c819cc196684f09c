public import Foundation
import LodeCore
public import LodeImage

/// A network that does what a test says.
///
/// Each fetch is recorded. With an answer for its URL it is answered at once; without one it waits for
/// the test to say what happens:
///
///     let fetcher = ScriptedFetcher()
///     let task = pipeline.imageTask(with: request)
///     let fetch = await fetcher.fetch(0)
///     fetch.respond(status: 200)
///     fetch.send(data)
///     fetch.finish()
///
/// May be used from any thread.
public final class ScriptedFetcher: DataFetching {
  /// What is answered without being asked again.
  public enum Answer: Sendable {
    /// A status, and a body in one piece.
    case body(Data, status: Int = 200)
    /// The fetch fails.
    case failure(ImagePipelineError.Code)
  }

  private struct Waiter {
    let index: Int
    let continuation: CheckedContinuation<ScriptedFetch, Never>
  }

  private struct State {
    var answers: [URL: Answer] = [:]
    var fetches: [ScriptedFetch] = []
    var waiters: [Waiter] = []
  }

  private let state = Locked(State())

  /// Creates a network that answers nothing yet.
  public init() {}

  /// Answers every later fetch of `url` at once.
  public func answer(_ url: URL, with answer: Answer) {
    state.withLock { $0.answers[url] = answer }
  }

  /// All fetches so far, in order.
  public var fetches: [ScriptedFetch] { state.withLock { $0.fetches } }

  /// The fetch that is the `index`th to start, counted from 0; waits until it has.
  public func fetch(_ index: Int) async -> ScriptedFetch {
    await withCheckedContinuation { continuation in
      let fetch = state.withLock { state -> ScriptedFetch? in
        if index < state.fetches.count { return state.fetches[index] }
        state.waiters.append(Waiter(index: index, continuation: continuation))
        return nil
      }
      if let fetch { continuation.resume(returning: fetch) }
    }
  }

  public func fetch(
    _ request: FetchRequest, handler: @escaping @Sendable (FetchEvent) -> Void
  ) -> any FetchTask {
    let fetch = ScriptedFetch(request: request, handler: handler)
    let (answer, waiters) = state.withLock { state in
      let index = state.fetches.count
      state.fetches.append(fetch)
      let waiters = state.waiters.filter { $0.index == index }
      state.waiters.removeAll { $0.index == index }
      return (state.answers[request.url], waiters)
    }
    for waiter in waiters { waiter.continuation.resume(returning: fetch) }
    switch answer {
    case .body(let data, let status)?:
      fetch.respond(status: status)
      fetch.send(data)
      fetch.finish()
    case .failure(let code)?:
      fetch.fail(code)
    case nil:
      break
    }
    return fetch
  }
}

/// One fetch of a `ScriptedFetcher`.
public final class ScriptedFetch: FetchTask {
  /// What was asked for.
  public let request: FetchRequest

  private struct State {
    var isCancelled = false
    var isSuspended = false
  }

  private let handler: @Sendable (FetchEvent) -> Void
  private let state = Locked(State())

  init(request: FetchRequest, handler: @escaping @Sendable (FetchEvent) -> Void) {
    self.request = request
    self.handler = handler
  }

  /// Whether the client has cancelled it. What the test says afterwards is still reported: the client
  /// has to ignore it.
  public var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Whether the client holds the sender up.
  public var isSuspended: Bool { state.withLock { $0.isSuspended } }

  public func cancel() { state.withLock { $0.isCancelled = true } }

  public func suspend() { state.withLock { $0.isSuspended = true } }

  public func resume() { state.withLock { $0.isSuspended = false } }

  /// Reports the head of an answer.
  public func respond(
    status: Int? = 200, headers: HTTPFields = HTTPFields(), expectedBodySize: Int? = nil
  ) {
    handler(
      .response(
        FetchResponse(
          url: request.url, status: status, headers: headers,
          expectedBodySize: expectedBodySize.map { ByteCount($0) })))
  }

  /// Reports bytes of the body; none are not reported.
  public func send(_ bytes: Data) {
    if !bytes.isEmpty { handler(.body(bytes)) }
  }

  /// Reports that the body is complete.
  public func finish() { handler(.finished) }

  /// Reports that the fetch failed.
  public func fail(_ code: ImagePipelineError.Code) {
    handler(.failed(ImagePipelineError(code, stage: .fetch, url: request.url)))
  }
}
