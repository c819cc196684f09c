public import Foundation

/// A certificate authority, or several, that are to be trusted.
public struct TrustRoot: Hashable, Sendable {
  /// The certificates in PEM form.
  package let pem: String

  /// Creates a trust root from one or more certificates in PEM form.
  ///
  /// - Throws: `NotACertificate` where the text holds none.
  public init(pem: String) throws {
    guard pem.contains("-----BEGIN CERTIFICATE-----") else { throw NotACertificate() }
    self.pem = pem
  }

  /// Creates a trust root from a file in PEM form, which is read at once.
  ///
  /// - Throws: What reading throws, or `NotACertificate`.
  public init(contentsOf file: URL) throws {
    try self.init(pem: String(decoding: Data(contentsOf: file), as: UTF8.self))
  }

  /// The text holds no certificate in PEM form. Convert a DER file by `openssl x509 -inform der`.
  public struct NotACertificate: Error, CustomStringConvertible {
    /// A sentence for a log.
    public var description: String { "There is no certificate in PEM form in the text" }
  }
}
