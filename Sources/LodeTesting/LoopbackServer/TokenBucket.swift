/// Limits a rate: tokens come in at the rate, and each byte costs one.
///
/// A pure value: every input carries the current instant.
package struct TokenBucket<Instant: InstantProtocol>: Sendable where Instant.Duration == Duration {
  /// How long tokens are saved up; the longest burst.
  private static var burst: Duration { .milliseconds(50) }

  private let rate: Double
  private let capacity: Double
  private var tokens: Double
  private var last: Instant

  package init(bytesPerSecond: Int, at now: Instant) {
    rate = Double(max(1, bytesPerSecond))
    // At least one token, or nothing would ever be sent.
    capacity = max(1, rate * (Self.burst / .seconds(1)))
    tokens = 0
    last = now
  }

  /// How many bytes may be sent now.
  package mutating func available(at now: Instant) -> Int {
    tokens = min(capacity, tokens + rate * (last.duration(to: now) / .seconds(1)))
    last = now
    return Int(tokens)
  }

  package mutating func take(_ count: Int) {
    tokens -= Double(count)
  }

  /// When there will be tokens again: enough for a tenth of the burst, so that few calls are made.
  package func nextInstant() -> Instant {
    let wanted = max(1, capacity / 10)
    return last.advanced(by: .seconds(max(0, wanted - tokens) / rate))
  }
}
