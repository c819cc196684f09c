/// How the network is used, whichever fetcher does it.
public struct NetworkConfiguration: Hashable, Sendable {
  /// The `User-Agent` field of requests that bring none. Some hosts refuse requests without it.
  public var userAgent = "Lode"

  /// The most connections to one host; more fetches wait. 6, as browsers have it.
  public var maximumConnectionsPerHost = 6

  /// The most connections in all, idle ones that are kept for the next fetch included.
  public var maximumConnectionCount = 64

  /// Certificate authorities that are trusted in addition to the system's.
  public var additionalTrustRoots: [TrustRoot] = []

  /// Creates a configuration with the defaults.
  public init() {}
}
