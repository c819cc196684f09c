public import Foundation

/// Where the gallery's pictures come from.
public enum PictureSource: Hashable, Sendable {
  /// The photo server inside the gallery.
  case photoServer
  /// The pictures at these URLs.
  case pictures([URL])
  /// A text file that names them.
  case list(URL)
  /// A folder that holds them.
  case folder(URL)
  /// A web address that answers with a picture or a feed; which of them, its answer says.
  case address(URL)
  /// A file that holds a feed.
  case feed(URL)

  /// The endings of files that are taken for pictures.
  static let pictureExtensions = ["jpg", "jpeg", "png", "webp", "gif", "avif", "bmp"]

  private static let schemes = ["http", "https", "file", "data"]
  private static let feedExtensions = ["json", "xml", "rss", "atom", "rdf"]

  /// Tells what a command line's operands are.
  init(_ operands: [String], relativeTo folder: URL) throws(GalleryError) {
    guard !operands.isEmpty else {
      self = .photoServer
      return
    }
    var sources: [PictureSource] = []
    for operand in operands { sources.append(try Self.source(operand, relativeTo: folder)) }
    if sources.count == 1 {
      self = sources[0]
      return
    }
    var urls: [URL] = []
    for (source, operand) in zip(sources, operands) {
      switch source {
      case .pictures(let some): urls += some
      case .address(let url): urls.append(url)
      case .photoServer, .list, .folder, .feed: throw .mixedSources(operand)
      }
    }
    self = .pictures(urls)
  }

  private static func source(
    _ operand: String, relativeTo folder: URL
  ) throws(GalleryError) -> PictureSource {
    if let url = URL(string: operand), let scheme = url.scheme?.lowercased() {
      guard schemes.contains(scheme) else { throw .unsupportedScheme(operand) }
      if url.isFileURL { return try file(at: url, operand) }
      guard scheme == "data" || url.host()?.isEmpty == false else { throw .noSuchFile(operand) }
      let isPicture = scheme == "data" || pictureExtensions.contains(url.lowercasedExtension)
      return isPicture ? .pictures([url]) : .address(url)
    }
    return try file(at: URL(filePath: operand, relativeTo: folder).absoluteURL, operand)
  }

  private static func file(at url: URL, _ operand: String) throws(GalleryError) -> PictureSource {
    var isFolder: ObjCBool = false
    let path = url.path(percentEncoded: false)
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw .noSuchFile(operand)
    }
    if isFolder.boolValue { return .folder(url) }
    if feedExtensions.contains(url.lowercasedExtension) { return .feed(url) }
    return pictureExtensions.contains(url.lowercasedExtension) ? .pictures([url]) : .list(url)
  }

  /// The URL that a line of a list or an argument names, or `nil` where it names nothing.
  static func pictureURL(_ text: String, relativeTo folder: URL) -> URL? {
    if let url = URL(string: text), let scheme = url.scheme?.lowercased() {
      guard schemes.contains(scheme) else { return nil }
      return scheme.hasPrefix("http") && url.host()?.isEmpty != false ? nil : url
    }
    let url = URL(filePath: text, relativeTo: folder).absoluteURL
    return FileManager.default.fileExists(atPath: url.path(percentEncoded: false)) ? url : nil
  }
}

extension URL {
  var lowercasedExtension: String { pathExtension.lowercased() }
}
