package import Foundation

/// Where a URL is at home: scheme, host and port (RFC 6454, §4).
package struct Origin: Hashable, Sendable {
  private let scheme: String
  private let host: String
  private let port: Int

  /// The origin of an http or https URL with a host; `nil` for any other.
  package init?(_ url: URL) {
    guard let scheme = url.scheme?.lowercased(), let host = url.host()?.lowercased(), !host.isEmpty
    else { return nil }
    switch scheme {
    case "http": port = url.port ?? 80
    case "https": port = url.port ?? 443
    default: return nil
    }
    self.scheme = scheme
    self.host = host
  }

  /// Whether requests to it are encrypted.
  package var isSecure: Bool { scheme == "https" }
}
