import Foundation
import LodeCore

/// One connection of the server: reads requests, and performs the script of each answer.
///
/// Not Sendable: it belongs to the server's thread.
final class ServerConnection {
  typealias Instant = ContinuousClock.Instant
  typealias Step = LoopbackServer.Response.Step

  private enum State {
    /// Waits for a request.
    case reading
    /// Performs the steps of an answer.
    case answering(exchange: Int, steps: ArraySlice<Step>, keeps: Bool)
    case closed
  }

  let descriptor: Int32
  private let number: Int
  private let ledger: ServerLedger
  private let handler: LoopbackServer.Handler
  private var parser = RequestParser()
  private var state = State.reading
  /// How much of the first step is sent.
  private var offset = 0
  private var pauseEnd: Instant?
  private var bucket: TokenBucket<Instant>?
  private var bucketRate: Int?

  /// Whether there is something to send that the kernel did not take.
  private(set) var isBlocked = false
  /// When to call `advance` again although nothing happens on the socket.
  private(set) var wakeUp: Instant?

  /// The most bytes of one call to `send`, so that no connection keeps the others waiting.
  private static let sliceSize = 65_536

  init(descriptor: Int32, ledger: ServerLedger, handler: @escaping LoopbackServer.Handler) {
    self.descriptor = descriptor
    self.ledger = ledger
    self.handler = handler
    number = ledger.connectionOpened()
    var on: Int32 = 1
    // A script decides what goes into which packet, as far as that can be decided.
    setsockopt(
      descriptor, StreamSocket.noDelay.level, StreamSocket.noDelay.option, &on,
      socklen_t(MemoryLayout<Int32>.size))
  }

  var isClosed: Bool { if case .closed = state { true } else { false } }

  /// Whether bytes from the client are read now. Its going away is noticed by reading.
  var wantsToRead: Bool { !isClosed && !parser.isFull }

  func read() {
    var buffer = [UInt8](repeating: 0, count: Self.sliceSize)
    while wantsToRead {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count > 0 {
        parser.append(Data(buffer[..<count]))
      } else if count < 0, errno == EAGAIN || errno == EINTR {
        return
      } else {
        finish(.cutByClient)
      }
    }
  }

  /// Does what can be done now.
  func advance(
    at now: Instant, conditions: LoopbackServer.Conditions, shared: inout TokenBucket<Instant>?
  ) {
    wakeUp = nil
    updateBucket(conditions.bytesPerSecondPerConnection, at: now)
    while !isClosed {
      switch state {
      case .reading:
        guard startAnswer(at: now, latency: conditions.latency) else { return }
      case .answering(let exchange, let steps, let keeps):
        guard let step = steps.first else {
          ledger.update(exchange, activity: .ended(.done))
          guard keeps else { return close() }
          state = .reading
          continue
        }
        guard perform(step, of: exchange, at: now, shared: &shared) else { return }
        guard case .answering = state else { return }
        state = .answering(exchange: exchange, steps: steps.dropFirst(), keeps: keeps)
        offset = 0
        pauseEnd = nil
      case .closed:
        return
      }
    }
  }

  /// Ends the exchange under way, if there is one, and the connection.
  func finish(_ ending: LoopbackServer.Ending) {
    if case .answering(let exchange, _, _) = state {
      ledger.update(exchange, activity: .ended(ending))
    }
    if ending == .reset {
      // Time 0: the connection is reset instead of being closed.
      var linger = linger(l_onoff: 1, l_linger: 0)
      setsockopt(
        descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
    }
    close()
  }

  // MARK: -

  private func startAnswer(at now: Instant, latency: Duration) -> Bool {
    switch parser.next(connection: number) {
    case .incomplete:
      return false
    case .malformed:
      close()
      return false
    case .request(let request):
      let exchange = ledger.exchangeBegan(request)
      let response = handler(request)
      var steps = response.steps(for: request.method)
      if latency > .zero { steps.insert(.pause(latency), at: 0) }
      state = .answering(
        exchange: exchange, steps: steps[...],
        keeps: response.keepsConnection && request.keepsConnection)
      offset = 0
      pauseEnd = nil
      return true
    }
  }

  /// Performs a step as far as it goes; `true` when it is over.
  private func perform(
    _ step: Step, of exchange: Int, at now: Instant, shared: inout TokenBucket<Instant>?
  ) -> Bool {
    switch step {
    case .send(let data):
      return send(exchange, total: data.count, at: now, shared: &shared) { range, body in
        data.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[range])) }
      }
    case .fill(let byte, let count):
      return send(exchange, total: count, at: now, shared: &shared) { range, body in
        let slice = [UInt8](repeating: byte, count: range.count)
        return slice.withUnsafeBytes(body)
      }
    case .pause(let duration):
      let end = pauseEnd ?? now.advanced(by: duration)
      guard now < end else { return true }
      pauseEnd = end
      wait(until: end, exchange, .pausing)
      return false
    case .stall(let gate):
      guard !gate.isOpen(elseWake: ledger.wakePipe) else { return true }
      ledger.update(exchange, activity: .stalled)
      return false
    case .close:
      finish(.closed)
      return false
    case .reset:
      finish(.reset)
      return false
    }
  }

  private func send(
    _ exchange: Int, total: Int, at now: Instant, shared: inout TokenBucket<Instant>?,
    bytes: (Range<Int>, (UnsafeRawBufferPointer) -> Int) -> Int
  ) -> Bool {
    isBlocked = false
    guard offset < total else { return true }
    var count = min(total - offset, Self.sliceSize)
    if let allowed = shared?.available(at: now) { count = min(count, allowed) }
    if let allowed = bucket?.available(at: now) { count = min(count, allowed) }
    guard count > 0 else {
      let instants = [shared?.nextInstant(), bucket?.nextInstant()].compactMap(\.self)
      wait(until: instants.max() ?? now, exchange, .pausing)
      return false
    }
    let sent = bytes(offset..<offset + count) { StreamSocket.send($0, to: descriptor) }
    guard sent >= 0 else {
      if errno == EAGAIN || errno == EINTR {
        isBlocked = true
        ledger.update(exchange, activity: .blocked)
      } else {
        finish(.cutByClient)
      }
      return false
    }
    shared?.take(sent)
    bucket?.take(sent)
    offset += sent
    ledger.update(exchange, sent: sent, activity: .sending)
    guard offset < total else { return true }
    // The others get their turn.
    wakeUp = now
    return false
  }

  private func wait(until instant: Instant, _ exchange: Int, _ activity: LoopbackServer.Activity) {
    wakeUp = instant
    ledger.update(exchange, activity: activity)
  }

  private func updateBucket(_ rate: Int?, at now: Instant) {
    guard rate != bucketRate else { return }
    bucketRate = rate
    bucket = rate.map { TokenBucket(bytesPerSecond: $0, at: now) }
  }

  private func close() {
    guard !isClosed else { return }
    state = .closed
    isBlocked = false
    wakeUp = nil
    Foundation.close(descriptor)
    ledger.connectionClosed()
  }
}
