#if os(Linux)
import CCurl
import CLodeCurl
import Foundation
import LodeCore

/// A fetch under way, from its first request to its last event.
///
/// Not Sendable: it belongs to the thread that runs the transfers, and libcurl calls it from there.
final class CurlTransfer {
  /// What becomes of bytes that have come.
  enum Verdict {
    case take
    /// The fetch is suspended: libcurl keeps them.
    case pause
    /// The transfer is to end.
    case refuse
  }

  /// What the head of the answer led to.
  private enum Ruling {
    case none
    case answer
    case follow(RedirectHop)
    case failure(ImagePipelineError)
  }

  /// How a request ended.
  enum Ending {
    case over
    case next
  }

  let task: CurlFetchTask
  /// The handle in use; set by the driver.
  var easy: CurlEasy?
  private(set) var hop: RedirectHop
  /// Whether the hop's URL is https; set by the driver.
  var isSecure = false
  private(set) var deadlines: FetchDeadlines<ContinuousClock.Instant>
  private(set) var isPaused = false
  private let handler: @Sendable (FetchEvent) -> Void
  private let policy: RedirectPolicy
  private let notes: CurlNotes
  private var head = ResponseHead()
  private var ruling = Ruling.none
  private var received = 0

  /// The most of a redirect's body that is read to keep the connection.
  private static let largestDiscardedBody = 65_536

  init(
    task: CurlFetchTask, handler: @escaping @Sendable (FetchEvent) -> Void, notes: CurlNotes
  ) {
    self.task = task
    self.handler = handler
    self.notes = notes
    hop = RedirectHop(url: task.request.url, headers: task.request.headers)
    policy = RedirectPolicy(limits: task.request.limits)
    deadlines = FetchDeadlines(limits: task.request.limits, start: notes.now)
    includeDeadline()
  }

  // MARK: - What libcurl reports

  /// There is a connection, and the request is about to be sent.
  func requested() {
    deadlines.requested(at: notes.now)
    includeDeadline()
    notes.discoveries.append(.connected(self))
  }

  func receive(headerLine line: UnsafeRawBufferPointer) -> Verdict {
    deadlines.heard(at: notes.now)
    switch head.receive(line: line) {
    case .incomplete: return .take
    case .refused(let reason): return fail(.connect, reason)
    case .complete: return judgeHead()
    }
  }

  func receive(body bytes: UnsafeRawBufferPointer) -> Verdict {
    guard !task.isCancelled else { return .refuse }
    switch ruling {
    case .none, .failure:
      return .refuse
    case .follow:
      received += bytes.count
      return received > Self.largestDiscardedBody ? .refuse : .take
    case .answer:
      if task.isSuspended {
        isPaused = true
        return .pause
      }
      deadlines.heard(at: notes.now)
      guard !bytes.isEmpty else { return .take }
      received += bytes.count
      guard received <= task.request.limits.maximumBodySize.bytes else {
        return fail(.tooLarge(.bytes))
      }
      handler(.body(Data(bytes)))
      return .take
    }
  }

  // MARK: - What the driver does

  /// The transfer has left the queue.
  func connecting() {
    deadlines.connecting(at: notes.now)
    includeDeadline()
  }

  func resume() {
    task.didResume()
    deadlines.heard(at: notes.now)
    includeDeadline()
    guard isPaused, let easy else { return }
    isPaused = false
    // Hands out what was kept, and may pause again.
    curl_easy_pause(easy.handle, CURLPAUSE_CONT)
  }

  /// Sends the last event, unless the fetch was cancelled or is to go on at another URL.
  func end(_ result: CURLcode) -> Ending {
    guard !task.isCancelled else { return .over }
    switch ruling {
    case .follow(let hop):
      self.hop = hop
      prepareRequest()
      return .next
    case .failure(let error):
      handler(.failed(error))
    case .answer where result == CURLE_OK:
      handler(.finished)
    case .none, .answer:
      let code = CurlFailure.code(
        for: result, systemError: easy?.systemError ?? 0, hasHead: head.isComplete)
      handler(.failed(.fetch(code, of: task.request, easy?.failureText(result))))
    }
    return .over
  }

  /// The deadline that is over at `now`, if there is one.
  func expiredDeadline(at now: ContinuousClock.Instant) -> ImagePipelineError.Deadline? {
    let next = deadlines.next(isSuspended: task.isHeldUp)
    return next.instant <= now ? next.deadline : nil
  }

  func expire(_ deadline: ImagePipelineError.Deadline) {
    guard !task.isCancelled else { return }
    handler(.failed(.fetch(.timeout(deadline), of: task.request)))
  }

  func includeDeadline() {
    notes.include(deadlines.next(isSuspended: task.isHeldUp).instant)
  }

  // MARK: -

  private func prepareRequest() {
    head = ResponseHead()
    ruling = .none
    received = 0
    deadlines.nextHop()
  }

  private func judgeHead() -> Verdict {
    guard !task.isCancelled else { return .refuse }
    if head.isMultiplexed { notes.discoveries.append(.multiplexed(self)) }
    switch policy.decide(status: head.status, fields: head.fields, after: hop) {
    case .follow(let next):
      ruling = .follow(next)
      return .take
    case .refuse(let fault):
      return fail(.redirect(fault), head.fields["Location"].map { "Location: \($0)" })
    case .answer:
      break
    }
    let length = head.fields.statedLength
    switch length {
    case .malformed:
      return fail(.connect, "Content-Length: \(head.fields["Content-Length"] ?? "")")
    case .bytes(let count) where count > task.request.limits.maximumBodySize:
      return fail(.tooLarge(.bytes), "Content-Length: \(count.bytes)")
    case .bytes, .none:
      break
    }
    ruling = .answer
    handler(
      .response(
        FetchResponse(
          url: hop.url, status: head.status, headers: head.fields,
          expectedBodySize: head.fields.expectedBodySize)))
    return .take
  }

  private func fail(_ code: ImagePipelineError.Code, _ underlying: String? = nil) -> Verdict {
    ruling = .failure(.fetch(code, of: task.request, underlying))
    return .refuse
  }
}
#endif
