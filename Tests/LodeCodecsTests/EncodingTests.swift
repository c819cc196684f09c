#if os(Linux)
import Foundation
import LodeCodecs
import Testing

@Suite struct EncodingTests {
  private let decoder = ImageDecoder()

  @Test(
    "What is written without loss reads back as it was",
    arguments: [
      ImageEncoding.png, .webPLossless,
    ])
  func lossless(encoding: ImageEncoding) throws {
    let opaque = DecodedImage.makeScene(51, 34)
    let read = try decoder.decode(try encoding.encode(opaque), options: DecodingOptions())
    #expect(read.isOpaque)
    #expect(read.firstDifference(from: opaque) == nil)

    // Premultiplied colours survive the division by alpha and the multiplication after it.
    let glass = DecodedImage.make(256, 256, isOpaque: false) { x, y in
      Pixel(x * y / 255, y / 2, y, y)
    }
    let again = try decoder.decode(try encoding.encode(glass), options: DecodingOptions())
    #expect(!again.isOpaque)
    #expect(again.firstDifference(from: glass) == nil)
  }

  @Test("JPEG lays transparency over white")
  func flattening() throws {
    let image = DecodedImage.make(32, 32, isOpaque: false) { x, _ in
      x < 16 ? Pixel(0, 0, 0, 0) : Pixel(100, 0, 0, 100)
    }
    let read = try decoder.decode(
      try ImageEncoding.jpeg(quality: 100).encode(image), options: DecodingOptions())
    #expect(read.pixel(4, 16).distance(to: Pixel(255, 255, 255)) <= 2)
    #expect(read.pixel(27, 16).distance(to: Pixel(255, 155, 155)) <= 4)
  }

  @Test("A lower quality makes a smaller file, and a quality out of range is the nearest in it")
  func quality() throws {
    let scene = DecodedImage.makeScene(80, 60)
    func count(_ encoding: ImageEncoding) throws -> Int { try encoding.encode(scene).count }
    #expect(try count(.jpeg(quality: 30)) < count(.jpeg(quality: 90)))
    #expect(try count(.webP(quality: 30)) < count(.webP(quality: 90)))
    #expect(try count(.jpeg(quality: 900)) == count(.jpeg(quality: 100)))
    #expect(try count(.webP(quality: -5)) == count(.webP(quality: 0)))
  }

  @Test("Rows with padding are read as what they are")
  func padding() throws {
    let pixels = PixelBuffer(byteCount: 3 * 64)
    for index in pixels.bytes.indices { pixels.bytes[index] = 0xEE }
    for y in 0..<3 {
      for x in 0..<5 {
        let offset = y * 64 + x * 4
        pixels.bytes[offset] = UInt8(x)
        pixels.bytes[offset + 1] = UInt8(y)
        pixels.bytes[offset + 2] = 9
        pixels.bytes[offset + 3] = 255
      }
    }
    let size = PixelSize(width: 5, height: 3)
    let image = DecodedImage(
      pixels: pixels, size: size, originalSize: size, bytesPerRow: 64, isOpaque: true)
    let read = try decoder.decode(try ImageEncoding.png.encode(image), options: DecodingOptions())
    #expect(read.pixel(4, 2) == Pixel(4, 2, 9))
    #expect(read.pixel(0, 1) == Pixel(0, 1, 9))
  }

  @Test("A side that the format has no room for is refused")
  func tooLarge() throws {
    let line = DecodedImage.make(16_384, 1) { _, _ in Pixel(0, 0, 0) }
    #expect(
      throws: ImageEncodingError.tooLarge(line.size, maximumSide: 16_383)
    ) { try ImageEncoding.webP(quality: 50).encode(line) }
    #expect(try ImageEncoding.jpeg(quality: 50).encode(line).count > 100)
  }
}
#endif
