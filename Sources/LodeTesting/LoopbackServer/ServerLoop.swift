import Foundation

/// The server's thread: waits for sockets, clients and times, and lets the connections advance.
///
/// Not Sendable.
final class ServerLoop {
  private typealias Instant = ContinuousClock.Instant

  private let listener: ListeningSocket
  private let ledger: ServerLedger
  private let handler: LoopbackServer.Handler
  private var connections: [ServerConnection] = []
  private var bucket: TokenBucket<Instant>?
  private var bucketRate: Int?

  init(
    listener: ListeningSocket, ledger: ServerLedger,
    handler: @escaping LoopbackServer.Handler
  ) {
    self.listener = listener
    self.ledger = ledger
    self.handler = handler
    let thread = pthread_self()
    ledger.begin { pthread_equal(pthread_self(), thread) != 0 }
  }

  /// Runs until the server is stopped.
  func run() {
    while !ledger.isStopping {
      advance()
      ledger.notify()
      wait()
    }
    for connection in connections { connection.finish(.stopped) }
  }

  private func advance() {
    let conditions = ledger.conditions
    let now = ContinuousClock.now
    if conditions.bytesPerSecond != bucketRate {
      bucketRate = conditions.bytesPerSecond
      bucket = bucketRate.map { TokenBucket(bytesPerSecond: $0, at: now) }
    }
    for connection in connections {
      if conditions.isOffline {
        connection.finish(.reset)
      } else {
        connection.advance(at: now, conditions: conditions, shared: &bucket)
      }
    }
    connections.removeAll(where: \.isClosed)
    // Who was first this time is last the next time, so that a shared rate is shared.
    if bucket != nil, connections.count > 1 { connections.append(connections.removeFirst()) }
  }

  private func wait() {
    var polled = [
      pollfd(fd: ledger.wakePipe.readEnd, events: Int16(POLLIN), revents: 0),
      pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    for connection in connections {
      var events: Int32 = 0
      if connection.wantsToRead { events |= Int32(POLLIN) }
      if connection.isBlocked { events |= Int32(POLLOUT) }
      polled.append(pollfd(fd: connection.descriptor, events: Int16(events), revents: 0))
    }
    poll(&polled, nfds_t(polled.count), timeout())
    if polled[0].revents != 0 { ledger.wakePipe.drain() }
    for (connection, entry) in zip(connections, polled.dropFirst(2))
    where entry.revents & ~Int16(POLLOUT) != 0 {
      connection.read()
    }
    if polled[1].revents != 0 { acceptAll() }
  }

  private func acceptAll() {
    while true {
      let descriptor = StreamSocket.accept(from: listener.descriptor)
      guard descriptor >= 0 else { return }
      connections.append(
        ServerConnection(descriptor: descriptor, ledger: ledger, handler: handler))
    }
  }

  /// Milliseconds until a connection is to advance, rounded up; -1 for no time at all.
  private func timeout() -> Int32 {
    guard let wakeUp = connections.compactMap(\.wakeUp).min() else { return -1 }
    let left = ContinuousClock.now.duration(to: wakeUp)
    guard left > .zero else { return 0 }
    return Int32(clamping: Int((left / .milliseconds(1)).rounded(.up)))
  }
}
