import Foundation
import FoundationXML

/// Reads RSS 2.0 and Atom (RFC 4287), with the elements of Media RSS.
///
/// Of each item the pictures are, the first that there are: `media:content`, enclosures,
/// `media:thumbnail`, the first picture in its text.
final class XMLFeedReader: NSObject, XMLParserDelegate {
  private static let mediaNamespace = "http://search.yahoo.com/mrss"
  private static let atomNamespace = "http://www.w3.org/2005/Atom"
  private static let contentNamespace = "http://purl.org/rss/1.0/modules/content"

  private let url: URL
  private var feed = ParsedFeed()
  private var item: FeedItem?
  private var text = ""
  private var depth = 0
  private var isFeed = false
  private var rootName = ""
  /// Atom lets every element move the base of its relative addresses (`xml:base`).
  private var bases: [URL]
  /// The parser goes on after an error as if nothing were; the first one counts.
  private var faultyLine: Int?

  private init(url: URL) {
    self.url = url
    bases = [url]
  }

  static func parse(_ data: Data, at url: URL) throws(GalleryError) -> ParsedFeed {
    let parser = XMLParser(data: data)
    let reader = XMLFeedReader(url: url)
    parser.shouldProcessNamespaces = true
    parser.shouldResolveExternalEntities = false
    parser.externalEntityResolvingPolicy = .never
    parser.delegate = reader
    let isWhole = parser.parse()
    guard reader.isFeed else {
      let root = reader.rootName
      throw .notAFeed(
        url, reason: root.isEmpty ? "it has no element" : "its first element is <\(root)>")
    }
    if !isWhole || reader.faultyLine != nil {
      throw .malformedFeed(
        url, line: reader.faultyLine ?? parser.lineNumber, reason: "it is not well-formed XML")
    }
    return reader.feed
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String] = [:]
  ) {
    depth += 1
    let base = attributes["xml:base"].flatMap {
      URL(string: $0, relativeTo: bases[bases.count - 1])
    }
    bases.append(base?.absoluteURL ?? bases[bases.count - 1])
    text = ""
    if depth == 1 {
      rootName = qualifiedName ?? name
      isFeed = name == "rss" || name == "RDF" || (name == "feed" && isAtom(namespaceURI))
      if !isFeed { parser.abortParsing() }
      return
    }
    if item == nil, name == "item" || (name == "entry" && isAtom(namespaceURI)) {
      item = FeedItem()
      return
    }
    guard item != nil else { return }
    if isMedia(namespaceURI) {
      startMedia(name, attributes)
    } else if name == "enclosure" {
      addEnclosure(attributes["url"], type: attributes["type"])
    } else if name == "link", isAtom(namespaceURI), attributes["rel"] == "enclosure" {
      addEnclosure(attributes["href"], type: attributes["type"])
    } else if name == "content", isAtom(namespaceURI), let source = attributes["src"] {
      addEnclosure(source, type: attributes["type"])
    } else if name == "img" {
      // Atom's content may be elements of XHTML rather than text.
      item?.addInline(attributes["src"], relativeTo: bases[bases.count - 1])
    }
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    defer {
      depth -= 1
      bases.removeLast()
      // Text in markup inside a title belongs to the title.
      if !["b", "i", "em", "strong", "span", "div", "p", "a"].contains(name) { text = "" }
    }
    guard item != nil else {
      if name == "title", feed.title.isEmpty, !isMedia(namespaceURI) {
        feed.title = FeedText.plain(text)
      }
      return
    }
    switch name {
    case "item", "entry":
      if let item { feed.pictures += item.pictures }
      item = nil
    case "title" where isMedia(namespaceURI): item?.mediaTitle = text
    case "title": item?.title = text
    case "description" where isMedia(namespaceURI): item?.mediaDescription = text
    case "description", "summary", "encoded", "content":
      guard !isMedia(namespaceURI) else { return }
      item?.addBody(text, relativeTo: bases[bases.count - 1])
    default: break
    }
  }

  func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
    if faultyLine == nil { faultyLine = parser.lineNumber }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    text += string
  }

  func parser(_ parser: XMLParser, foundCDATA block: Data) {
    text += String(decoding: block, as: UTF8.self)
  }

  private func startMedia(_ name: String, _ attributes: [String: String]) {
    guard let address = attributes["url"],
      let url = FeedText.url(address, relativeTo: bases[bases.count - 1])
    else { return }
    switch name {
    case "content":
      let isPicture =
        attributes["medium"] == "image" || FeedText.isPicture(type: attributes["type"], url: url)
      // Without any hint it is taken for a picture; the decoder will tell.
      let saysNothing = attributes["medium"] == nil && attributes["type"] == nil
      if isPicture || (saysNothing && url.pathExtension.isEmpty) {
        let width = attributes["width"].flatMap { Int($0) } ?? 0
        item?.media.append(FeedItem.Media(url: url, width: width))
      }
    case "thumbnail": item?.thumbnails.append(url)
    default: break
    }
  }

  private func addEnclosure(_ address: String?, type: String?) {
    guard let address, let url = FeedText.url(address, relativeTo: bases[bases.count - 1]),
      FeedText.isPicture(type: type, url: url)
    else { return }
    item?.enclosures.append(url)
  }

  private func isAtom(_ namespace: String?) -> Bool { namespace == Self.atomNamespace }

  private func isMedia(_ namespace: String?) -> Bool {
    // Its specification ends the name with a slash, and half of the world does not.
    namespace?.hasPrefix(Self.mediaNamespace) == true
  }
}
