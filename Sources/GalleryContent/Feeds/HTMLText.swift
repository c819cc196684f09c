import Foundation

/// The little of HTML that feeds need: the first picture of a fragment, and its text without markup.
///
/// No HTML parser: fragments in feeds are short and often broken, and a wrong answer costs one picture.
enum HTMLText {
  /// The address of the first `<img>` that is not one of the invisible pictures that count readers.
  static func firstImage(in html: String) -> String? {
    for tag in html.matches(
      // A quoted value may hold a ">".
      of: #/<img\b((?:[^>"']|"[^"]*"|'[^']*')*)>/#.ignoresCase())
    {
      let attributes = String(tag.1)
      if attribute("width", of: attributes) == "1" || attribute("height", of: attributes) == "1" {
        continue
      }
      if let source = attribute("src", of: attributes), !source.isEmpty { return source }
    }
    return nil
  }

  /// The text of a fragment, entities decoded.
  static func withoutMarkup(_ html: String) -> String {
    guard html.contains("<") || html.contains("&") else { return html }
    let text =
      html
      .replacing(#/<(script|style)\b.*?</\1>/#.ignoresCase().dotMatchesNewlines(), with: " ")
      .replacing(#/<!--.*?-->/#.dotMatchesNewlines(), with: " ")
      // A tag begins with a letter: "a < b" is no markup.
      .replacing(#/</?[A-Za-z][^>]*>/#, with: " ")
    return decodingEntities(text)
  }

  private static func attribute(_ name: String, of tag: String) -> String? {
    for match in tag.matches(
      of: #/(?:^|\s)([A-Za-z-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/#)
    where match.1.lowercased() == name {
      let value = match.2 ?? match.3 ?? match.4 ?? ""
      return decodingEntities(String(value))
    }
    return nil
  }

  /// Replaces numeric entities and the named ones that occur in practice.
  static func decodingEntities(_ text: String) -> String {
    guard text.contains("&") else { return text }
    return text.replacing(#/&(#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z]{2,8});/#) { match in
      let name = match.1
      guard name.hasPrefix("#") else { return names[String(name)] ?? String(match.0) }
      let digits = name.dropFirst()
      let code =
        digits.lowercased().hasPrefix("x")
        ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      return code.flatMap(Unicode.Scalar.init).map { String(Character($0)) } ?? String(match.0)
    }
  }

  private static let names = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
    "hellip": "…", "ndash": "–", "mdash": "—", "lsquo": "‘", "rsquo": "’", "ldquo": "“",
    "rdquo": "”", "laquo": "«", "raquo": "»", "copy": "©", "reg": "®", "deg": "°", "middot": "·",
    "times": "×", "euro": "€", "auml": "ä", "ouml": "ö", "uuml": "ü", "Auml": "Ä", "Ouml": "Ö",
    "Uuml": "Ü", "szlig": "ß", "eacute": "é", "egrave": "è", "agrave": "à", "ccedil": "ç",
    "ntilde": "ñ",
  ]
}
