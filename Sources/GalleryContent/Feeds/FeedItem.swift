import Foundation

/// One item of an RSS or Atom feed while it is read.
struct FeedItem {
  struct Media {
    var url: URL
    var width: Int
  }

  var title = ""
  var mediaTitle = ""
  var mediaDescription = ""
  var media: [Media] = []
  var enclosures: [URL] = []
  var thumbnails: [URL] = []
  private var body = ""
  private var inline: URL?

  /// Takes over a text of the item; the first picture in it is the one that counts.
  mutating func addBody(_ text: String, relativeTo base: URL) {
    if body.isEmpty { body = text }
    if let address = HTMLText.firstImage(in: text) { addInline(address, relativeTo: base) }
  }

  mutating func addInline(_ address: String?, relativeTo base: URL) {
    guard inline == nil, let address else { return }
    inline = FeedText.url(address, relativeTo: base)
  }

  /// The pictures of the item.
  ///
  /// Several `media:content` may be sizes of one picture, and say so by their widths: then the largest
  /// is the picture, and the smallest that is no icon stands for it while it is small.
  var pictures: [GalleryPicture] {
    let caption = FeedText.plain(mediaDescription.isEmpty ? body : mediaDescription)
    let name = FeedText.plain(title.isEmpty ? mediaTitle : title)
    func picture(_ url: URL, _ thumbnail: URL?) -> GalleryPicture {
      GalleryPicture(
        url: url, thumbnailURL: thumbnail == url ? nil : thumbnail,
        title: name.isEmpty ? nil : name, caption: caption)
    }
    if media.count > 1, media.allSatisfy({ $0.width > 0 }) {
      let sizes = media.sorted { $0.width < $1.width }
      let small = sizes.first { $0.width >= 320 }?.url ?? thumbnails.first
      return [picture(sizes[sizes.count - 1].url, small)]
    }
    if !media.isEmpty {
      return media.map { picture($0.url, media.count == 1 ? thumbnails.first : nil) }
    }
    if !enclosures.isEmpty {
      return enclosures.map { picture($0, enclosures.count == 1 ? thumbnails.first : nil) }
    }
    if let url = thumbnails.first ?? inline { return [picture(inline ?? url, thumbnails.first)] }
    return []
  }
}
