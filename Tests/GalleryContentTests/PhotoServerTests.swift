import Foundation
import LodeCodecs
import LodeCore
import LodeImage
import LodeTesting
import Testing

@testable import GalleryContent

@Suite("Photo server") struct PhotoServerTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func picture(
    _ name: String, _ behaviour: CataloguePicture.Behaviour = .good,
    format: CataloguePicture.Format = .jpeg, photograph: Photograph? = nil
  ) -> CataloguePicture {
    CataloguePicture(
      name: name, title: name, caption: "Caption.", size: PixelSize(width: 96, height: 64),
      format: format, behaviour: behaviour,
      scene: MountainScene(palette: .dawn, hasForest: false), seed: 1, photograph: photograph)
  }

  private func server(_ pictures: [CataloguePicture]) throws -> PhotoServer {
    try PhotoServer(
      pictures: pictures, cacheFolder: folder.url.appending(path: "cache"),
      photographFolder: folder.url.appending(path: "photographs"))
  }

  private func load(_ url: URL) async throws(ImagePipelineError) -> DecodedImage {
    var configuration = ImagePipeline.Configuration()
    configuration.memoryCache = nil
    return try await ImagePipeline(configuration).image(for: ImageRequest(url: url)).image
  }

  @Test(
    "A picture is made when it is asked for, in every format",
    arguments: [CataloguePicture.Format.jpeg, .webP, .png])
  func formats(format: CataloguePicture.Format) async throws {
    let server = try server([picture("a", format: format)])
    defer { server.stop() }
    let image = try await load(server.list.pictures[0].url)
    #expect(image.size == PixelSize(width: 96, height: 64))
    let small = try await load(try #require(server.list.pictures[0].thumbnailURL))
    #expect(small.size == PixelSize(width: 96, height: 64), "a small picture is not enlarged")
    // Once by the address of the list, once by the one it was sent to when the picture was made.
    #expect(server.status.exchanges(for: "/large/a.\(format.rawValue)").count == 2)
    #expect(server.status.exchanges(for: "/small/a.\(format.rawValue)").count == 1)
  }

  @Test("Where a photograph is not installed, its place is painted and called something else")
  func missingPhotographs() async throws {
    let photograph = Photograph(
      title: "Red and blue", file: "photo.png", author: "Ada", licence: "CC0 1.0")
    let server = try server([picture("a", photograph: photograph)])
    defer { server.stop() }
    #expect(server.list.pictures[0].title == "a")
    #expect(server.list.pictures[0].caption == "Caption. Painted by the gallery.")
    #expect(try await load(server.list.pictures[0].url).size.width == 96)
  }

  @Test("What has been made is there at the next start, at once")
  func cache() async throws {
    let first = try server([picture("a")])
    _ = try await load(first.list.pictures[0].url)
    first.stop()
    let second = try server([picture("a")])
    defer { second.stop() }
    _ = try await load(second.list.pictures[0].url)
    #expect(second.status.exchanges.count == 1)
  }

  @Test("What an older version has left is removed, and nothing else")
  func oldVersions() throws {
    try folder.write("x", to: "cache/v0/a.jpg")
    try folder.write("x", to: "cache/other")
    let server = try server([picture("a")])
    server.stop()
    let left = try FileManager.default.contentsOfDirectory(
      atPath: folder.url.appending(path: "cache").path(percentEncoded: false))
    #expect(Set(left) == ["other", "v1-painted"])
  }

  @Test("A cache that cannot be written does not stop the server")
  func unwritableCache() async throws {
    try folder.write("a file where the folder should be", to: "cache")
    let server = try server([picture("a")])
    defer { server.stop() }
    #expect(try await load(server.list.pictures[0].url).size.width == 96)
  }

  @Test(
    "Faulty pictures fail, each in its own way",
    arguments: [
      (CataloguePicture.Behaviour.missing, "status.4xx"), (.gone, "status.4xx"),
      (.page, "notAnImage"), (.cutOff, "truncated"), (.damaged, "decoding"),
      (.busyOnce, "status.5xx"),
    ])
  func faults(behaviour: CataloguePicture.Behaviour, code: String) async throws {
    let server = try server([picture("a", behaviour, format: .png)])
    defer { server.stop() }
    let error = await #expect(throws: ImagePipelineError.self) {
      try await load(server.list.pictures[0].url)
    }
    #expect(error?.shortDescription == code)
  }

  @Test("A busy server serves the next attempt")
  func busyOnce() async throws {
    let server = try server([picture("a", .busyOnce)])
    defer { server.stop() }
    let url = server.list.pictures[0].url
    await #expect(throws: ImagePipelineError.self) { try await load(url) }
    #expect(try await load(url).size.width == 96)
  }

  @Test("A photograph takes the place of what is painted, cropped, and its author is named")
  func photographs() async throws {
    // Left half red, right half blue.
    let image = DecodedImage(size: PixelSize(width: 200, height: 100), isOpaque: true) { bytes in
      for index in 0..<20_000 {
        let isLeft = index % 200 < 100
        bytes[index * 4] = isLeft ? 255 : 0
        bytes[index * 4 + 1] = 0
        bytes[index * 4 + 2] = isLeft ? 0 : 255
        bytes[index * 4 + 3] = 255
      }
    }
    let photographs = folder.url.appending(path: "photographs")
    try FileManager.default.createDirectory(at: photographs, withIntermediateDirectories: true)
    try ImageEncoding.png.encode(image).write(to: photographs.appending(path: "photo.png"))
    let photograph = Photograph(
      title: "Red and blue", file: "photo.png", author: "Ada", licence: "CC0 1.0", left: 0.5,
      top: 0, width: 0.5, height: 1
    )
    let server = try server([picture("a", format: .png, photograph: photograph)])
    defer { server.stop() }
    #expect(server.list.pictures[0].title == "Red and blue")
    #expect(server.list.pictures[0].caption == "Caption. Photograph: Ada, CC0 1.0")
    let shown = try await load(server.list.pictures[0].url)
    #expect(shown.size.width == shown.size.height)
    let (red, blue) = shown.withUnsafeBytes { ($0[0], $0[2]) }
    // Scaling lets the neighbours of the edge shine through a little.
    #expect(red < 8 && blue > 247)
  }

  @Test("The list is there as a JSON Feed, which the gallery reads")
  func feed() async throws {
    let server = try server([picture("a"), picture("b", format: .webP)])
    defer { server.stop() }
    let list = try await PictureListLoader(fetcher: URLFetcher()).list(of: .address(server.feedURL))
    #expect(list.pictures.map(\.url) == server.list.pictures.map(\.url))
    #expect(list.pictures.map(\.title) == ["a", "b"])
  }

  @Test("Other addresses and methods are refused")
  func otherAddresses() async throws {
    let server = try server([picture("a")])
    defer { server.stop() }
    for path in ["/", "/large/b.jpg", "/large/a.png", "/huge/a.jpg", "/large/a.jpg/x"] {
      let url = try #require(URL(string: path, relativeTo: server.feedURL)?.absoluteURL)
      let error = await #expect(throws: ImagePipelineError.self) { try await load(url) }
      #expect(error?.code == .status(404))
    }
  }
}
