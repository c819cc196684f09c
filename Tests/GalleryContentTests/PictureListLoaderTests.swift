import Foundation
import GalleryContent
import LodeCore
import LodeImage
import LodeTesting
import Testing

@Suite("Pictures of a source") struct PictureListLoaderTests {
  private let folder: TemporaryFolder
  private let fetcher = ScriptedFetcher()

  init() throws {
    folder = try TemporaryFolder()
  }

  private func list(_ source: PictureSource) async throws -> PictureList {
    try await PictureListLoader(fetcher: fetcher).list(of: source)
  }

  @Test("A text file has a picture a line; comments and empty lines have none")
  func textFile() async throws {
    try folder.write("", to: "near/b c.png")
    let file = try folder.write(
      "\u{FEFF}# Holiday\r\nhttps://example.org/a%20b.jpg\r\n\r\n  near/b c.png  \n#end",
      to: "holiday_list.txt")
    let list = try await list(.list(file))
    #expect(list.title == "holiday list")
    #expect(
      list.pictures.map(\.url.absoluteString) == [
        "https://example.org/a%20b.jpg",
        folder.url.appending(path: "near/b c.png").absoluteString,
      ])
    #expect(list.pictures.map(\.title) == ["a b", "b c"])
  }

  @Test("A line that names nothing is an error with its number")
  func badLine() async throws {
    let file = try folder.write("# one\nhttps://example.org/a.jpg\nnowhere.jpg\n", to: "list.txt")
    await #expect(throws: GalleryError.invalidLine(file, line: 3, text: "nowhere.jpg")) {
      try await list(.list(file))
    }
  }

  @Test("A text file without a picture is an error", arguments: ["", "\n\n", "# nothing\n"])
  func emptyFile(text: String) async throws {
    let file = try folder.write(text, to: "list.txt")
    await #expect(throws: GalleryError.emptyList(file)) { try await list(.list(file)) }
  }

  @Test("A feed is a feed and a picture a picture, whatever the file is called")
  func misnamedFiles() async throws {
    let feed = try folder.write(
      #"{"version":"https://jsonfeed.org/version/1.1","items":[{"image":"https://a.example/1.jpg"}]}"#,
      to: "feed.txt")
    #expect(
      try await list(.list(feed)).pictures.map(\.url.absoluteString) == ["https://a.example/1.jpg"])
    let picture = folder.url.appending(path: "photo")
    try Data([0xFF, 0xD8, 0xFF, 0xE0, 0x00]).write(to: picture)
    #expect(try await list(.list(picture)).pictures == [GalleryPicture(url: picture)])
  }

  @Test("A folder's pictures come in the order in which people count, without folders inside it")
  func pictureFolder() async throws {
    for name in ["img10.jpg", "img2.JPG", "Img1.png", ".hidden.jpg", "notes.txt", "in/deep.jpg"] {
      try folder.write("", to: name)
    }
    let list = try await list(.folder(folder.url))
    #expect(list.pictures.map(\.url.lastPathComponent) == ["Img1.png", "img2.JPG", "img10.jpg"])
  }

  @Test("A folder without pictures is an error")
  func emptyFolder() async throws {
    try folder.write("", to: "notes.txt")
    await #expect(throws: GalleryError.noPicturesInFolder(folder.url)) {
      try await list(.folder(folder.url))
    }
  }

  @Test("A file that has gone meanwhile is an error")
  func goneFile() async throws {
    let url = folder.url.appending(path: "gone.txt")
    await #expect(throws: GalleryError.unreadable(url, reason: "it is gone")) {
      try await list(.list(url))
    }
  }

  @Test("A web address that answers with a feed is that feed")
  func feedOnTheWeb() async throws {
    let url = try #require(URL(string: "https://example.org/blog"))
    fetcher.answer(
      url,
      with: .body(Data("<rss><channel><item><enclosure url='a.png'/></item></channel></rss>".utf8)))
    let list = try await list(.address(url))
    #expect(list.pictures.map(\.url.absoluteString) == ["https://example.org/a.png"])
  }

  @Test("A web address that answers with a picture is that picture")
  func pictureOnTheWeb() async throws {
    let url = try #require(URL(string: "https://example.org/photo"))
    // A comment in a JPEG may well look like markup.
    fetcher.answer(url, with: .body(Data([0xFF, 0xD8, 0xFF, 0xFE]) + Data("<rss>{".utf8)))
    #expect(try await list(.address(url)).pictures == [GalleryPicture(url: url)])
  }

  @Test("A web address that answers with a page, a fault or nothing is an error that says so")
  func faultsOnTheWeb() async throws {
    let url = try #require(URL(string: "https://example.org/blog"))
    fetcher.answer(url, with: .body(Data("<!DOCTYPE html><html></html>".utf8)))
    await #expect(throws: GalleryError.notAFeed(url, reason: "its first element is <html>")) {
      try await list(.address(url))
    }
    fetcher.answer(url, with: .body(Data("gone".utf8), status: 404))
    await #expect(
      throws: GalleryError.feedNotLoaded(ImagePipelineError(.status(404), stage: .fetch, url: url))
    ) { try await list(.address(url)) }
    fetcher.answer(url, with: .failure(.offline))
    await #expect(
      throws: GalleryError.feedNotLoaded(ImagePipelineError(.offline, stage: .fetch, url: url))
    ) { try await list(.address(url)) }
  }

  @Test("Whoever stops waiting for a feed stops its fetch")
  func cancellation() async throws {
    let url = try #require(URL(string: "https://example.org/blog"))
    let waiting = Task { try await list(.address(url)) }
    let fetch = await fetcher.fetch(0)
    waiting.cancel()
    await #expect(throws: GalleryError.self) { try await waiting.value }
    #expect(fetch.isCancelled)
  }
}
