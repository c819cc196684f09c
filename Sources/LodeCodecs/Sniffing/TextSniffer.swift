/// Tells kinds of text apart: what a server sends where a picture was meant to be.
enum TextSniffer {
  /// - Parameters:
  ///   - prefix: The beginning of a file.
  ///   - isCut: Whether more of the file than this may decide.
  /// - Returns: `nil` where the bytes are not text.
  static func content(of prefix: FileBytes, isCut: Bool) -> SniffedContent? {
    guard let text = text(of: prefix) else { return nil }
    let lowercased = text.prefix(512).lowercased()
    let beginning = lowercased.drop(while: \.isWhitespace)
    if beginning.hasPrefix("{") || beginning.hasPrefix("[") {
      return .other(kind: "JSON", firstWords: firstWords(text))
    }
    guard beginning.hasPrefix("<") else {
      return .other(kind: "text", firstWords: firstWords(text))
    }
    switch rootElement(of: text.lowercased()) {
    case "svg":
      return .unsupportedImage("SVG")
    case .some(let name) where htmlElements.contains(name):
      return .other(kind: "a web page", firstWords: firstWords(withoutTags(text)))
    case .some:
      return .other(kind: "an XML document", firstWords: firstWords(withoutTags(text)))
    case nil where isCut:
      return .undecided
    case nil:
      return .other(kind: "text", firstWords: firstWords(text))
    }
  }

  /// The elements that begin a page in the WHATWG's MIME Sniffing Standard, §7.1.
  private static let htmlElements: Set<Substring> = [
    "!doctype html", "html", "head", "script", "iframe", "h1", "div", "font", "table", "a", "style",
    "title", "b", "body", "br", "p",
  ]

  /// Decodes text, or finds that the bytes are none: those that the standard's §7.2 calls binary.
  private static func text(of prefix: FileBytes) -> String? {
    if prefix.has([0xFE, 0xFF], at: 0) || prefix.has([0xFF, 0xFE], at: 0) {
      let isBigEndian = prefix.has([0xFE], at: 0)
      let units = stride(from: 2, to: prefix.count, by: 2).compactMap { offset in
        prefix.uint16(at: offset, isBigEndian: isBigEndian).map { UInt16($0) }
      }
      return String(decoding: units, as: UTF16.self)
    }
    for byte in prefix.raw {
      switch byte {
      case 0x00...0x08, 0x0B, 0x0E...0x1A, 0x1C...0x1F: return nil
      default: continue
      }
    }
    let hasMark = prefix.has([0xEF, 0xBB, 0xBF], at: 0)
    return String(decoding: prefix.raw.dropFirst(hasMark ? 3 : 0), as: UTF8.self)
  }

  /// The name of the first element of lower-case `text`, past declarations and comments; a document
  /// type other than HTML's is a declaration too. `nil` where the text ends before it.
  private static func rootElement(of text: String) -> Substring? {
    var rest = text[...]
    while true {
      guard let open = rest.firstIndex(of: "<") else { return nil }
      rest = rest[rest.index(after: open)...]
      if rest.hasPrefix("!--") {
        guard let close = rest.firstRange(of: "-->") else { return nil }
        rest = rest[close.upperBound...]
        continue
      }
      guard let end = rest.firstIndex(of: ">") else { return nil }
      if rest.hasPrefix("!doctype html") { return "!doctype html" }
      if rest.hasPrefix("?") || rest.hasPrefix("!") {
        rest = rest[rest.index(after: end)...]
        continue
      }
      let name = rest[..<end].prefix { $0.isLetter || $0.isNumber || $0 == ":" || $0 == "-" }
      guard !name.isEmpty else { return nil }
      return name.hasPrefix("svg:") ? "svg" : name
    }
  }

  private static func withoutTags(_ text: String) -> String {
    var result = ""
    var isInTag = false
    for character in text {
      switch character {
      case "<":
        isInTag = true
        result.append(" ")
      case ">" where isInTag:
        isInTag = false
      default:
        if !isInTag { result.append(character) }
      }
    }
    return result
  }

  /// The beginning of a text in one line, at most 80 characters, without those that a terminal would
  /// obey or that turn the direction of what follows.
  private static func firstWords(_ text: String) -> String {
    var harmless = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format: harmless.append(" ")
      default: harmless.append(scalar)
      }
    }
    let line = String(harmless).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.count <= 80 ? line : line.prefix(79) + "…"
  }
}
