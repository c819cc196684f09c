#if os(Linux)
import Glibc

/// A value that is reachable only through its lock.
///
/// A POSIX mutex, and not `Mutex`: the thread sanitizer does not see on Linux that a `Mutex` orders what
/// happens under it, and reports each use as a race. Never call a client's code inside `withLock`.
// Unchecked: the state is touched between lock and unlock alone, and the mutex does not move.
package final class Locked<State>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private nonisolated(unsafe) var state: State

  package init(_ state: sending State) {
    self.state = state
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    let fault = pthread_mutex_init(mutex, nil)
    precondition(fault == 0, "a mutex could not be made")
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deinitialize(count: 1)
    mutex.deallocate()
  }

  package func withLock<Result>(_ body: (inout sending State) -> sending Result) -> sending Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body(&state)
  }
}
#endif
