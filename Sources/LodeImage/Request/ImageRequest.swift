public import Foundation
public import LodeCore

/// What picture is wanted, and how.
///
/// A value. Two requests are equal if they would show the same thing in the same way; how urgent they
/// are makes no difference.
public struct ImageRequest: Sendable {
  /// Where the picture is: `http:`, `https:`, `file:` or `data:`.
  public var url: URL

  /// Header fields to send. They are part of the request's identity, in flight and in the cache.
  public var headers: [String: String] = [:]

  /// How urgent the load is among those that wait.
  public var priority = Priority.normal

  /// The area the picture is for, in pixels: it is decoded just large enough.
  ///
  /// `nil`: the view's own size where a view loads the request, else the picture's own size.
  public var targetSize: PixelSize?

  /// Whether the picture fits into the target size or covers it; `nil`: as the view does, else `.fit`.
  public var contentMode: PixelSize.ContentMode?

  /// How the memory cache is used.
  public var cachePolicy = CachePolicy.default

  /// What the picture is a picture of, in the app's own terms, such as a person's id.
  ///
  /// A view that is told to keep its picture while it loads does so only under the same id.
  public var id: String?

  /// Creates a request for `url`.
  public init(url: URL) {
    self.url = url
  }

  /// Creates a request for the URL that `string` spells.
  ///
  /// White space around the text is ignored; characters that a URL cannot have, such as spaces, are
  /// percent-encoded.
  ///
  /// - Throws: `.invalidURL` where the text has no scheme, or a web address has no host.
  public init(_ string: String) throws(ImagePipelineError) {
    let text = string.trimmingCharacters(in: .whitespacesAndNewlines)
    // A scheme begins with a letter (RFC 3986, §3.1).
    guard let url = URL(string: text), let scheme = url.scheme?.lowercased(),
      ("a"..."z").contains(scheme.prefix(1))
    else {
      throw ImagePipelineError(.invalidURL, stage: .request, underlying: "“\(text.prefix(80))”")
    }
    let isWebAddress = scheme == "http" || scheme == "https"
    guard !isWebAddress || url.host()?.isEmpty == false else {
      throw ImagePipelineError(
        .invalidURL, stage: .request, underlying: "“\(text.prefix(80))” has no host")
    }
    self.init(url: url)
  }

  /// How urgent a load is.
  public enum Priority: Int, Comparable, Hashable, Sendable, CaseIterable {
    case veryLow, low, normal, high, veryHigh

    public static func < (lhs: Priority, rhs: Priority) -> Bool { lhs.rawValue < rhs.rawValue }
  }

  /// How the memory cache is used.
  public enum CachePolicy: Hashable, Sendable {
    /// Read from it, and store in it.
    case `default`
    /// Load again, and replace what is stored.
    case reload
    /// Neither read nor store.
    case bypass
    /// Read from it; what is not in it is an error (`.cacheOnlyMiss`).
    case cacheOnly
  }
}

extension ImageRequest: Hashable {
  public static func == (lhs: ImageRequest, rhs: ImageRequest) -> Bool {
    // No content mode is the view's: not the same as one that is asked for.
    lhs.imageKey == rhs.imageKey && lhs.contentMode == rhs.contentMode
      && lhs.cachePolicy == rhs.cachePolicy && lhs.id == rhs.id
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(url)
    hasher.combine(targetSize)
  }
}

extension ImageRequest {
  /// What makes two fetches the same.
  package var fetchKey: FetchKey { FetchKey(url: url, headers: headers) }

  /// What makes two decoded pictures the same.
  package var imageKey: ImageKey {
    ImageKey(fetch: fetchKey, targetSize: targetSize, contentMode: contentMode ?? .fit)
  }
}

/// The identity of a fetch: everything that can change the bytes.
package struct FetchKey: Hashable, Sendable {
  package var url: URL
  package var headers: [String: String]
}

/// The identity of a decoded picture: everything that can change its pixels.
package struct ImageKey: Hashable, Sendable {
  package var fetch: FetchKey
  package var targetSize: PixelSize?
  package var contentMode: PixelSize.ContentMode
}
