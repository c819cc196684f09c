#if os(Linux)
/// A lower bound of the deadlines of all transfers.
///
/// Bytes only ever move a deadline back, so the bound stays true without being told of them: the
/// transfers are looked through no more often than once in the shortest deadline.
///
/// Not Sendable: it belongs to the thread that runs the transfers.
final class DeadlineBound {
  private(set) var earliest: ContinuousClock.Instant?

  func include(_ instant: ContinuousClock.Instant) {
    earliest = earliest.map { min($0, instant) } ?? instant
  }

  func reset() {
    earliest = nil
  }
}
#endif
