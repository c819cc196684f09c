#if os(Linux)
import Foundation
import LodeCodecs
import Testing

@Suite struct JPEGTests {
  private let decoder = ImageDecoder()
  private let colors = [
    Pixel(200, 30, 40), Pixel(20, 180, 60), Pixel(30, 50, 210), Pixel(250, 250, 250),
  ]

  @Test(
    "Grey, CMYK, YCCK and progressive files have the colours they were made of",
    arguments: ["cmyk.jpg", "ycck.jpg", "progressive.jpg", "grey.jpg"])
  func colorSpaces(name: String) throws {
    let file = try fixture(name)
    let expected =
      name == "grey.jpg" ? [20, 90, 160, 240].map { Pixel($0, $0, $0) } : colors
    let image = try decoder.decode(file, options: DecodingOptions())
    #expect(image.size == PixelSize(width: 48, height: 32))
    #expect(image.isOpaque)
    expectCorners(image, expected, tolerance: 3)
    let small = try decoder.decode(
      file, options: DecodingOptions(targetSize: PixelSize(width: 12, height: 12)))
    #expect(small.size == PixelSize(width: 12, height: 8))
    #expect(small.originalSize == PixelSize(width: 48, height: 32))
    expectCorners(small, expected, tolerance: 12)
  }

  @Test(
    "Every orientation shows the same picture, at its own size and scaled",
    arguments: 1...8, [false, true])
  func orientations(orientation: Int, isBigEndian: Bool) throws {
    // Given a picture whose stored rows are arranged so that it is upright when it is seen
    let seen = PixelSize(width: 96, height: 64)
    let stored = orientation >= 5 ? seen.transposed : seen
    let image = DecodedImage.make(stored.width, stored.height) { x, y in
      let (column, row) =
        switch orientation {
        case 2: (seen.width - 1 - x, y)
        case 3: (seen.width - 1 - x, seen.height - 1 - y)
        case 4: (x, seen.height - 1 - y)
        case 5: (y, x)
        case 6: (seen.width - 1 - y, x)
        case 7: (seen.width - 1 - y, seen.height - 1 - x)
        case 8: (y, seen.height - 1 - x)
        default: (x, y)
        }
      return colors[(column >= seen.width / 2 ? 1 : 0) + (row >= seen.height / 2 ? 2 : 0)]
    }
    let file = JPEGSegments.insert(
      JPEGSegments.exif(orientation: orientation, isBigEndian: isBigEndian),
      into: try ImageEncoding.jpeg(quality: 95).encode(image))

    // Then its header has the size that is seen
    #expect(try decoder.header(of: file) == ImageHeader(format: .jpeg, size: seen))

    // And so has the picture, at every size
    let full = try decoder.decode(file, options: DecodingOptions())
    #expect(full.size == seen)
    expectCorners(full, colors, tolerance: 6)
    let small = try decoder.decode(
      file, options: DecodingOptions(targetSize: PixelSize(width: 30, height: 40)))
    #expect(small.size == PixelSize(width: 30, height: 20))
    #expect(small.originalSize == seen)
    expectCorners(small, colors, tolerance: 12)
  }

  @Test(
    "Processes that the decoder does not know are named",
    arguments: [
      (0xC3, 8, "lossless JPEG"), (0xC5, 8, "hierarchical JPEG"), (0xC1, 12, "12-bit JPEG"),
    ])
  func unknownProcesses(marker: Int, precision: Int, name: String) throws {
    let frame = JPEGSegments.frame(
      UInt8(marker), width: 64, height: 64, precision: UInt8(precision))
    let file = Data([0xFF, 0xD8] + frame + [0xFF, 0xD9])
    #expect(throws: ImageDecodingError.unsupportedFormat(name)) { try decoder.header(of: file) }
    #expect(throws: ImageDecodingError.unsupportedFormat(name)) {
      try decoder.decode(file, options: DecodingOptions())
    }
  }

  @Test("An Exif segment that lies about its offsets leaves the picture upright")
  func hostileExif() throws {
    let image = DecodedImage.makeScene(40, 30)
    let file = try ImageEncoding.jpeg(quality: 80).encode(image)
    let good = JPEGSegments.exif(orientation: 6, isBigEndian: true)
    var random = Random(seed: 3)
    for _ in 0..<500 {
      var segment = good
      // The marker and the length stay; anything else may be anything.
      for _ in 0...random.next(6) {
        segment[10 + random.next(segment.count - 10)] = UInt8([0, 1, 0x7F, 0xFF][random.next(4)])
      }
      let header = try #require(
        try decoder.header(of: JPEGSegments.insert(segment, into: file)))
      #expect(header.size == image.size || header.size == image.size.transposed)
    }
    var far = good
    far.replaceSubrange(14..<18, with: [0xFF, 0xFF, 0xFF, 0xFF])
    #expect(try decoder.header(of: JPEGSegments.insert(far, into: file))?.size == image.size)
    let cut = JPEGSegments.segment(0xE1, Array("Exif\0\0MM".utf8))
    #expect(try decoder.header(of: JPEGSegments.insert(cut, into: file))?.size == image.size)
  }

  @Test("A file that lacks only its end marker is a whole picture, and half a file is not")
  func missingEnd() throws {
    let file = try ImageEncoding.jpeg(quality: 90).encode(.makeScene(64, 48))
    let whole = try decoder.decode(file, options: DecodingOptions())
    let unended = try decoder.decode(file.dropLast(2), options: DecodingOptions())
    #expect(whole.firstDifference(from: unended) == nil)
    #expect(throws: ImageDecodingError.truncated) {
      try decoder.decode(file.prefix(file.count / 2), options: DecodingOptions())
    }
    let progressive = try fixture("progressive.jpg")
    #expect(throws: ImageDecodingError.truncated) {
      try decoder.decode(progressive.prefix(progressive.count * 3 / 4), options: DecodingOptions())
    }
  }

  @Test("A marker of no known meaning behind the pixels is damage, and the codec says so")
  func unknownMarker() throws {
    let file = try ImageEncoding.jpeg(quality: 90).encode(.makeScene(64, 48))
    #expect(throws: ImageDecodingError.damaged(reason: "Unsupported marker type 0x66")) {
      try decoder.decode(
        file.dropLast(2) + Data([0xFF, 0x66, 0xFF, 0xD9]), options: DecodingOptions())
    }
  }
}
#endif
