package import LodeCore

extension HTTPFields {
  /// Whether the body's bytes are what the server sends, with no content coding to be undone.
  package var isUncoded: Bool {
    guard let coding = self["Content-Encoding"] else { return true }
    return coding.isEmpty || coding.lowercased() == "identity"
  }

  /// What `Content-Length` says.
  package enum StatedLength: Hashable, Sendable {
    /// There is none, or a transfer coding overrides it (RFC 9112, §6.3), or it is more than an `Int` can
    /// hold: then the end of the connection is the end of the body, as in curl and browsers.
    case none
    case bytes(ByteCount)
    /// No number, or two different ones.
    case malformed
  }

  package var statedLength: StatedLength {
    guard self["Transfer-Encoding"] == nil, let text = self["Content-Length"] else {
      return .none
    }
    // The same length twice is tolerated (RFC 9110, §8.6).
    let values = text.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmingBlanks)
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard
      values.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(digits.contains) }),
      Set(values.map { $0.drop { $0 == "0" } }).count == 1
    else { return .malformed }
    return Int(values[0]).map { .bytes(ByteCount($0)) } ?? .none
  }

  /// The length of the body after content decoding, where it is known in advance.
  package var expectedBodySize: ByteCount? {
    guard isUncoded, case .bytes(let count) = statedLength else { return nil }
    return count
  }
}

extension Substring {
  /// Without the white space at both ends, that of the end of a line included.
  var trimmingBlanks: Substring {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0.isNewline }
    guard let start = firstIndex(where: { !isBlank($0) }) else { return self[endIndex...] }
    return self[start...lastIndex { !isBlank($0) }!]
  }
}
