import Foundation

/// A JSON Feed document, version 1 or 1.1 (jsonfeed.org).
///
/// Of each item the pictures are: its attachments that are pictures; without them its `image`, else its
/// `banner_image`, else the first picture in its `content_html`.
struct JSONFeed: Decodable {
  struct Item: Decodable {
    struct Attachment: Decodable {
      var url: String
      var mimeType: String?
      var title: String?

      private enum CodingKeys: String, CodingKey {
        case url, title
        case mimeType = "mime_type"
      }
    }

    var title: String?
    var summary: String?
    var image: String?
    var bannerImage: String?
    var contentHTML: String?
    var contentText: String?
    var attachments: [Attachment]?

    private enum CodingKeys: String, CodingKey {
      case title, summary, image, attachments
      case bannerImage = "banner_image"
      case contentHTML = "content_html"
      case contentText = "content_text"
    }
  }

  var version: String?
  var title: String?
  var items: [Item]?

  static func parse(_ data: Data, at url: URL) throws(GalleryError) -> ParsedFeed {
    let feed: JSONFeed
    do {
      feed = try JSONDecoder().decode(JSONFeed.self, from: data)
    } catch DecodingError.dataCorrupted {
      throw .malformedFeed(
        url, line: JSONLine.ofFault(in: data), reason: "it is not valid JSON")
    } catch let error as DecodingError {
      throw .malformedFeed(url, line: nil, reason: error.place)
    } catch {
      throw .malformedFeed(url, line: nil, reason: "it is not valid JSON")
    }
    guard let version = feed.version, version.contains("jsonfeed.org/version/1") else {
      throw .notAFeed(url, reason: "its “version” does not name JSON Feed")
    }
    guard let items = feed.items else {
      throw .malformedFeed(url, line: nil, reason: "“items” is missing")
    }
    return ParsedFeed(
      title: FeedText.plain(feed.title ?? ""),
      pictures: items.flatMap { $0.pictures(relativeTo: url) })
  }
}

extension JSONFeed.Item {
  fileprivate func pictures(relativeTo base: URL) -> [GalleryPicture] {
    let caption = FeedText.plain(summary ?? contentText ?? contentHTML ?? "")
    let title = title.map { FeedText.plain($0) }
    let thumbnail = (image ?? bannerImage).flatMap { FeedText.url($0, relativeTo: base) }
    let attached = (attachments ?? []).compactMap { attachment -> GalleryPicture? in
      guard let url = FeedText.url(attachment.url, relativeTo: base),
        FeedText.isPicture(type: attachment.mimeType, url: url)
      else { return nil }
      return GalleryPicture(
        url: url, title: attachment.title.map { FeedText.plain($0) } ?? title, caption: caption)
    }
    guard attached.isEmpty else { return attached }
    let inside = contentHTML.flatMap { HTMLText.firstImage(in: $0) }
    guard let url = thumbnail ?? inside.flatMap({ FeedText.url($0, relativeTo: base) }) else {
      return []
    }
    return [GalleryPicture(url: url, title: title, caption: caption)]
  }
}

extension DecodingError {
  /// Which entry is wrong, and how.
  fileprivate var place: String {
    let (context, fault): (Context, String) =
      switch self {
      case .typeMismatch(let type, let context): (context, "is not \(Self.name(of: type))")
      case .valueNotFound(_, let context): (context, "is null")
      case .keyNotFound(let key, let context): (context, "has no “\(key.stringValue)”")
      case .dataCorrupted(let context): (context, "is not valid")
      @unknown default: (Context(codingPath: [], debugDescription: ""), "is not valid")
      }
    let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }
    let name = path.joined().drop { $0 == "." }
    return name.isEmpty ? "the document \(fault)" : "“\(name)” \(fault)"
  }

  private static func name(of type: Any.Type) -> String {
    if type is String.Type { return "a text" }
    return "\(type)".hasPrefix("Array") ? "a list" : "an object"
  }
}

/// Where JSON is damaged. `JSONDecoder` does not say, and `JSONSerialization` says it in prose.
private enum JSONLine {
  static func ofFault(in data: Data) -> Int? {
    do {
      _ = try JSONSerialization.jsonObject(with: data)
      return nil
    } catch {
      let reason = (error as NSError).userInfo["NSDebugDescription"] as? String ?? ""
      let before: Data
      if let match = reason.firstMatch(of: #/character (\d+)/#), let offset = Int(match.1) {
        before = data.prefix(offset)
      } else if reason.contains("end of file") {
        before = data
      } else {
        return nil
      }
      return 1 + before.count { $0 == UInt8(ascii: "\n") }
    }
  }
}
