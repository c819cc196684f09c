public import LodeCore

/// What a network does to every fetch that goes through it.
public struct NetworkConditions: Hashable, Sendable {
  /// The time from asking to the first byte of the answer, on top of what the server takes.
  public var latency: Duration

  /// The bytes that all fetches together get in a second; `nil` is no limit.
  public var bytesPerSecond: ByteCount?

  /// The part of all fetches that fail, from 0 to 1: half of them find no connection, half lose it
  /// within the body.
  public var failureRate: Double

  /// Whether there is no network at all: every fetch fails with `.offline`, also those under way.
  public var isOffline: Bool

  /// Creates conditions.
  ///
  /// - Precondition: `latency` is not negative, `bytesPerSecond` is positive, and `failureRate` is from
  ///   0 to 1.
  public init(
    latency: Duration = .zero, bytesPerSecond: ByteCount? = nil, failureRate: Double = 0,
    isOffline: Bool = false
  ) {
    precondition(latency >= .zero && (0...1).contains(failureRate))
    precondition(bytesPerSecond.map { $0 > .zero } ?? true)
    self.latency = latency
    self.bytesPerSecond = bytesPerSecond
    self.failureRate = failureRate
    self.isOffline = isOffline
  }

  /// The network as it is.
  public static let fast = NetworkConditions()

  /// 562.5 ms and 180,000 bytes a second: Chrome DevTools' preset "Fast 3G", later renamed "Slow 4G",
  /// which is 150 ms and 1.6 Mbit/s times the factors 3.75 and 0.9 that Lighthouse uses for it.
  public static let threeG = NetworkConditions(
    latency: .microseconds(562_500), bytesPerSecond: ByteCount(180_000))

  /// A train ride: 200 ms, 400,000 bytes a second, and a third of all fetches fail. Our own choice.
  public static let flaky = NetworkConditions(
    latency: .milliseconds(200), bytesPerSecond: ByteCount(400_000), failureRate: 1.0 / 3)

  /// No network.
  public static let offline = NetworkConditions(isOffline: true)
}
