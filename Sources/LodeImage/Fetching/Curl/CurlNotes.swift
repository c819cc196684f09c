#if os(Linux)
/// What transfers, which are called from within libcurl, tell the driver, which is not.
///
/// Not Sendable: it belongs to the thread that runs the transfers.
final class CurlNotes {
  enum Discovery {
    /// The transfer has a connection.
    case connected(CurlTransfer)
    /// Its answer came over HTTP/2.
    case multiplexed(CurlTransfer)
  }

  /// The time at which the driver last woke up, for all that happens until it sleeps again.
  ///
  /// Read once for all: deadlines are compared with the same value, so that a handler that takes its
  /// time does not make another fetch look silent.
  var now = ContinuousClock.now

  /// What was discovered since the driver last looked.
  var discoveries: [Discovery] = []

  /// A lower bound of the deadlines of all transfers.
  ///
  /// Bytes only ever move a deadline back, so the bound stays true without being told of them: the
  /// transfers are looked through no more often than once in the shortest deadline.
  private(set) var earliestDeadline: ContinuousClock.Instant?

  func include(_ deadline: ContinuousClock.Instant) {
    earliestDeadline = earliestDeadline.map { min($0, deadline) } ?? deadline
  }

  func resetDeadline() {
    earliestDeadline = nil
  }
}
#endif
