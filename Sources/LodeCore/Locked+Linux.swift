#if os(Linux)
import Synchronization

/// A value that is reachable only through its lock.
///
/// Never call a client's code inside `withLock`.
package final class Locked<State>: Sendable {
  private let mutex: Mutex<State>

  package init(_ state: sending State) {
    mutex = Mutex(state)
  }

  package func withLock<Result>(_ body: (inout sending State) -> sending Result) -> sending Result {
    mutex.withLock(body)
  }
}
#endif
