public import Foundation
public import LodeCore

/// Gets the bytes of a URL.
///
/// For implementers: `fetch` returns at once and does no I/O on the calling thread. It reports to
/// `handler` serially, from any thread, possibly before it has returned:
///
///     (response, body*)?, then exactly one of finished or failed
///
/// After `cancel()` nothing more needs to be reported, and what is still on its way is ignored.
/// A status that means failure is no failure of the fetch: it is reported as a response.
public protocol DataFetching: Sendable {
  /// Starts to fetch `request` and reports what happens to `handler`.
  func fetch(
    _ request: FetchRequest, handler: @escaping @Sendable (FetchEvent) -> Void
  ) -> any FetchTask
}

/// What happens while bytes are fetched.
public enum FetchEvent: Sendable {
  /// The head of the final answer, after all redirects. At most once, before any body.
  case response(FetchResponse)
  /// The next bytes of the body, content codings such as gzip undone. Never empty.
  case body(Data)
  /// The body is complete. The last event.
  case finished
  /// The fetch failed. The last event.
  case failed(ImagePipelineError)
}

/// A fetch under way.
///
/// All functions may be called from any thread, any number of times, and also after the end.
public protocol FetchTask: Sendable {
  /// Stops the fetch and frees its connection.
  func cancel()

  /// Stops reading, so that the sender is held up (back-pressure).
  ///
  /// What has been read already, at most one buffer of 64 KiB, may still be reported. Timeouts for an
  /// idle connection do not run while a fetch is suspended.
  func suspend()

  /// Goes on reading after `suspend()`.
  func resume()
}

/// What is to be fetched, and within which limits.
public struct FetchRequest: Hashable, Sendable {
  /// The URL; its scheme has been checked by the pipeline.
  public var url: URL

  /// Header fields to send; they take precedence over those the fetcher adds.
  public var headers: [String: String]

  /// Deadlines and caps.
  public var limits: FetchLimits

  /// Creates a request.
  public init(url: URL, headers: [String: String] = [:], limits: FetchLimits = .default) {
    self.url = url
    self.headers = headers
    self.limits = limits
  }
}

/// The deadlines and caps of a fetch.
public struct FetchLimits: Hashable, Sendable {
  /// The time to reach the server, name lookup and TLS handshake included.
  public var connectTimeout: Duration

  /// The longest time without a byte received.
  public var idleTimeout: Duration

  /// The time for everything, redirects included.
  public var totalTimeout: Duration

  /// The most bytes a body may have, counted after content decoding.
  public var maximumBodySize: ByteCount

  /// The most redirects that are followed.
  public var maximumRedirectCount: Int

  /// Whether a redirect may lead from https to http.
  public var allowsInsecureRedirects: Bool

  /// Creates limits.
  public init(
    connectTimeout: Duration = .seconds(10), idleTimeout: Duration = .seconds(30),
    totalTimeout: Duration = .seconds(120), maximumBodySize: ByteCount = .mebibytes(64),
    maximumRedirectCount: Int = 20, allowsInsecureRedirects: Bool = false
  ) {
    self.connectTimeout = connectTimeout
    self.idleTimeout = idleTimeout
    self.totalTimeout = totalTimeout
    self.maximumBodySize = maximumBodySize
    self.maximumRedirectCount = maximumRedirectCount
    self.allowsInsecureRedirects = allowsInsecureRedirects
  }

  /// 10 s to connect, 30 s idle, 120 s in all, 64 MiB, 20 redirects, never from https to http.
  public static let `default` = FetchLimits()
}

/// The head of an answer.
public struct FetchResponse: Hashable, Sendable {
  /// The URL that answered, after redirects.
  public var url: URL

  /// The HTTP status, or `nil` where the source has none (`file:`, `data:`).
  public var status: Int?

  /// The header fields.
  public var headers: HTTPFields

  /// The length of the body after content decoding, or `nil` where it is not known in advance.
  public var expectedBodySize: ByteCount?

  /// Creates a response.
  public init(
    url: URL, status: Int? = nil, headers: HTTPFields = HTTPFields(),
    expectedBodySize: ByteCount? = nil
  ) {
    self.url = url
    self.status = status
    self.headers = headers
    self.expectedBodySize = expectedBodySize
  }
}
