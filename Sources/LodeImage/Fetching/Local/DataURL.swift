package import Foundation

/// What a `data:` URL holds (RFC 2397).
package struct DataURL: Hashable, Sendable {
  /// The media type with its parameters; `text/plain;charset=US-ASCII` where none is given.
  package let mediaType: String

  /// The bytes.
  package let data: Data

  /// Parses a URL; `nil` where it has another scheme, no comma, or base64 that is none.
  ///
  /// As browsers do, white space and percent-encoding within base64 are accepted, and the padding may be
  /// missing (WHATWG, "forgiving-base64 decode").
  package init?(_ text: String) {
    guard
      let colon = text.firstIndex(of: ":"), text[..<colon].lowercased() == "data",
      let comma = text[colon...].firstIndex(of: ",")
    else { return nil }
    // A fragment is no part of the data (RFC 3986, §3.5).
    let end = text[comma...].firstIndex(of: "#") ?? text.endIndex
    var parameters = text[text.index(after: colon)..<comma].split(
      separator: ";", omittingEmptySubsequences: false
    ).map { $0.trimmingCharacters(in: .whitespaces) }
    let isBase64 = parameters.count > 1 && parameters.last?.lowercased() == "base64"
    if isBase64 { parameters.removeLast() }
    let bytes = Self.percentDecoded(text[text.index(after: comma)..<end].utf8)
    if isBase64 {
      guard let decoded = Self.base64Decoded(bytes) else { return nil }
      data = decoded
    } else {
      data = bytes
    }
    if parameters.first?.isEmpty != false {
      parameters[0] = "text/plain"
      if parameters.count == 1 { parameters.append("charset=US-ASCII") }
    }
    mediaType = parameters.joined(separator: ";")
  }

  /// A percent sign without two hexadecimal digits stands for itself.
  private static func percentDecoded(_ text: Substring.UTF8View) -> Data {
    var decoded = Data(capacity: text.count)
    var index = text.startIndex
    while index < text.endIndex {
      let byte = text[index]
      index = text.index(after: index)
      if byte == UInt8(ascii: "%"),
        let end = text.index(index, offsetBy: 2, limitedBy: text.endIndex),
        text[index..<end].allSatisfy(\.isHexadecimalDigit),
        let value = UInt8(String(decoding: text[index..<end], as: UTF8.self), radix: 16)
      {
        decoded.append(value)
        index = end
      } else {
        decoded.append(byte)
      }
    }
    return decoded
  }

  private static func base64Decoded(_ bytes: Data) -> Data? {
    let space = Set("\t\n\u{0C}\r ".utf8)
    var text = bytes.filter { !space.contains($0) }
    if text.count % 4 != 0 {
      guard !text.contains(UInt8(ascii: "=")), text.count % 4 != 1 else { return nil }
      text.append(contentsOf: repeatElement(UInt8(ascii: "="), count: 4 - text.count % 4))
    }
    return Data(base64Encoded: text)
  }
}

extension UInt8 {
  fileprivate var isHexadecimalDigit: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }
}
