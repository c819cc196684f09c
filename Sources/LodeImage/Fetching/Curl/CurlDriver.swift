#if os(Linux)
import CCurl
import CLodeCurl
import Glibc

/// Runs transfers on the thread it was made on: the loop around libcurl's multi interface.
///
/// Not Sendable. It waits without a timeout while there is no transfer.
final class CurlDriver {
  private let multi: UnsafeMutableRawPointer
  private let inbox: CurlInbox
  private let configuration: NetworkConfiguration
  private let trustStore: TrustStore?
  private let notes = CurlNotes()
  private var queue: ConnectionQueue<ObjectIdentifier>
  private var transfers: [ObjectIdentifier: CurlTransfer] = [:]
  private var transfersByHandle: [UnsafeMutableRawPointer: CurlTransfer] = [:]
  private var isClosing = false

  init?(inbox: CurlInbox, configuration: NetworkConfiguration) {
    guard let multi = curl_multi_init() else { return nil }
    self.multi = multi
    self.inbox = inbox
    self.configuration = configuration
    queue = ConnectionQueue(
      limitPerOrigin: configuration.maximumConnectionsPerHost,
      limit: configuration.maximumConnectionCount)
    trustStore =
      configuration.additionalTrustRoots.isEmpty
      ? nil : TrustStore(adding: configuration.additionalTrustRoots)
    clode_multi_set_long(multi, CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX))
    // How many are in use at once is up to the queue; this limits those that are kept.
    clode_multi_set_long(multi, CURLMOPT_MAXCONNECTS, configuration.maximumConnectionCount)
    inbox.attach(multi)
  }

  deinit {
    inbox.detach()
    curl_multi_cleanup(multi)
  }

  /// Runs until the inbox is closed and the last transfer is over.
  func run() {
    Self.blockBrokenPipeSignal()
    while true {
      notes.now = .now
      for command in inbox.takeAll() { obey(command) }
      perform()
      if isClosing, transfers.isEmpty { return }
      enforceDeadlines()
      if inbox.prepareToSleep() { sleep() }
    }
  }

  // MARK: - Commands

  private func obey(_ command: CurlInbox.Command) {
    switch command {
    case .start(let task, let handler):
      guard !task.isCancelled else { return }
      let transfer = CurlTransfer(task: task, handler: handler, notes: notes)
      transfers[ObjectIdentifier(task)] = transfer
      enqueue(transfer)
    case .cancel(let task):
      if let transfer = transfers[ObjectIdentifier(task)] { remove(transfer) }
    case .resume(let task):
      transfers[ObjectIdentifier(task)]?.resume()
    case .close:
      isClosing = true
    }
  }

  // MARK: - Transfers

  private func enqueue(_ transfer: CurlTransfer) {
    // URLs without an origin are refused before they come here.
    guard let origin = Origin(transfer.hop.url) else {
      return finish(transfer, CURLE_URL_MALFORMAT)
    }
    transfer.isSecure = origin.isSecure
    begin(queue.enqueue(ObjectIdentifier(transfer.task), for: origin))
  }

  private func begin(_ admitted: [ObjectIdentifier]) {
    for id in admitted { if let transfer = transfers[id] { begin(transfer) } }
  }

  private func begin(_ transfer: CurlTransfer) {
    transfer.connecting()
    guard let easy = CurlEasy() else {
      finish(transfer, CURLE_OUT_OF_MEMORY)
      return
    }
    easy.configure(
      for: transfer.hop, isSecure: transfer.isSecure, limits: transfer.task.request.limits,
      configuration: configuration,
      trustStorePath: trustStore?.path)
    transfer.connect(to: easy)
    transfer.easy = easy
    transfersByHandle[easy.handle] = transfer
    guard curl_multi_add_handle(multi, easy.handle) == CURLM_OK else {
      finish(transfer, CURLE_FAILED_INIT)
      return
    }
  }

  private func perform() {
    guard !transfers.isEmpty else { return }
    var runningCount: Int32 = 0
    curl_multi_perform(multi, &runningCount)
    var messageCount: Int32 = 0
    while let message = curl_multi_info_read(multi, &messageCount) {
      guard
        message.pointee.msg == CURLMSG_DONE,
        let transfer = transfersByHandle[message.pointee.easy_handle]
      else { continue }
      finish(transfer, message.pointee.data.result)
    }
    followDiscoveries()
  }

  private func followDiscoveries() {
    let discoveries = notes.discoveries
    notes.discoveries.removeAll(keepingCapacity: true)
    for discovery in discoveries {
      switch discovery {
      case .connected(let transfer):
        begin(queue.connected(ObjectIdentifier(transfer.task)))
      case .multiplexed(let transfer):
        begin(queue.multiplexed(ObjectIdentifier(transfer.task)))
      }
    }
  }

  private func finish(_ transfer: CurlTransfer, _ result: CURLcode) {
    switch transfer.end(result) {
    case .over:
      remove(transfer)
    case .next:
      detach(transfer)
      begin(queue.remove(ObjectIdentifier(transfer.task)))
      enqueue(transfer)
    }
  }

  private func remove(_ transfer: CurlTransfer) {
    detach(transfer)
    transfers[ObjectIdentifier(transfer.task)] = nil
    begin(queue.remove(ObjectIdentifier(transfer.task)))
  }

  /// Takes the transfer's handle back. libcurl closes the connection if the answer is not complete.
  private func detach(_ transfer: CurlTransfer) {
    guard let easy = transfer.easy else { return }
    curl_multi_remove_handle(multi, easy.handle)
    transfersByHandle[easy.handle] = nil
    transfer.easy = nil
  }

  // MARK: - Time

  private func enforceDeadlines() {
    guard let earliest = notes.earliestDeadline else { return }
    let now = notes.now
    guard now >= earliest else { return }
    notes.resetDeadline()
    for transfer in transfers.values {
      if let deadline = transfer.expiredDeadline(at: now) {
        transfer.expire(deadline)
        remove(transfer)
      } else {
        transfer.includeDeadline()
      }
    }
  }

  private func sleep() {
    // With no transfer there is nothing but a command to wait for.
    var timeout = Int32.max
    if transfers.isEmpty {
      notes.resetDeadline()
    } else if let earliest = notes.earliestDeadline {
      timeout = Int32(
        clamping: max(0, ContinuousClock.now.duration(to: earliest).wholeMilliseconds))
    }
    curl_multi_poll(multi, nil, 0, timeout, nil)
  }

  /// A write to a connection that the other side has closed must not end the process; libcurl leaves
  /// that to its client where it may not use signals.
  private static func blockBrokenPipeSignal() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }
}
#endif
