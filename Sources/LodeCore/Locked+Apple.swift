#if canImport(Darwin)
import os

/// A value that is reachable only through its lock.
///
/// `Mutex` needs iOS 18, above Lode's floor. Never call a client's code inside `withLock`.
package final class Locked<State>: Sendable {
  private let lock: OSAllocatedUnfairLock<State>

  package init(_ state: sending State) {
    lock = OSAllocatedUnfairLock(uncheckedState: state)
  }

  package func withLock<Result>(_ body: (inout State) -> Result) -> Result {
    lock.withLockUnchecked(body)
  }
}
#endif
