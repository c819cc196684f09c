import LodeCodecs
import LodeCore
import LodeTesting
import Testing

@testable import GalleryContent

@Suite("The photo server's pictures") struct PhotoCatalogueTests {
  private let pictures = PhotoCatalogue.pictures

  @Test("There are at least 60, with names and titles of their own, in three formats")
  func list() {
    #expect(pictures.count >= 60)
    #expect(Set(pictures.map(\.name)).count == pictures.count)
    let photographs = pictures.compactMap(\.photograph)
    let titles = pictures.map(\.title) + photographs.map(\.title)
    #expect(Set(titles).count == titles.count)
    #expect(Set(pictures.map(\.format)).count == 3)
    #expect(!photographs.isEmpty)
    let shapes = Set(pictures.map { Double($0.size.width) / Double($0.size.height) })
    #expect(shapes.count >= 3)
  }

  @Test("One in twelve is faulty, each in another way, and some are slow")
  func faults() {
    let faulty = pictures.filter { $0.behaviour != .good && $0.behaviour != .slow }
    #expect((11...13).contains(pictures.count / faulty.count))
    #expect(Set(faulty.map(\.behaviour)).count == faulty.count)
    #expect(faulty.allSatisfy { !$0.caption.isEmpty })
    #expect(pictures.contains { $0.behaviour == .slow })
  }

  @Test("Names are parts of a path without escapes")
  func names() {
    for picture in pictures {
      #expect(
        picture.name.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789-".utf8.contains($0) })
    }
  }

  @Test("Every scene paints the same picture each time, in any shape, with something in it")
  func scenes() {
    for picture in pictures {
      let isWide = picture.size.width > picture.size.height
      let size = PixelSize(width: isWide ? 60 : 33, height: isWide ? 31 : 50)
      let first = paint(picture, size)
      #expect(first == paint(picture, size), "\(picture.name) differs from itself")
      #expect(Set(first).count > 4, "\(picture.name) is flat")
    }
  }

  private func paint(_ picture: CataloguePicture, _ size: PixelSize) -> [UInt32] {
    let canvas = Canvas(size: size)
    var generator = SeededGenerator(seed: picture.seed)
    picture.scene.paint(canvas, using: &generator)
    return canvas.makeImage(grain: 0, using: &generator).withUnsafeBytes {
      Array($0.bindMemory(to: UInt32.self))
    }
  }
}
