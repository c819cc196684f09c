extension LoopbackServer {
  /// How the network between server and client is.
  public struct Conditions: Hashable, Sendable {
    /// The time before the first byte of each answer.
    public var latency: Duration

    /// The most bytes a second over all connections; `nil` for as many as there are.
    public var bytesPerSecond: Int?

    /// The most bytes a second over each connection; `nil` for as many as there are.
    public var bytesPerSecondPerConnection: Int?

    /// Whether every connection is reset, open ones included.
    public var isOffline: Bool

    /// Creates conditions; the defaults are those of an undisturbed loopback.
    public init(
      latency: Duration = .zero, bytesPerSecond: Int? = nil,
      bytesPerSecondPerConnection: Int? = nil, isOffline: Bool = false
    ) {
      self.latency = latency
      self.bytesPerSecond = bytesPerSecond
      self.bytesPerSecondPerConnection = bytesPerSecondPerConnection
      self.isOffline = isOffline
    }
  }
}
