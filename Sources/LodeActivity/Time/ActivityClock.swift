/// Any clock, with one concrete type of instant.
///
/// The state machines take instants, and the drivers take whatever clock an app or a test passes in;
/// this is where the two meet.
package struct ActivityClock: Clock, Sendable {
  /// A point in time, as the time since the clock was wrapped.
  package struct Instant: InstantProtocol, Hashable, Sendable {
    package var offset: Duration

    package init(offset: Duration) {
      self.offset = offset
    }

    package func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset + duration)
    }

    package func duration(to other: Instant) -> Duration {
      other.offset - offset
    }

    package static func < (lhs: Instant, rhs: Instant) -> Bool {
      lhs.offset < rhs.offset
    }
  }

  private let readNow: @Sendable () -> Duration
  private let sleepUntil:
    @Sendable (_ deadline: Duration, _ tolerance: Duration?) async throws -> Void

  package let minimumResolution: Duration

  package init<C: Clock>(_ clock: C) where C.Duration == Duration {
    let origin = clock.now
    minimumResolution = clock.minimumResolution
    readNow = { origin.duration(to: clock.now) }
    sleepUntil = { try await clock.sleep(until: origin.advanced(by: $0), tolerance: $1) }
  }

  package var now: Instant { Instant(offset: readNow()) }

  package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await sleepUntil(deadline.offset, tolerance)
  }
}
