#if os(Linux)
import CCurl
import CLodeCurl
import Foundation
import LodeCore

/// Fetches http and https URLs through libcurl. Linux only; elsewhere use `URLSessionFetcher`.
///
/// HTTP/1.1 with connections that are kept, HTTP/2 over TLS, content codings undone. Redirects are
/// followed by rules of Lode's own: http and https only, never from https to http unless the limits
/// allow it, and across origins only `Accept*`, `User-Agent`, `Range` and `Cache-Control` go along.
/// There are no cookies. The environment's `http_proxy`, `https_proxy` and `no_proxy` are honoured.
///
/// One thread runs all fetches of a fetcher, and calls their handlers; it starts with the first fetch,
/// sleeps while there is none, and ends when the fetcher is released and its last fetch is over. A
/// handler that blocks holds up the other fetches.
///
/// After `cancel()` no event begins to be reported, but one whose report is under way on that thread.
/// A suspended fetch holds the sender up: over HTTP/1.1 by the connection's window; over HTTP/2, whose
/// connections are shared, by the stream's.
///
/// - Note: Errors before the answer's head is complete are `.dns`, `.offline`, `.connect` or `.tls`. A
///   connection that breaks later, or a body shorter than was stated, is `.truncated`, a content coding
///   that is unknown or damaged `.decoding`, always at the stage `.fetch`. A gzip body that is cut off
///   where its connection ends properly is not noticed here, but by the decoder of the picture.
public final class CurlFetcher: DataFetching {
  private let configuration: NetworkConfiguration
  private let inbox = CurlInbox()
  private let hasThread = Locked(false)
  private let onThreadEnd: @Sendable () -> Void

  /// Creates a fetcher.
  public convenience init(_ configuration: NetworkConfiguration = NetworkConfiguration()) {
    self.init(configuration, onThreadEnd: {})
  }

  /// Creates a fetcher that says when its thread has freed everything and ends.
  package init(_ configuration: NetworkConfiguration, onThreadEnd: @escaping @Sendable () -> Void) {
    self.configuration = configuration
    self.onThreadEnd = onThreadEnd
  }

  deinit {
    inbox.send(.close)
  }

  /// Starts a fetch on the fetcher's thread. A URL that is not http or https fails before this returns.
  public func fetch(
    _ request: FetchRequest, handler: @escaping @Sendable (FetchEvent) -> Void
  ) -> any FetchTask {
    let task = CurlFetchTask(request: request, inbox: inbox)
    if let fault = Self.fault(of: request) {
      handler(.failed(fault))
      return task
    }
    startThreadOnce()
    task.start(handler)
    return task
  }

  private static func fault(of request: FetchRequest) -> ImagePipelineError? {
    guard Origin(request.url) != nil else {
      guard let scheme = request.url.scheme?.lowercased(), !["http", "https"].contains(scheme)
      else {
        return .fetch(.invalidURL, of: request, "There is no host in “\(request.url)”")
      }
      return .fetch(.unsupportedScheme(scheme), of: request)
    }
    return request.headerFault.map { .fetch(.invalidURL, of: request, $0) }
  }

  private func startThreadOnce() {
    let isFirst = hasThread.withLock { hasThread in
      defer { hasThread = true }
      return !hasThread
    }
    guard isFirst else { return }
    let thread = Thread { [inbox, configuration, onThreadEnd] in
      Self.runLoop(inbox, configuration)
      onThreadEnd()
    }
    thread.name = "lode.fetch"
    thread.start()
  }

  private static func runLoop(_ inbox: CurlInbox, _ configuration: NetworkConfiguration) {
    precondition(libraryIsReady, "libcurl cannot be initialised")
    guard let driver = CurlDriver(inbox: inbox, configuration: configuration) else {
      preconditionFailure("libcurl has no memory for a multi handle")
    }
    driver.run()
  }

  /// libcurl's own initialisation, once a process and before its first use.
  private static let libraryIsReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
}
#endif
