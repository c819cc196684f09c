import Dispatch
import Foundation
import LodeCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Runs transfers in one URLSession, and is its delegate.
///
/// `@unchecked Sendable` because every property is constant or touched on `queue` alone, which is also
/// the queue that the session calls its delegate on.
final class URLSessionDriver: NSObject, @unchecked Sendable {
  let configuration: NetworkConfiguration
  private let queue = DispatchQueue(label: "lode.fetch.session")
  private var session: URLSession?
  private var transfers: [ObjectIdentifier: URLSessionTransfer] = [:]
  private var transfersByTask: [Int: URLSessionTransfer] = [:]
  private var connections: ConnectionQueue<ObjectIdentifier>
  /// When the deadlines will be looked at next.
  private var nextLook: ContinuousClock.Instant?
  private var isClosing = false

  init(_ configuration: NetworkConfiguration) {
    self.configuration = configuration
    connections = ConnectionQueue(
      limitPerOrigin: configuration.maximumConnectionsPerHost,
      limit: configuration.maximumConnectionCount)
    super.init()
  }

  // MARK: - Commands, from any thread

  func start(
    _ request: FetchRequest, _ task: URLSessionFetchTask,
    _ handler: @escaping @Sendable (FetchEvent) -> Void
  ) {
    queue.async { [self] in
      guard !task.isCancelled, let origin = Origin(request.url) else { return }
      let transfer = URLSessionTransfer(request: request, task: task, handler: handler)
      let id = ObjectIdentifier(task)
      transfers[id] = transfer
      begin(connections.enqueue(id, for: origin))
      // Whether the connection will be shared is the system's affair.
      begin(connections.connected(id))
      look(at: transfer)
    }
  }

  func cancel(_ task: URLSessionFetchTask) {
    queue.async { [self] in
      if let transfer = transfers[ObjectIdentifier(task)] { stop(transfer) }
    }
  }

  func setSuspended(_ isSuspended: Bool, _ task: URLSessionFetchTask) {
    queue.async { [self] in
      guard
        let transfer = transfers[ObjectIdentifier(task)], transfer.isSuspended != isSuspended
      else { return }
      if let sessionTask = transfer.sessionTask, !transfer.isOver {
        hold(sessionTask, isSuspended)
      }
      transfer.setSuspended(isSuspended)
      look(at: transfer)
      if transfer.isOver, !transfer.isSuspended { remove(transfer) }
    }
  }

  /// No fetch will be started any more; those under way run to their ends.
  func close() {
    queue.async { [self] in
      isClosing = true
      endSessionIfDone()
    }
  }

  // MARK: - Transfers, on the queue

  func transfer(of task: URLSessionTask) -> URLSessionTransfer? {
    transfersByTask[task.taskIdentifier]
  }

  func request(for hop: RedirectHop) -> URLRequest {
    var request = URLRequest(url: hop.url, cachePolicy: .reloadIgnoringLocalCacheData)
    request.httpShouldHandleCookies = false
    // Deadlines are this driver's; on Linux the system's are whole seconds.
    request.timeoutInterval = 24 * 3600
    request.setValue(configuration.userAgent, forHTTPHeaderField: "User-Agent")
    for (name, value) in hop.headers { request.setValue(value, forHTTPHeaderField: name) }
    return request
  }

  /// Ends a transfer whose system's task is not over.
  func stop(_ transfer: URLSessionTransfer) {
    transfer.sessionTask?.cancel()
    remove(transfer)
  }

  func remove(_ transfer: URLSessionTransfer) {
    let id = ObjectIdentifier(transfer.task)
    guard transfers.removeValue(forKey: id) != nil else { return }
    if let task = transfer.sessionTask { transfersByTask[task.taskIdentifier] = nil }
    begin(connections.remove(id))
    endSessionIfDone()
  }

  private func begin(_ admitted: [ObjectIdentifier]) {
    for id in admitted {
      guard let transfer = transfers[id] else { continue }
      let task = activeSession().dataTask(with: request(for: transfer.hop))
      transfer.sessionTask = task
      transfersByTask[task.taskIdentifier] = transfer
      transfer.started()
      look(at: transfer)
      task.resume()
      if transfer.isSuspended { hold(task, true) }
    }
  }

  private func activeSession() -> URLSession {
    if let session { return session }
    let settings = URLSessionConfiguration.ephemeral
    settings.urlCache = nil
    settings.httpCookieStorage = nil
    settings.httpShouldSetCookies = false
    settings.httpCookieAcceptPolicy = .never
    settings.urlCredentialStorage = nil
    settings.httpMaximumConnectionsPerHost = configuration.maximumConnectionsPerHost
    settings.timeoutIntervalForRequest = 24 * 3600
    let delegateQueue = OperationQueue()
    delegateQueue.maxConcurrentOperationCount = 1
    delegateQueue.underlyingQueue = queue
    let session = URLSession(
      configuration: settings, delegate: self, delegateQueue: delegateQueue)
    self.session = session
    return session
  }

  /// The session holds its delegate until it is invalidated.
  private func endSessionIfDone() {
    guard isClosing, transfers.isEmpty else { return }
    session?.finishTasksAndInvalidate()
    session = nil
  }

  // MARK: - Deadlines, on the queue

  /// Sees to it that the transfer's deadline is looked at in time.
  private func look(at transfer: URLSessionTransfer) {
    let instant = transfer.deadlines.next(isSuspended: transfer.isSuspended).instant
    if let nextLook, nextLook <= instant { return }
    nextLook = instant
    let delay = max(.zero, ContinuousClock.now.duration(to: instant)) / .seconds(1)
    queue.asyncAfter(deadline: .now() + delay) { [weak self] in self?.enforceDeadlines() }
  }

  private func enforceDeadlines() {
    let now = ContinuousClock.now
    // An earlier look has been made instead, and has arranged for the next one.
    guard let due = nextLook, due <= now else { return }
    nextLook = nil
    for transfer in transfers.values {
      if let deadline = transfer.expiredDeadline(at: now) {
        transfer.fail(.timeout(deadline))
        stop(transfer)
      } else {
        look(at: transfer)
      }
    }
  }
}
