public import Foundation
public import LodeImage

extension LoopbackServer {
  /// A request as it arrived.
  public struct Request: Hashable, Sendable {
    /// The method, such as `GET`.
    public let method: String

    /// The target as it was sent: path and query.
    public let target: String

    /// The header fields, in order.
    public let fields: HTTPFields

    /// The body, where the request stated its length.
    public let body: Data

    /// The ordinal number of the connection, from 1.
    public let connection: Int

    /// The target without its query.
    public var path: String { String(target.prefix { $0 != "?" }) }

    /// What follows the question mark, or `nil`.
    public var query: String? {
      target.firstIndex(of: "?").map { String(target[target.index(after: $0)...]) }
    }

    /// Whether the client wants to use the connection again (RFC 9112, §9.3).
    var keepsConnection: Bool { fields["Connection"]?.lowercased().contains("close") != true }
  }
}
