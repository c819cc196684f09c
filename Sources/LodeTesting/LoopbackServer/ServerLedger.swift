import LodeCore

/// What the server's thread and its clients share.
final class ServerLedger: Sendable {
  typealias Status = LoopbackServer.Status
  typealias Condition = @Sendable (Status) -> Bool

  private struct Waiter: Sendable {
    let condition: Condition
    let continuation: CheckedContinuation<Status, Never>
  }

  private struct State: Sendable {
    var status = Status()
    var conditions: LoopbackServer.Conditions
    var isStopping = false
    var waiters: [Int: Waiter] = [:]
    var waiterCount = 0
    var exchangeCount = 0
    var isLoopThread: @Sendable () -> Bool = { false }
  }

  let wakePipe: WakePipe
  private let state: Locked<State>

  private let historyLimit: Int

  init(wakePipe: WakePipe, conditions: LoopbackServer.Conditions, historyLimit: Int) {
    self.wakePipe = wakePipe
    self.historyLimit = historyLimit
    state = Locked(State(conditions: conditions))
  }

  // MARK: - Clients

  var status: Status { state.withLock { $0.status } }

  var conditions: LoopbackServer.Conditions {
    get { state.withLock { $0.conditions } }
    set {
      state.withLock { $0.conditions = newValue }
      wakePipe.wake()
    }
  }

  func clear() {
    state.withLock { state in
      state.status.exchanges.removeAll { !$0.isUnderWay }
    }
  }

  func wait(until condition: @escaping Condition) async -> Status {
    let id = state.withLock { state in
      state.waiterCount += 1
      return state.waiterCount
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waiter = Waiter(condition: condition, continuation: continuation)
        state.withLock { $0.waiters[id] = waiter }
        if Task.isCancelled { resume(id) }
        notify()
      }
    } onCancel: {
      resume(id)
    }
  }

  /// Asks the thread to end; `false` where the caller is that thread, which cannot wait for itself.
  func stop() -> Bool {
    let isLoopThread = state.withLock { state in
      state.isStopping = true
      return state.isLoopThread
    }
    wakePipe.wake()
    return !isLoopThread()
  }

  // MARK: - The server's thread

  var isStopping: Bool { state.withLock { $0.isStopping } }

  func begin(isLoopThread: @escaping @Sendable () -> Bool) {
    state.withLock { $0.isLoopThread = isLoopThread }
  }

  func end() {
    state.withLock { $0.status.isStopped = true }
    notify()
  }

  func connectionOpened() -> Int {
    state.withLock { state in
      state.status.connectionCount += 1
      state.status.openConnectionCount += 1
      return state.status.connectionCount
    }
  }

  func connectionClosed() {
    state.withLock { $0.status.openConnectionCount -= 1 }
  }

  func exchangeBegan(_ request: LoopbackServer.Request) -> Int {
    state.withLock { state in
      state.exchangeCount += 1
      if state.status.exchanges.count >= 2 * historyLimit {
        let old = state.status.exchanges.dropLast(historyLimit).filter(\.isUnderWay)
        state.status.exchanges = old + state.status.exchanges.suffix(historyLimit)
      }
      state.status.exchanges.append(
        LoopbackServer.Exchange(id: state.exchangeCount, request: request))
      return state.exchangeCount
    }
  }

  func update(_ id: Int, sent: Int = 0, activity: LoopbackServer.Activity) {
    state.withLock { state in
      // Nearly always the last one, or one of the last.
      guard let index = state.status.exchanges.lastIndex(where: { $0.id == id }) else { return }
      state.status.exchanges[index].sent += ByteCount(sent)
      state.status.exchanges[index].activity = activity
    }
  }

  /// Resumes those whose condition holds. Conditions are clients' code: never under the lock.
  func notify() {
    let (status, waiters) = state.withLock {
      ($0.waiters.isEmpty ? Status() : $0.status, $0.waiters)
    }
    for (id, waiter) in waiters where status.isStopped || waiter.condition(status) {
      resume(id, status)
    }
  }

  private func resume(_ id: Int, _ status: Status? = nil) {
    let (waiter, current) = state.withLock { ($0.waiters.removeValue(forKey: id), $0.status) }
    waiter?.continuation.resume(returning: status ?? current)
  }
}

extension LoopbackServer.Exchange {
  fileprivate var isUnderWay: Bool {
    if case .ended = activity { false } else { true }
  }
}
