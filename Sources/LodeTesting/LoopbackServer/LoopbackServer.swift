import Dispatch
public import Foundation

/// An HTTP server on 127.0.0.1 that does what a test or a demonstration tells it to, faults included.
///
///     let server = try LoopbackServer { request in
///       request.path == "/photo.png" ? .ok(photo, type: "image/png") : .status(404)
///     }
///     defer { server.stop() }
///     let picture = server.url("/photo.png")
///
/// It speaks HTTP/1.1 over plain sockets, keeps connections, and reads bodies of requests that state
/// their length. An answer is a script of steps: bytes, pauses, gates that a test opens, ends good and
/// bad. What was asked for and what became of it is in `status`, and `wait(until:)` waits for it.
///
/// One thread of its own runs all connections and calls the handler, so that a handler must not block.
/// All functions may be called from any thread. `stop()`, or the release of the server, closes every
/// connection and ends the thread; nothing is left behind.
public final class LoopbackServer: Sendable {
  /// Answers a request. Called on the server's thread; must return soon.
  public typealias Handler = @Sendable (Request) -> Response

  /// The system refused a socket or a thread's means of waking up; the sentence says which and why.
  public struct StartError: Error, CustomStringConvertible {
    /// A sentence for a log.
    public let description: String
  }

  /// The port, which the system has chosen.
  public let port: Int

  private let ledger: ServerLedger
  private let hasEnded = DispatchSemaphore(value: 0)

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - sendBufferSize: The kernel's buffer for each connection, in bytes (`SO_SNDBUF`), where a test
  ///     needs to know how much may be under way; `nil` leaves it to the system.
  ///   - conditions: How the network is to be at first.
  ///   - historyLimit: How many exchanges `status` keeps at least; at twice as many the oldest go.
  ///   - handler: Answers requests.
  /// - Throws: `StartError`.
  public init(
    sendBufferSize: Int? = nil, conditions: Conditions = Conditions(),
    historyLimit: Int = 100_000, handler: @escaping Handler
  ) throws {
    let wakePipe = try WakePipe()
    let listener = try ListeningSocket(sendBufferSize: sendBufferSize)
    port = listener.port
    ledger = ServerLedger(
      wakePipe: wakePipe, conditions: conditions, historyLimit: historyLimit)
    let thread = Thread { [ledger, hasEnded] in
      ServerLoop(listener: listener, ledger: ledger, handler: handler).run()
      ledger.end()
      hasEnded.signal()
    }
    thread.name = "lode.loopback"
    thread.start()
  }

  deinit {
    stop()
  }

  /// The URL of `path`, which begins with a slash and may have a query.
  public func url(_ path: String) -> URL {
    URL(string: "http://127.0.0.1:\(port)\(path)")!
  }

  /// What the server has served so far.
  public var status: Status { ledger.status }

  /// How the network is; a change holds for connections that are open, too.
  public var conditions: Conditions {
    get { ledger.conditions }
    set { ledger.conditions = newValue }
  }

  /// Waits until `condition` holds, and returns the status for which it did.
  ///
  /// It is evaluated now and after each change, so that it should ask for facts that last. The wait
  /// ends early where the task is cancelled or the server stops.
  @discardableResult
  public func wait(until condition: @escaping @Sendable (Status) -> Bool) async -> Status {
    await ledger.wait(until: condition)
  }

  /// Waits until `count` requests have arrived, to `path` alone where it is given.
  @discardableResult
  public func waitForRequests(_ count: Int, to path: String? = nil) async -> Status {
    await wait { status in
      guard let path else { return status.exchanges.count >= count }
      return status.exchanges(for: path).count >= count
    }
  }

  /// Forgets the exchanges that have ended.
  public func clearStatus() {
    ledger.clear()
  }

  /// Closes all connections and ends the server. Returns when its thread has freed everything, or at
  /// once where the handler calls it.
  public func stop() {
    guard ledger.stop() else { return }
    hasEnded.wait()
    // Whoever else waits is let through as well.
    hasEnded.signal()
  }
}
