/// A file format of pictures, told by a file's first bytes and never by its name or media type.
public struct ImageFormat: Hashable, Sendable, CustomStringConvertible {
  /// The format's usual name, such as `JPEG`.
  public let description: String

  private init(_ description: String) {
    self.description = description
  }

  /// JPEG (ISO/IEC 10918-1): begins with FF D8 FF.
  public static let jpeg = ImageFormat("JPEG")

  /// PNG (W3C Recommendation, §5.2): begins with 89 'PNG' CR LF SUB LF.
  public static let png = ImageFormat("PNG")

  /// WebP (RFC 9649, §2.4): begins with 'RIFF', a length, 'WEBP'.
  public static let webP = ImageFormat("WebP")
}
