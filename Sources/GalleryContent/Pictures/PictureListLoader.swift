import Foundation
public import LodeImage

/// Finds out which pictures a source has.
public struct PictureListLoader: Sendable {
  private let fetcher: any DataFetching

  /// Creates a loader that gets feeds from the web through `fetcher`.
  public init(fetcher: any DataFetching) {
    self.fetcher = fetcher
  }

  /// The pictures of `source`. The photo server is not asked here: it lists its own.
  ///
  /// Files are read on the calling thread's executor; they are short.
  public func list(of source: PictureSource) async throws(GalleryError) -> PictureList {
    switch source {
    case .photoServer:
      return PictureList(title: "Photo Server", pictures: [])
    case .pictures(let urls):
      return PictureList(
        title: urls.count == 1 ? GalleryPicture.title(for: urls[0]) : "Pictures",
        pictures: urls.map { GalleryPicture(url: $0) })
    case .list(let url):
      return try textList(url)
    case .folder(let url):
      return try folder(url)
    case .feed(let url):
      return try FeedParser(url: url).parse(read(url))
    case .address(let url):
      return try await address(url)
    }
  }

  private func textList(_ url: URL) throws(GalleryError) -> PictureList {
    let data = try read(url)
    // A feed or a picture may have any name; its beginning tells.
    if FeedParser.looksLikeFeed(data) { return try FeedParser(url: url).parse(data) }
    guard let text = String(data: data, encoding: .utf8), !text.contains("\0") else {
      let picture = GalleryPicture(url: url)
      return PictureList(title: picture.title, pictures: [picture])
    }
    let folder = url.deletingLastPathComponent()
    var pictures: [GalleryPicture] = []
    // A byte order mark at the beginning is no part of the first line.
    let body = text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...]
    for (index, line) in body.split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline
    ).enumerated() {
      let entry = line.trimmingCharacters(in: .whitespaces)
      guard !entry.isEmpty, !entry.hasPrefix("#") else { continue }
      guard let picture = PictureSource.pictureURL(entry, relativeTo: folder) else {
        throw .invalidLine(url, line: index + 1, text: String(entry.prefix(80)))
      }
      pictures.append(GalleryPicture(url: picture))
    }
    guard !pictures.isEmpty else { throw .emptyList(url) }
    return PictureList(title: GalleryPicture.title(for: url), pictures: pictures)
  }

  private func folder(_ url: URL) throws(GalleryError) -> PictureList {
    let files: [URL]
    do {
      files = try FileManager.default.contentsOfDirectory(
        at: url, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
    } catch {
      throw .unreadable(url, reason: error.reasonForPeople)
    }
    let pictures =
      files
      .filter { PictureSource.pictureExtensions.contains($0.lowercasedExtension) }
      .sorted { NaturalOrder.precedes($0.lastPathComponent, $1.lastPathComponent) }
      .map { GalleryPicture(url: $0) }
    guard !pictures.isEmpty else { throw .noPicturesInFolder(url) }
    return PictureList(title: url.lastPathComponent, pictures: pictures)
  }

  private func address(_ url: URL) async throws(GalleryError) -> PictureList {
    let picture = GalleryPicture(url: url)
    let answer: FetchedDocument
    do {
      answer = try await fetcher.document(at: url, maximumSize: .mebibytes(16))
    } catch {
      throw .feedNotLoaded(error)
    }
    // What is not text is left to the image pipeline, which tells formats by their bytes.
    guard answer.isText else { return PictureList(title: picture.title, pictures: [picture]) }
    return try FeedParser(url: answer.url).parse(answer.data)
  }

  private func read(_ url: URL) throws(GalleryError) -> Data {
    do {
      return try Data(contentsOf: url)
    } catch {
      throw .unreadable(url, reason: error.reasonForPeople)
    }
  }
}

extension Error {
  fileprivate var reasonForPeople: String {
    switch (self as? CocoaError)?.code {
    case .fileReadNoPermission?: "there is no permission to"
    case .fileReadNoSuchFile?, .fileNoSuchFile?: "it is gone"
    default: localizedDescription.trimmingCharacters(in: ["."])
    }
  }
}
