public import Foundation

/// Why a picture did not come.
///
/// One error type for the whole pipeline. `code` says what happened and, in its documentation, what can
/// be done about it; `description` is one sentence for a log; `shortDescription` is for counters.
public struct ImagePipelineError: Error, Hashable, Sendable {
  /// What happened.
  public var code: Code

  /// Where in the pipeline it happened.
  public var stage: Stage

  /// The URL that was asked for.
  public var url: URL?

  /// What the layer below said, for a log.
  public var underlying: String?

  /// How long the server asks clients to wait before they try again (`Retry-After`).
  public var retryAfter: Duration?

  /// Creates an error.
  public init(
    _ code: Code, stage: Stage, url: URL? = nil, underlying: String? = nil,
    retryAfter: Duration? = nil
  ) {
    self.code = code
    self.stage = stage
    self.url = url
    self.underlying = underlying
    self.retryAfter = retryAfter
  }

  /// A step of the pipeline.
  public enum Stage: String, Hashable, Sendable {
    case request, fetch, decode, process
  }

  /// What a server did not do in time.
  public enum Deadline: String, Hashable, Sendable {
    case connect, idle, total
  }

  /// What is wrong with a redirect.
  public enum RedirectFault: String, Hashable, Sendable {
    /// There are more of them than are followed.
    case limit
    /// It leads to a scheme other than http and https, or nowhere.
    case scheme
    /// It leads from https to http.
    case downgrade
  }

  /// What is larger than its limit.
  public enum Measure: String, Hashable, Sendable {
    case bytes, pixels, frames
  }

  /// What can go wrong. New codes may be added: a `switch` over them needs a `default`.
  public enum Code: Hashable, Sendable {
    /// `nil` was loaded. Nothing to do: the view is clear.
    case requestMissing
    /// The text is no URL. Check where it comes from; `underlying` quotes it.
    case invalidURL
    /// No fetcher knows the URL's scheme. Use http, https, file or data, or register a fetcher.
    case unsupportedScheme(String)
    /// The load was cancelled. Never shown to a person, never retried.
    case cancelled
    /// Another load took the view over. Never shown to a person.
    case superseded
    /// The machine has no network. Try again when it is back.
    case offline
    /// The host's name is not known. Check the URL, or try again.
    case dns
    /// The host does not answer on that port, or the connection broke. Try again.
    case connect
    /// No secure connection: certificate, host name or protocol version. Never falls back to http.
    case tls
    /// The server did not answer in time. Try again.
    case timeout(Deadline)
    /// The redirects are not followed.
    case redirect(RedirectFault)
    /// The server answered with a status outside 200–299. 404 and 410 are not worth another try.
    case status(Int)
    /// The answer has no body.
    case empty
    /// The body is something else than a picture, such as the page of a captive portal.
    case notAnImage(kind: String, firstWords: String)
    /// The body ends before the picture does. Try again.
    case truncated
    /// The body or the picture is over a limit. Raise the limit if that is what you want.
    case tooLarge(Measure)
    /// A picture in a format that no decoder knows.
    case unsupportedFormat(String)
    /// The decoder refused the picture; `underlying` has its reason.
    case decoding
    /// A processor failed.
    case processing
    /// The request allows the cache alone, and the picture is not in it.
    case cacheOnlyMiss
    /// The pipeline was invalidated. Make a new one.
    case pipelineInvalidated
  }
}

extension ImagePipelineError: CustomStringConvertible {
  /// A sentence for a log, with the URL and what the layer below said.
  public var description: String {
    var text = summary
    if let url {
      // A data: URL may be megabytes long.
      text += " (\(url.absoluteString.prefix(200)))"
    }
    if let underlying { text += ": \(underlying)" }
    return text
  }

  /// A name from a bounded set, for counters.
  public var shortDescription: String {
    switch code {
    case .requestMissing: "requestMissing"
    case .invalidURL: "invalidURL"
    case .unsupportedScheme: "unsupportedScheme"
    case .cancelled: "cancelled"
    case .superseded: "superseded"
    case .offline: "offline"
    case .dns: "dns"
    case .connect: "connect"
    case .tls: "tls"
    case .timeout(let deadline): "timeout.\(deadline.rawValue)"
    case .redirect(let fault): "redirect.\(fault.rawValue)"
    case .status(let status): "status.\(status / 100)xx"
    case .empty: "empty"
    case .notAnImage: "notAnImage"
    case .truncated: "truncated"
    case .tooLarge(let measure): "tooLarge.\(measure.rawValue)"
    case .unsupportedFormat: "unsupportedFormat"
    case .decoding: "decoding"
    case .processing: "processing"
    case .cacheOnlyMiss: "cacheOnlyMiss"
    case .pipelineInvalidated: "pipelineInvalidated"
    }
  }

  private var summary: String {
    switch code {
    case .requestMissing: "There is nothing to load"
    case .invalidURL: "This is not a URL"
    case .unsupportedScheme(let scheme): "No fetcher knows the scheme “\(scheme)”"
    case .cancelled: "The load was cancelled"
    case .superseded: "Another load took over"
    case .offline: "There is no network"
    case .dns: "The host is not known"
    case .connect: "The host cannot be reached"
    case .tls: "No secure connection could be made"
    case .timeout(.connect): "The host did not answer in time"
    case .timeout(.idle): "The server went silent"
    case .timeout(.total): "The load took too long"
    case .redirect(.limit): "There are too many redirects"
    case .redirect(.scheme): "A redirect leads to something that is not loaded from the network"
    case .redirect(.downgrade): "A redirect leads from https to http"
    case .status(let status): "The server answered with status \(status)"
    case .empty: "The answer is empty"
    case .notAnImage(let kind, _): "The answer is \(kind), not a picture"
    case .truncated: "The picture is cut off"
    case .tooLarge(.bytes): "The file is larger than allowed"
    case .tooLarge(.pixels): "The picture has more pixels than allowed"
    case .tooLarge(.frames): "The picture has more frames than allowed"
    case .unsupportedFormat(let format): "Pictures in the format \(format) are not supported"
    case .decoding: "The picture is damaged"
    case .processing: "The picture could not be processed"
    case .cacheOnlyMiss: "The picture is not in the cache"
    case .pipelineInvalidated: "The pipeline was invalidated"
    }
  }
}

extension ImagePipelineError {
  /// Whether the load ended because somebody ended it, and nothing went wrong.
  public var isCancellation: Bool { code == .cancelled || code == .superseded }

  /// The same error for another request's URL.
  package func about(_ url: URL) -> ImagePipelineError {
    var error = self
    error.url = url
    return error
  }
}
