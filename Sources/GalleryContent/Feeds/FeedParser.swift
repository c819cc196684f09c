public import Foundation

/// Reads JSON Feed 1.1, RSS 2.0 and Atom documents, and takes the pictures out of them.
///
/// Relative addresses are resolved against the document's own. Nothing is loaded: no external entity,
/// no style sheet, no page behind a link. A picture that comes twice is taken once.
public struct FeedParser: Sendable {
  private let url: URL

  /// Creates a parser for the document at `url`.
  public init(url: URL) {
    self.url = url
  }

  /// The pictures of the feed, in its order.
  ///
  /// - Throws: `.notAFeed`, `.malformedFeed` or `.noPicturesInFeed`.
  public func parse(_ data: Data) throws(GalleryError) -> PictureList {
    let start = Self.firstCharacter(of: data)
    let feed: ParsedFeed
    switch start {
    case UInt8(ascii: "{"):
      feed = try JSONFeed.parse(data, at: url)
    case UInt8(ascii: "<"):
      feed = try XMLFeedReader.parse(data, at: url)
    case nil:
      throw .notAFeed(url, reason: "it is empty")
    default:
      throw .notAFeed(url, reason: "it is neither JSON nor XML")
    }
    var seen: Set<URL> = []
    let pictures = feed.pictures.filter { seen.insert($0.url).inserted }
    guard !pictures.isEmpty else { throw .noPicturesInFeed(url) }
    return PictureList(
      title: feed.title.isEmpty ? GalleryPicture.title(for: url) : feed.title, pictures: pictures)
  }

  /// Whether a file whose name does not say what it is begins like a feed.
  static func looksLikeFeed(_ data: Data) -> Bool {
    guard let start = firstCharacter(of: data) else { return false }
    return start == UInt8(ascii: "{") || start == UInt8(ascii: "<")
  }

  /// Whether bytes begin like a file of a picture that has text in it, such as SVG's neighbours do not.
  static func looksLikePicture(_ beginning: Data) -> Bool {
    let signatures: [[UInt8]] = [
      [0xFF, 0xD8, 0xFF], [0x89, 0x50, 0x4E, 0x47], Array("RIFF".utf8), Array("GIF8".utf8),
      Array("BM".utf8),
    ]
    return signatures.contains { beginning.starts(with: $0) }
  }

  private static func firstCharacter(of data: Data) -> UInt8? {
    let body = data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data
    return body.first { !" \t\r\n".utf8.contains($0) }
  }
}

/// What a feed says, before repeats are taken out.
struct ParsedFeed {
  var title = ""
  var pictures: [GalleryPicture] = []
}

/// What feeds of all kinds have in common.
enum FeedText {
  /// The URL of a picture, if the text is one that pictures can be loaded from.
  static func url(_ text: String, relativeTo base: URL) -> URL? {
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !trimmed.isEmpty, let url = URL(string: trimmed, relativeTo: base)?.absoluteURL,
      let scheme = url.scheme?.lowercased()
    else { return nil }
    // A page from the web has no business with the files of this machine.
    let allowed = base.isFileURL ? ["http", "https", "data", "file"] : ["http", "https", "data"]
    return allowed.contains(scheme) ? url : nil
  }

  /// Text in one line, as a title or caption, without markup, at most 300 characters.
  static func plain(_ text: String) -> String {
    let line = HTMLText.withoutMarkup(text).split(whereSeparator: \.isWhitespace).joined(
      separator: " ")
    return line.count <= 300 ? line : line.prefix(299).trimmingCharacters(in: .whitespaces) + "…"
  }

  /// Whether a media type or, where there is none, a file name says picture.
  static func isPicture(type: String?, url: URL) -> Bool {
    if let type, !type.isEmpty {
      return type.lowercased().trimmingCharacters(in: .whitespaces).hasPrefix("image/")
    }
    return PictureSource.pictureExtensions.contains(url.lowercasedExtension)
  }
}
