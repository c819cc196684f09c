#if os(Linux)
import LodeCore

/// A fetch by `CurlFetcher`, as its client holds it.
final class CurlFetchTask: FetchTask {
  private struct State: Sendable {
    var isCancelled = false
    var isSuspended = false
    /// Whether the thread has not yet heard that the fetch goes on.
    var isResuming = false
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

  /// Whether the idle deadline stands still: also until the thread has heard that the fetch goes on.
  var isHeldUp: Bool { state.withLock { $0.isSuspended || $0.isResuming } }

  /// The thread has heard that the fetch goes on.
  func didResume() {
    state.withLock { $0.isResuming = false }
  }

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
      guard state.isSuspended else { return false }
      state.isSuspended = false
      state.isResuming = true
      return true
    }
    if isNew { inbox.send(.resume(self)) }
  }
}
#endif
