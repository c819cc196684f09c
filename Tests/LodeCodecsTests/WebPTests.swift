#if os(Linux)
import Foundation
import LodeCodecs
import Testing

@Suite struct WebPTests {
  private let decoder = ImageDecoder()

  @Test(
    "Lossy and lossless files decode, with and without alpha, at their own size and scaled",
    arguments: [ImageEncoding.webP(quality: 95), .webPLossless], [false, true])
  func kinds(encoding: ImageEncoding, hasAlpha: Bool) throws {
    let colors =
      hasAlpha
      ? [Pixel(200, 30, 40), Pixel(10, 90, 30, 128), Pixel(0, 0, 0, 0), Pixel(250, 250, 250)]
      : [Pixel(200, 30, 40), Pixel(20, 180, 60), Pixel(30, 50, 210), Pixel(250, 250, 250)]
    let image = DecodedImage.make(96, 64, isOpaque: !hasAlpha) { x, y in
      colors[(x >= 48 ? 1 : 0) + (y >= 32 ? 2 : 0)]
    }
    let file = try encoding.encode(image)
    #expect(
      try decoder.header(of: file)
        == ImageHeader(format: .webP, size: PixelSize(width: 96, height: 64)))
    let full = try decoder.decode(file, options: DecodingOptions())
    #expect(full.isOpaque == !hasAlpha)
    expectCorners(full, colors, tolerance: encoding == .webPLossless ? 0 : 8)
    let small = try decoder.decode(
      file,
      options: DecodingOptions(targetSize: PixelSize(width: 20, height: 6), contentMode: .fill))
    #expect(small.size == PixelSize(width: 20, height: 13))
    expectCorners(small, colors, tolerance: 12)
  }

  @Test("Of an animation the first frame is shown, where it is on the canvas")
  func animation() throws {
    let file = try animated(frameX: 4, frameY: 6, canvas: PixelSize(width: 32, height: 24))
    #expect(try decoder.header(of: file)?.size == PixelSize(width: 32, height: 24))
    let image = try decoder.decode(file, options: DecodingOptions())
    #expect(image.size == PixelSize(width: 32, height: 24))
    #expect(!image.isOpaque)
    #expect(image.pixel(0, 0) == Pixel(0, 0, 0, 0))
    #expect(image.pixel(3, 6) == Pixel(0, 0, 0, 0))
    #expect(image.pixel(4, 6) == Pixel(200, 100, 50))
    #expect(image.pixel(13, 13) == Pixel(200, 100, 50))
    #expect(image.pixel(14, 13) == Pixel(0, 0, 0, 0))
    let small = try decoder.decode(
      file, options: DecodingOptions(targetSize: PixelSize(width: 8, height: 8)))
    #expect(small.size == PixelSize(width: 8, height: 6))
  }

  @Test("A frame beyond its canvas is damage")
  func frameBeyondCanvas() throws {
    let file = try animated(frameX: 24, frameY: 6, canvas: PixelSize(width: 32, height: 24))
    #expect(throws: ImageDecodingError.damaged(reason: "a frame beyond its canvas")) {
      try decoder.decode(file, options: DecodingOptions())
    }
  }

  @Test("A cut animation is a truncated file, wherever it is cut")
  func cutAnimation() throws {
    let file = try animated(frameX: 0, frameY: 0, canvas: PixelSize(width: 32, height: 24))
    for length in 4..<(file.count - 1) {
      #expect(throws: ImageDecodingError.truncated, "\(length) bytes") {
        try decoder.decode(file.prefix(length), options: DecodingOptions())
      }
    }
  }

  /// An animation of one frame of 10 × 8 pixels.
  private func animated(frameX: Int, frameY: Int, canvas: PixelSize) throws -> Data {
    let still = try ImageEncoding.webPLossless.encode(.make(10, 8) { _, _ in Pixel(200, 100, 50) })
    let chunks = Array(still.dropFirst(12))
    let frame =
      littleEndian(frameX / 2, 3) + littleEndian(frameY / 2, 3) + littleEndian(9, 3)
      + littleEndian(7, 3) + littleEndian(100, 3) + [0] + chunks
    let body =
      Array("WEBPVP8X".utf8) + littleEndian(10) + [0x02, 0, 0, 0]
      + littleEndian(canvas.width - 1, 3) + littleEndian(canvas.height - 1, 3)
      + Array("ANIM".utf8) + littleEndian(6) + [0, 0, 0, 0, 0, 0] + Array("ANMF".utf8)
      + littleEndian(frame.count) + frame
    return Data(Array("RIFF".utf8) + littleEndian(body.count) + body)
  }
}
#endif
