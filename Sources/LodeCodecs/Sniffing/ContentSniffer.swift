/// What a file is, by its first bytes.
enum SniffedContent: Hashable {
  /// A picture that has a decoder.
  case image(ImageFormat)
  /// A picture that has none; the format's usual name.
  case unsupportedImage(String)
  /// Something else; `kind` completes "The answer is …".
  case other(kind: String, firstWords: String)
  /// The bytes so far fit several of these.
  case undecided
}

/// Tells pictures, and what servers send instead of them, apart by magic bytes.
///
/// A file's name and its media type are not looked at: servers are wrong about both often enough.
enum ContentSniffer {
  /// The most that is looked at. The WHATWG's MIME Sniffing Standard reads 1,445 bytes (§5.2); XML may
  /// have a longer prologue before it shows that it is SVG.
  static let prefixLength = 2_048

  /// Text shorter than this may still turn into anything, unless it is the whole file.
  private static let decisiveLength = 32

  /// - Parameter isWhole: Whether no more bytes will come.
  static func content(of bytes: FileBytes, isWhole: Bool) -> SniffedContent {
    let prefix = bytes.slice(from: 0, count: prefixLength)
    if prefix.count == 0 {
      return isWhole ? .other(kind: "empty", firstWords: "") : .undecided
    }
    if let known = MagicNumber.content(of: prefix) { return known }
    if prefix.count < decisiveLength, !isWhole { return .undecided }
    if MagicNumber.isBeginning(prefix) { return .undecided }
    let isCut = !isWhole && prefix.count < prefixLength
    return TextSniffer.content(of: prefix, isCut: isCut)
      ?? .other(kind: "data of an unknown kind", firstWords: "")
  }
}
