/// Decides which fetches have a connection to use, and which wait for one.
///
/// A pure value. libcurl could limit connections by itself, but (at least up to 7.88) it forgets to wake
/// transfers that wait when others are cancelled or fail, so none ever waits within libcurl.
///
/// Of a secure origin one fetch goes ahead until its connection is made: if that turns out to be HTTP/2,
/// the others share it. Then as many as there may be connections run at once, and once an answer has
/// come over HTTP/2, as many as there may be streams. Where several origins wait for one of the
/// connections in all, the fetch that has waited longest is next.
package struct ConnectionQueue<ID: Hashable & Sendable>: Sendable {
  private struct Host: Sendable {
    var running: Set<ID> = []
    var waiting: [(id: ID, number: Int)] = []
    var limit: Int
  }

  /// Streams that servers allow at the least (RFC 9113, §6.5.2).
  private static var streamLimit: Int { 100 }

  private let limitPerOrigin: Int
  private let limit: Int
  private var hosts: [Origin: Host] = [:]
  private var origins: [ID: Origin] = [:]
  private var runningCount = 0
  private var nextNumber = 0

  package init(limitPerOrigin: Int, limit: Int) {
    self.limitPerOrigin = max(1, limitPerOrigin)
    self.limit = max(1, limit)
  }

  /// Adds a fetch. Like the other functions, returns the fetches that are to run now.
  package mutating func enqueue(_ id: ID, for origin: Origin) -> [ID] {
    let limit = origin.isSecure ? 1 : limitPerOrigin
    origins[id] = origin
    hosts[origin, default: Host(limit: limit)].waiting.append((id, nextNumber))
    nextNumber += 1
    return admit()
  }

  /// The fetch has a connection.
  package mutating func connected(_ id: ID) -> [ID] {
    raiseLimit(for: id, to: limitPerOrigin)
  }

  /// The fetch got its answer over a connection that others can share.
  package mutating func multiplexed(_ id: ID) -> [ID] {
    raiseLimit(for: id, to: Self.streamLimit)
  }

  /// The fetch is over, whether it ran or waited.
  package mutating func remove(_ id: ID) -> [ID] {
    guard let origin = origins.removeValue(forKey: id), var host = hosts[origin] else { return [] }
    if host.running.remove(id) != nil {
      runningCount -= 1
    } else {
      host.waiting.removeAll { $0.id == id }
    }
    // What was learned about the origin is learned again at no cost over a connection that was kept.
    hosts[origin] = host.running.isEmpty && host.waiting.isEmpty ? nil : host
    return admit()
  }

  private mutating func raiseLimit(for id: ID, to limit: Int) -> [ID] {
    guard let origin = origins[id], let host = hosts[origin], host.limit < limit else { return [] }
    hosts[origin]?.limit = limit
    return admit()
  }

  private mutating func admit() -> [ID] {
    var admitted: [ID] = []
    while runningCount < limit, let origin = nextOrigin(), var host = hosts[origin] {
      let id = host.waiting.removeFirst().id
      host.running.insert(id)
      hosts[origin] = host
      runningCount += 1
      admitted.append(id)
    }
    return admitted
  }

  /// The origin with a connection to spare whose first fetch has waited longest.
  private func nextOrigin() -> Origin? {
    var next: (origin: Origin, number: Int)?
    for (origin, host) in hosts where host.running.count < host.limit {
      guard let first = host.waiting.first, first.number < next?.number ?? .max else { continue }
      next = (origin, first.number)
    }
    return next?.origin
  }
}
