public import Foundation

/// A picture of the gallery, before it is loaded.
public struct GalleryPicture: Hashable, Sendable {
  /// Where the picture is, in its largest version.
  public var url: URL

  /// Where a small version is; `nil` where there is only one.
  public var thumbnailURL: URL?

  /// What it is called, in a few words.
  public var title: String

  /// What there is to say about it, or nothing.
  public var caption: String

  /// Creates a picture.
  public init(url: URL, thumbnailURL: URL? = nil, title: String? = nil, caption: String = "") {
    self.url = url
    self.thumbnailURL = thumbnailURL
    self.title = title ?? Self.title(for: url)
    self.caption = caption
  }

  /// The file's name without its ending, or the host where there is none.
  static func title(for url: URL) -> String {
    if url.scheme?.lowercased() == "data" { return "Embedded picture" }
    let name = url.deletingPathExtension().lastPathComponent
    if !name.isEmpty, name != "/" {
      return name.replacing("_", with: " ")
    }
    return url.host() ?? url.absoluteString
  }
}

/// The pictures that are shown together.
public struct PictureList: Hashable, Sendable {
  /// What they are together, for a window's title.
  public var title: String

  /// The pictures, in order; never empty.
  public var pictures: [GalleryPicture]

  /// Creates a list.
  public init(title: String, pictures: [GalleryPicture]) {
    self.title = title
    self.pictures = pictures
  }
}
