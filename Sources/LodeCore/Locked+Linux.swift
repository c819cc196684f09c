#if os(Linux)
import Glibc

/// A value that is reachable only through its lock.
///
/// Never call a client's code inside `withLock`. A POSIX mutex, because the thread sanitizer knows it:
/// it does not see into the slow path of `Synchronization.Mutex`, and reports races that are none.
///
/// `@unchecked Sendable`: `state` is touched only between lock and unlock.
package final class Locked<State>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var state: State

  package init(_ state: sending State) {
    self.state = state
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    let result = pthread_mutex_init(mutex, nil)
    precondition(result == 0, "no lock: error \(result)")
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  package func withLock<Result>(_ body: (inout State) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body(&state)
  }
}
#endif
