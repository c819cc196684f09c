public import LodeCore

extension LoopbackServer {
  /// What a server has served.
  public struct Status: Sendable {
    /// The requests and what became of them, in the order in which they arrived.
    public internal(set) var exchanges: [Exchange] = []

    /// How many connections were accepted.
    public internal(set) var connectionCount = 0

    /// How many of them are open.
    public internal(set) var openConnectionCount = 0

    /// Whether the server has stopped.
    public internal(set) var isStopped = false

    /// The exchanges for one path, whatever its query.
    public func exchanges(for path: String) -> [Exchange] {
      exchanges.filter { $0.request.path == path }
    }

    /// The figures for one path, or for all of them.
    public func totals(for path: String? = nil) -> Totals {
      var totals = Totals()
      var connections = Set<Int>()
      for exchange in exchanges where path == nil || exchange.request.path == path {
        totals.requestCount += 1
        totals.sent += exchange.sent
        connections.insert(exchange.request.connection)
        if case .ended(let ending) = exchange.activity { totals.endings[ending, default: 0] += 1 }
      }
      totals.connectionCount = connections.count
      return totals
    }
  }

  /// Figures of several exchanges.
  public struct Totals: Hashable, Sendable {
    /// The number of requests.
    public var requestCount = 0

    /// The bytes sent, heads included.
    public var sent = ByteCount.zero

    /// The number of connections they came over.
    public var connectionCount = 0

    /// How often they ended in which way; those under way are missing.
    public var endings: [Ending: Int] = [:]
  }

  /// One request and what became of it.
  public struct Exchange: Sendable, Identifiable {
    /// The ordinal number of the request, from 1.
    public let id: Int

    /// The request.
    public let request: Request

    /// The bytes of the answer that the kernel has taken, its head included.
    public internal(set) var sent = ByteCount.zero

    /// What the answer is doing.
    public internal(set) var activity = Activity.sending
  }

  /// What an answer is doing.
  public enum Activity: Hashable, Sendable {
    /// It is being sent.
    case sending
    /// The kernel takes no more bytes, because the client does not read.
    case blocked
    /// It pauses, by its script or by the conditions of the network.
    case pausing
    /// It stands at a gate.
    case stalled
    /// It is over.
    case ended(Ending)
  }

  /// How an answer ended.
  public enum Ending: Hashable, Sendable {
    /// All of it was sent.
    case done
    /// The client closed the connection before.
    case cutByClient
    /// The script closed the connection.
    case closed
    /// The script, or the conditions of the network, reset the connection.
    case reset
    /// The server was stopped.
    case stopped
  }
}
