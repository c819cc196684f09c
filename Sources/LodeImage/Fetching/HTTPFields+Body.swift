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
    var first: Substring?
    for value in text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
      let digits = value.trimmingBlanks
      guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
        return .malformed
      }
      let number = Substring(digits.drop { $0 == 0x30 })
      guard first == nil || first == number else { return .malformed }
      first = number
    }
    guard let first, !first.isEmpty else { return .bytes(.zero) }
    return Int(first).map { .bytes(ByteCount($0)) } ?? .none
  }

  /// The length of the body after content decoding, where it is known in advance.
  package var expectedBodySize: ByteCount? {
    guard isUncoded, case .bytes(let count) = statedLength else { return nil }
    return count
  }
}

extension BidirectionalCollection<UInt8> {
  /// Without the white space at both ends, that of the end of a line included.
  var trimmingBlanks: SubSequence {
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D || $0 == 0x0A }
    guard let start = firstIndex(where: { !isBlank($0) }) else { return self[endIndex...] }
    return self[start...lastIndex { !isBlank($0) }!]
  }
}
