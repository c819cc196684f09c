import Foundation
import LodeCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A fetch under way in a URLSession, from its first request to its last event.
///
/// Not Sendable: it belongs to the driver's queue.
final class URLSessionTransfer {
  /// What a driver is to do after a report.
  enum Verdict {
    case goOn
    /// The transfer is over, and the system's task is of no use any more.
    case stop
  }

  let task: URLSessionFetchTask
  /// The system's task, once the transfer has left the queue.
  var sessionTask: URLSessionTask?
  private(set) var hop: RedirectHop
  private(set) var isSuspended = false
  private(set) var isOver = false
  private(set) var deadlines: FetchDeadlines<ContinuousClock.Instant>
  private let request: FetchRequest
  private let handler: @Sendable (FetchEvent) -> Void
  private let policy: RedirectPolicy
  private var response: FetchResponse?
  private var received = 0
  /// What came while the fetch was suspended.
  private var held: [FetchEvent] = []

  init(
    request: FetchRequest, task: URLSessionFetchTask,
    handler: @escaping @Sendable (FetchEvent) -> Void
  ) {
    self.request = request
    self.task = task
    self.handler = handler
    hop = RedirectHop(url: request.url, headers: request.headers)
    policy = RedirectPolicy(limits: request.limits)
    deadlines = FetchDeadlines(limits: request.limits, start: .now)
  }

  /// The transfer has left the queue.
  func started() {
    deadlines.requested(at: .now)
  }

  // MARK: - What the session reports

  /// The next request, or `nil` after a failure.
  func redirect(_ response: HTTPURLResponse) -> RedirectHop? {
    deadlines.heard(at: .now)
    let fields = HTTPFields(response)
    switch policy.decide(status: response.statusCode, fields: fields, after: hop) {
    case .follow(let next):
      hop = next
      return next
    case .refuse(let fault):
      fail(.redirect(fault), fields["Location"].map { "Location: \($0)" })
      return nil
    case .answer:
      return nil
    }
  }

  func receive(_ response: HTTPURLResponse) -> Verdict {
    guard !isOver else { return .stop }
    deadlines.heard(at: .now)
    let fields = HTTPFields(response)
    switch policy.decide(status: response.statusCode, fields: fields, after: hop) {
    case .answer: break
    case .refuse(let fault): return fail(.redirect(fault))
    // The session follows redirects before it reports an answer.
    case .follow: return fail(.redirect(.scheme), fields["Location"].map { "Location: \($0)" })
    }
    if case .bytes(let count) = fields.statedLength, count > request.limits.maximumBodySize {
      return fail(.tooLarge(.bytes), "Content-Length: \(count.bytes)")
    }
    if case .malformed = fields.statedLength {
      return fail(.connect, "Content-Length: \(fields["Content-Length"] ?? "")")
    }
    let head = FetchResponse(
      url: hop.url, status: response.statusCode, headers: fields,
      expectedBodySize: fields.expectedBodySize)
    self.response = head
    report(.response(head))
    return .goOn
  }

  func receive(_ data: Data) -> Verdict {
    guard !isOver, let response else { return isOver ? .stop : .goOn }
    deadlines.heard(at: .now)
    guard !data.isEmpty else { return .goOn }
    guard response.headers.hasKnownCoding else {
      return fail(.decoding, "Content-Encoding: \(response.headers["Content-Encoding"] ?? "")")
    }
    received += data.count
    guard received <= request.limits.maximumBodySize.bytes else { return fail(.tooLarge(.bytes)) }
    report(.body(data))
    return .goOn
  }

  /// The host asks for a password: its answer is the answer, and its body is left unread.
  func receiveRefusal(_ response: HTTPURLResponse) {
    if self.response == nil, case .stop = receive(response) { return }
    end(.finished)
  }

  func complete(_ error: (any Error)?) {
    guard !isOver else { return }
    if let error {
      fail(
        URLSessionFailure.code(for: error, hasHead: response != nil),
        (error as NSError).localizedDescription)
    } else if let response, isShort(response) {
      fail(.truncated, "\(received) of \(response.expectedBodySize?.bytes ?? 0) bytes")
    } else if response == nil {
      fail(.connect, "There was no answer")
    } else {
      end(.finished)
    }
  }

  // MARK: - What the driver does

  func setSuspended(_ suspended: Bool) {
    isSuspended = suspended
    guard !suspended else { return }
    deadlines.heard(at: .now)
    // A handler may suspend the fetch again; that comes back here later.
    let events = held
    held = []
    for event in events where !task.isCancelled { handler(event) }
  }

  func expiredDeadline(at now: ContinuousClock.Instant) -> ImagePipelineError.Deadline? {
    let next = deadlines.next(isSuspended: isSuspended)
    return next.instant <= now ? next.deadline : nil
  }

  @discardableResult
  func fail(_ code: ImagePipelineError.Code, _ underlying: String? = nil) -> Verdict {
    // An error does not wait behind bytes that nobody wants to have.
    held = []
    isSuspended = false
    end(.failed(.fetch(code, of: request, underlying)))
    return .stop
  }

  // MARK: -

  private func end(_ event: FetchEvent) {
    guard !isOver else { return }
    isOver = true
    report(event)
  }

  private func report(_ event: FetchEvent) {
    guard !task.isCancelled else { return }
    if isSuspended { held.append(event) } else { handler(event) }
  }

  private func isShort(_ response: FetchResponse) -> Bool {
    guard let expected = response.expectedBodySize, response.status != 304 else { return false }
    return received < expected.bytes
  }
}

extension HTTPFields {
  /// The fields of a system's response, which keeps neither their order nor their lines apart.
  init(_ response: HTTPURLResponse) {
    self.init(
      response.allHeaderFields.map { Field(name: "\($0.key)", value: "\($0.value)") }
        .sorted { $0.name < $1.name })
  }

  /// Whether the system undoes the content coding.
  fileprivate var hasKnownCoding: Bool {
    isUncoded
      || ["gzip", "x-gzip", "deflate", "br", "zstd"].contains(
        self["Content-Encoding"]?.lowercased())
  }
}
