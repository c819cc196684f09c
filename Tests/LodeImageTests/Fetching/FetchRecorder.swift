import Foundation
import LodeCore
import LodeImage

/// Remembers what a fetch reports, and checks the contract of `DataFetching` as it comes.
final class FetchRecorder: Sendable {
  struct Record: Sendable {
    var responses: [FetchResponse] = []
    var body = Data()
    var chunkSizes: [Int] = []
    var isFinished = false
    var error: ImagePipelineError?
    var eventCount = 0
    /// What happened against the contract.
    var violations: [String] = []
    fileprivate var isReporting = false

    var hasEnded: Bool { isFinished || error != nil }
    var code: ImagePipelineError.Code? { error?.code }
    var response: FetchResponse? { responses.first }
  }

  private struct Waiter: Sendable {
    let condition: @Sendable (Record) -> Bool
    let continuation: CheckedContinuation<Record, Never>
  }

  private struct State: Sendable {
    var record = Record()
    var waiters: [Waiter] = []
  }

  private let state = Locked(State())
  private let keepsBody: Bool
  private let onEvent: @Sendable (FetchEvent) -> Void

  /// - Parameter onEvent: Called within each report, on the fetcher's thread.
  init(keepsBody: Bool = true, onEvent: @escaping @Sendable (FetchEvent) -> Void = { _ in }) {
    self.keepsBody = keepsBody
    self.onEvent = onEvent
  }

  var record: Record { state.withLock { $0.record } }

  @Sendable func receive(_ event: FetchEvent) {
    state.withLock { $0.record.begin(event, keepsBody: keepsBody) }
    onEvent(event)
    let resumed: [(CheckedContinuation<Record, Never>, Record)] = state.withLock { state in
      state.record.isReporting = false
      let record = state.record
      let due = state.waiters.filter { $0.condition(record) }
      state.waiters.removeAll { $0.condition(record) }
      return due.map { ($0.continuation, record) }
    }
    for (continuation, record) in resumed { continuation.resume(returning: record) }
  }

  func wait(until condition: @escaping @Sendable (Record) -> Bool) async -> Record {
    await withCheckedContinuation { continuation in
      let now: Record? = state.withLock { state in
        guard !state.record.isReporting, condition(state.record) else {
          state.waiters.append(Waiter(condition: condition, continuation: continuation))
          return nil
        }
        return state.record
      }
      if let now { continuation.resume(returning: now) }
    }
  }

  func waitForEnd() async -> Record {
    await wait { $0.hasEnded }
  }
}

extension FetchRecorder.Record {
  fileprivate mutating func begin(_ event: FetchEvent, keepsBody: Bool) {
    eventCount += 1
    if isReporting { violations.append("two events at once") }
    if hasEnded { violations.append("\(event) after the end") }
    isReporting = true
    switch event {
    case .response(let response):
      if !responses.isEmpty { violations.append("two responses") }
      responses.append(response)
    case .body(let data):
      if responses.isEmpty { violations.append("a body before the response") }
      if data.isEmpty { violations.append("an empty body event") }
      chunkSizes.append(data.count)
      if keepsBody { body.append(data) }
    case .finished:
      if responses.isEmpty { violations.append("finished without a response") }
      isFinished = true
    case .failed(let error):
      self.error = error
    }
  }
}

extension DataFetching {
  /// Fetches and waits for the end.
  func record(
    _ url: URL, headers: [String: String] = [:], limits: FetchLimits = .default
  ) async -> FetchRecorder.Record {
    let recorder = FetchRecorder()
    let task = fetch(
      FetchRequest(url: url, headers: headers, limits: limits), handler: recorder.receive)
    let record = await recorder.waitForEnd()
    _ = task
    return record
  }
}
