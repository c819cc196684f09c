import Foundation
import LodeCodecs
import LodeCore
import LodeImage
import Testing

@Suite struct MemoryImageCacheTests {
  private func makeImage(bytes: Int) -> DecodedImage {
    DecodedImage(size: PixelSize(width: bytes / 4, height: 1)) {
      $0.initializeMemory(as: UInt8.self, repeating: 0)
    }
  }

  private func key(_ path: String) -> ImageCacheKey {
    ImageCacheKey(ImageRequest(url: URL(string: "http://host/\(path)")!))
  }

  @Test("Pictures are kept up to the limit, and freed when they are pushed out")
  func limit() {
    let cache = MemoryImageCache(costLimit: ByteCount(400))
    weak var first: DecodedImage?
    do {
      let image = makeImage(bytes: 40)
      first = image
      cache.store(image, for: key("0"))
    }
    #expect(first != nil)
    for number in 1...10 { cache.store(makeImage(bytes: 40), for: key("\(number)")) }
    #expect(cache.totalCost == ByteCount(400) && cache.count == 10)
    #expect(cache.image(for: key("0")) == nil)
    #expect(first == nil)
  }

  @Test("One picture does not push out all others")
  func hugePicture() {
    let cache = MemoryImageCache(costLimit: ByteCount(400))
    cache.store(makeImage(bytes: 40), for: key("a"))
    cache.store(makeImage(bytes: 44), for: key("b"))
    #expect(cache.image(for: key("a")) != nil && cache.image(for: key("b")) == nil)
    cache.removeAll()
    #expect(cache.count == 0 && cache.totalCost == .zero)
  }

  @Test("Target size, content mode and header fields are part of the key")
  func keys() {
    var request = ImageRequest(url: URL(string: "http://host/a")!)
    var keys: Set = [ImageCacheKey(request)]
    request.targetSize = PixelSize(width: 1, height: 1)
    keys.insert(ImageCacheKey(request))
    request.contentMode = .fill
    keys.insert(ImageCacheKey(request))
    request.headers["A"] = "b"
    keys.insert(ImageCacheKey(request))
    #expect(keys.count == 4)
    request.priority = .high
    request.id = "x"
    keys.insert(ImageCacheKey(request))
    #expect(keys.count == 4, "urgency and id change no pixel")
  }
}
