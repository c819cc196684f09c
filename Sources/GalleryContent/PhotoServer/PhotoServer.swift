public import Foundation
import LodeCore
public import LodeTesting

/// The photo server inside the gallery: real HTTP on loopback, from a few dozen pictures.
///
/// Pictures are photographs where the Debian package with them is installed, and painted by the gallery's
/// own generator else; they are made when they are first asked for, and cached. Each is there in two
/// sizes. About one in twelve answers badly: missing, damaged, a page instead of a picture.
///
/// May be used from any thread. `stop()`, or the release of the server, ends its threads.
public final class PhotoServer: Sendable {
  private let server: LoopbackServer
  private let answers: PhotoAnswers

  /// The pictures, as a client sees them.
  public let list: PictureList

  /// Starts a server on a free port of 127.0.0.1.
  ///
  /// - Parameters:
  ///   - cacheFolder: Where the pictures are kept; `nil`: `$XDG_CACHE_HOME/lode-gallery`.
  ///   - photographFolder: Where to look for photographs; `nil`: where Debian installs them.
  /// - Throws: `LoopbackServer.StartError`.
  public convenience init(cacheFolder: URL? = nil, photographFolder: URL? = nil) throws {
    try self.init(
      pictures: PhotoCatalogue.pictures, cacheFolder: cacheFolder ?? PhotoStore.userCacheFolder,
      photographFolder: photographFolder ?? URL(filePath: Photograph.folder))
  }

  init(pictures: [CataloguePicture], cacheFolder: URL, photographFolder: URL) throws {
    let store = PhotoStore(
      pictures: pictures, cacheFolder: cacheFolder, photographFolder: photographFolder)
    let answers = PhotoAnswers(pictures: pictures, store: store)
    let server = try LoopbackServer(historyLimit: 100) { answers.response(to: $0) }
    self.server = server
    self.answers = answers
    list = PictureList(
      title: "Photo Server",
      pictures: pictures.indices.map { index in
        let picture = pictures[index]
        let photograph = store.hasPhotograph(index) ? picture.photograph : nil
        let credit = photograph?.credit ?? "Painted by the gallery."
        return GalleryPicture(
          url: server.url(answers.path(index, .large)),
          thumbnailURL: server.url(answers.path(index, .small)),
          title: photograph?.title ?? picture.title,
          caption: picture.caption.isEmpty ? credit : "\(picture.caption) \(credit)")
      })
  }

  deinit {
    stop()
  }

  /// The list as a JSON Feed, by its address on the server.
  public var feedURL: URL { server.url("/feed.json") }

  /// What has been asked for, and what became of it.
  public var status: LoopbackServer.Status { server.status }

  /// Ends the server and closes its connections. What is being painted is finished first.
  public func stop() {
    server.stop()
    answers.stop()
  }
}
