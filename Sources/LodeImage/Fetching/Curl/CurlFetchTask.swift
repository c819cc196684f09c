#if os(Linux)
import LodeCore

/// A fetch by `CurlFetcher`, as its client holds it.
final class CurlFetchTask: FetchTask {
  private struct State: Sendable {
    var isCancelled = false
    var isSuspended = false
  }

  let request: FetchRequest
  private let inbox: CurlInbox
  private let state = Locked(State())

  init(request: FetchRequest, inbox: CurlInbox) {
    self.request = request
    self.inbox = inbox
  }

  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  var isSuspended: Bool { state.withLock { $0.isSuspended } }

  func start(_ handler: @escaping @Sendable (FetchEvent) -> Void) {
    inbox.send(.start(self, handler))
  }

  func cancel() {
    let isNew = state.withLock { state in
      defer { state.isCancelled = true }
      return !state.isCancelled
    }
    if isNew { inbox.send(.cancel(self)) }
  }

  func suspend() {
    // The thread sees it when the next bytes come, and refuses them.
    state.withLock { $0.isSuspended = true }
  }

  func resume() {
    let isNew = state.withLock { state in
      defer { state.isSuspended = false }
      return state.isSuspended
    }
    if isNew { inbox.send(.resume(self)) }
  }
}
#endif
