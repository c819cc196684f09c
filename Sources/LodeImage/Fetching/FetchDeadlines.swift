/// Which deadline of a fetch runs, and when it is over.
///
/// A pure value: every input carries the current instant.
///
///     queued ──connecting──▶ connecting ──requested──▶ receiving ──nextHop──▶ queued
///
/// The total deadline always runs. The connect deadline does not run in a queue for a free connection,
/// the idle deadline does not run while the fetch is suspended.
package struct FetchDeadlines<Instant: InstantProtocol>: Sendable
where Instant.Duration == Duration {
  package typealias Deadline = ImagePipelineError.Deadline

  private enum State: Hashable, Sendable {
    /// Waits for a free connection.
    case queued
    /// Name lookup, TCP and TLS since `since`.
    case connecting(since: Instant)
    /// The request is out; the server was last heard of at `last`.
    case receiving(last: Instant)
  }

  private let limits: FetchLimits
  private let start: Instant
  private var state = State.queued

  package init(limits: FetchLimits, start: Instant) {
    self.limits = limits
    self.start = start
  }

  package mutating func connecting(at now: Instant) {
    state = .connecting(since: now)
  }

  package mutating func requested(at now: Instant) {
    state = .receiving(last: now)
  }

  /// Bytes have come, or a suspended fetch goes on.
  package mutating func heard(at now: Instant) {
    switch state {
    case .receiving: state = .receiving(last: now)
    case .queued, .connecting: break
    }
  }

  package mutating func nextHop() {
    state = .queued
  }

  /// The deadline that is over first.
  package func next(isSuspended: Bool) -> (deadline: Deadline, instant: Instant) {
    let total = start.advanced(by: limits.totalTimeout)
    let other: (Deadline, Instant)? =
      switch state {
      case .queued: nil
      case .connecting(let since): (.connect, since.advanced(by: limits.connectTimeout))
      case .receiving(let last):
        isSuspended ? nil : (.idle, last.advanced(by: limits.idleTimeout))
      }
    guard let other, other.1 < total else { return (.total, total) }
    return other
  }
}
