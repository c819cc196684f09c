package import Foundation

/// One request of a chain of redirects.
package struct RedirectHop: Hashable, Sendable {
  /// Where it goes.
  package var url: URL
  /// The caller's header fields that go along.
  package var headers: [String: String]
  /// How many redirects have led here.
  package var redirectCount: Int

  package init(url: URL, headers: [String: String], redirectCount: Int = 0) {
    self.url = url
    self.headers = headers
    self.redirectCount = redirectCount
  }
}

/// Decides whether and how a redirect is followed.
///
/// A pure value, asked once per answer. Only requests by GET are made, so that 301, 302, 303, 307 and
/// 308 are alike (RFC 9110, §15.4); 300 and 304 are answers.
///
/// Across origins only the fields in `crossOriginFields` go along, so that no credential reaches
/// another server; once dropped, a field stays dropped, also when the chain leads back. A user name in
/// the URL of a cross-origin redirect is dropped as well.
package struct RedirectPolicy: Hashable, Sendable {
  package enum Decision: Hashable, Sendable {
    /// The answer is no redirect.
    case answer
    /// The next request is to be made.
    case follow(RedirectHop)
    /// The redirect is not followed.
    case refuse(ImagePipelineError.RedirectFault)
  }

  private let maximumCount: Int
  private let allowsDowngrade: Bool

  package init(limits: FetchLimits) {
    maximumCount = limits.maximumRedirectCount
    allowsDowngrade = limits.allowsInsecureRedirects
  }

  package func decide(status: Int, fields: HTTPFields, after hop: RedirectHop) -> Decision {
    guard [301, 302, 303, 307, 308].contains(status) else { return .answer }
    guard hop.redirectCount < maximumCount else { return .refuse(.limit) }
    guard
      let location = Self.location(in: fields),
      let target = Self.resolve(location, against: hop.url),
      let source = Origin(hop.url), let destination = Origin(target)
    else { return .refuse(.scheme) }
    guard destination.isSecure || !source.isSecure || allowsDowngrade else {
      return .refuse(.downgrade)
    }
    let count = hop.redirectCount + 1
    guard source != destination else {
      return .follow(RedirectHop(url: target, headers: hop.headers, redirectCount: count))
    }
    return .follow(
      RedirectHop(
        url: Self.withoutCredentials(target),
        headers: hop.headers.filter { Self.crossesOrigins($0.key) }, redirectCount: count))
  }

  /// The one target of the answer. The same one twice is tolerated, two different ones are not: an
  /// answer that was tampered with looks like that.
  private static func location(in fields: HTTPFields) -> String? {
    let targets = Set(
      fields.fields.filter { $0.name.lowercased() == "location" }.map(\.value))
    guard targets.count == 1, let target = targets.first, !target.isEmpty else { return nil }
    return target
  }

  /// Resolves a reference (RFC 3986, §5.2); a fragment is inherited (RFC 9110, §10.2.2).
  private static func resolve(_ location: String, against base: URL) -> URL? {
    guard let target = URL(string: location, relativeTo: base)?.absoluteURL else { return nil }
    guard !location.contains("#"), let fragment = base.fragment(percentEncoded: true) else {
      return target
    }
    return URL(string: "\(target.absoluteString)#\(fragment)")
  }

  private static func withoutCredentials(_ url: URL) -> URL {
    guard
      url.user() != nil || url.password() != nil,
      var components = URLComponents(url: url, resolvingAgainstBaseURL: true)
    else { return url }
    components.user = nil
    components.password = nil
    return components.url ?? url
  }

  /// Whether a field may go to another origin: what says which form of the answer is wanted, and
  /// nothing that says who wants it.
  private static func crossesOrigins(_ name: String) -> Bool {
    let name = name.lowercased()
    return name == "accept" || name.hasPrefix("accept-")
      || ["user-agent", "range", "cache-control"].contains(name)
  }
}
