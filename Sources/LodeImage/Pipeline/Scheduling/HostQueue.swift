/// Waiting fetches, by host, and how many run: no host gets more than its share, and none waits for
/// another that is slow.
package struct HostQueue: Sendable {
  private struct Host: Sendable {
    var waiting = PriorityQueue<FetchID>()
    var runningCount = 0
  }

  private let maximumCount: Int
  private let maximumCountPerHost: Int
  private var hosts: [String: Host] = [:]

  package private(set) var runningCount = 0

  package init(maximumCount: Int, maximumCountPerHost: Int) {
    self.maximumCount = maximumCount
    self.maximumCountPerHost = maximumCountPerHost
  }

  package var waitingCount: Int { hosts.values.reduce(0) { $0 + $1.waiting.count } }

  package mutating func append(_ fetch: FetchID, host: String, priority: ImageRequest.Priority) {
    hosts[host, default: Host()].waiting.append(fetch, priority: priority)
  }

  package mutating func setPriority(
    _ priority: ImageRequest.Priority, of fetch: FetchID, host: String
  ) {
    hosts[host]?.waiting.setPriority(priority, of: fetch)
  }

  /// Takes out a fetch that has not started.
  package mutating func removeWaiting(_ fetch: FetchID, host: String) {
    hosts[host]?.waiting.remove(fetch)
    dropIfIdle(host)
  }

  /// Frees the place of a fetch that ran.
  package mutating func finish(host: String) {
    runningCount -= 1
    hosts[host]?.runningCount -= 1
    dropIfIdle(host)
  }

  /// The next fetch that may start, if one may; it counts as running from then on.
  ///
  /// - Complexity: O(*hosts*).
  package mutating func startNext() -> FetchID? {
    guard runningCount < maximumCount else { return nil }
    var best: (host: String, fetch: FetchID, priority: ImageRequest.Priority)?
    for (name, host) in hosts where host.runningCount < maximumCountPerHost {
      guard let (fetch, priority) = host.waiting.peek() else { continue }
      // The most urgent; among equals the oldest.
      if let best, (priority, best.fetch.rawValue) < (best.priority, fetch.rawValue) { continue }
      best = (name, fetch, priority)
    }
    guard let best else { return nil }
    hosts[best.host]!.waiting.remove(best.fetch)
    hosts[best.host]!.runningCount += 1
    runningCount += 1
    return best.fetch
  }

  private mutating func dropIfIdle(_ host: String) {
    guard let entry = hosts[host], entry.runningCount == 0, entry.waiting.isEmpty else { return }
    hosts[host] = nil
  }
}
