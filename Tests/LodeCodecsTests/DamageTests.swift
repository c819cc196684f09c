#if os(Linux)
import Foundation
import LodeCodecs
import Testing

/// Files that are cut, broken or made to hurt.
@Suite struct DamageTests {
  private let decoder = ImageDecoder()
  private let small = DecodingOptions(targetSize: PixelSize(width: 9, height: 9))

  private static func samples() throws -> [(String, Data)] {
    let scene = DecodedImage.makeScene(45, 35)
    let glass = DecodedImage.make(45, 35, isOpaque: false) { x, y in Pixel(x, y, 5, 60 + x * 4) }
    return [
      ("JPEG", try ImageEncoding.jpeg(quality: 80).encode(scene)),
      ("progressive JPEG", try fixture("progressive.jpg")),
      ("CMYK JPEG", try fixture("cmyk.jpg")),
      ("PNG", try ImageEncoding.png.encode(glass)),
      (
        "interlaced PNG",
        PNGBuilder(width: 15, height: 13, colorType: 2, isInterlaced: true).file { x, y in
          [x, y, 7]
        }
      ),
      ("WebP", try ImageEncoding.webP(quality: 70).encode(scene)),
      ("WebP with alpha", try ImageEncoding.webP(quality: 70).encode(glass)),
      ("lossless WebP", try ImageEncoding.webPLossless.encode(glass)),
    ]
  }

  @Test("A file that is cut anywhere is a picture or a truncated file, and never anything else")
  func cut() throws {
    for (name, file) in try DamageTests.samples() {
      var pictures = 0
      for length in stride(from: 12, to: file.count, by: 7) {
        for options in [DecodingOptions(), small] {
          do {
            _ = try decoder.decode(file.prefix(length), options: options)
            pictures += 1
          } catch {
            #expect(error == .truncated, "\(name), \(length) of \(file.count) bytes")
          }
        }
      }
      // Only the last bytes may be missed: markers, checksums.
      #expect(pictures <= 6, "\(name)")
    }
  }

  @Test("Files with random damage decode or fail, with an error of ours, at the size they say")
  func mutations() throws {
    var random = Random(seed: 11)
    for (name, file) in try DamageTests.samples() {
      for _ in 0..<60 {
        var broken = file
        for _ in 0...random.next(4) {
          broken[random.next(broken.count)] = UInt8(random.next(256))
        }
        let limits = ImageLimits(maximumPixelCount: 100_000)
        for options in [
          DecodingOptions(limits: limits),
          DecodingOptions(targetSize: PixelSize(width: 9, height: 9), limits: limits),
        ] {
          do throws(ImageDecodingError) {
            let image = try decoder.decode(broken, options: options)
            #expect(image.originalSize.pixelCount <= 100_000, "\(name)")
          } catch {
            continue
          }
        }
      }
    }
  }

  @Test("A header that claims too many pixels is refused by it alone")
  func bombs() throws {
    func expectRefused(_ bytes: [UInt8], _ size: PixelSize, _ name: Comment) throws {
      let file = Data(bytes)
      #expect(try decoder.header(of: file)?.size == size, name)
      #expect(throws: ImageDecodingError.tooManyPixels(size, limit: 60_000_000), name) {
        try decoder.decode(file, options: small)
      }
    }
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    try expectRefused(
      signature
        + PNGBuilder.chunk("IHDR", bigEndian(50_000) + bigEndian(50_000) + [8, 6, 0, 0, 0])
        + PNGBuilder.chunk("IDAT", PNGBuilder.stored([0])),
      PixelSize(width: 50_000, height: 50_000), "PNG")
    try expectRefused(
      signature
        + PNGBuilder.chunk(
          "IHDR", bigEndian(0x7FFF_FFFF) + bigEndian(0x7FFF_FFFF) + [8, 6, 0, 0, 0]),
      PixelSize(width: 0x7FFF_FFFF, height: 0x7FFF_FFFF), "the largest PNG")
    for marker: UInt8 in [0xC0, 0xC2] {
      try expectRefused(
        [0xFF, 0xD8] + JPEGSegments.frame(marker, width: 65_500, height: 65_500) + [0xFF, 0xD9],
        PixelSize(width: 65_500, height: 65_500), "JPEG")
    }
    try expectRefused(
      Array("RIFF".utf8) + littleEndian(100) + Array("WEBPVP8X".utf8) + littleEndian(10)
        + [2, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
      PixelSize(width: 1 << 24, height: 1 << 24), "WebP")
  }

  @Test("A picture at the limit decodes, and one pixel more does not")
  func limit() throws {
    let file = try ImageEncoding.png.encode(.makeScene(20, 10))
    _ = try decoder.decode(
      file, options: DecodingOptions(limits: ImageLimits(maximumPixelCount: 200)))
    #expect(
      throws: ImageDecodingError.tooManyPixels(PixelSize(width: 20, height: 10), limit: 199)
    ) {
      try decoder.decode(
        file, options: DecodingOptions(limits: ImageLimits(maximumPixelCount: 199)))
    }
  }

  @Test("Without a limit, a size beyond all memory is refused all the same")
  func noLimit() {
    let file = Data(
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        + PNGBuilder.chunk(
          "IHDR", bigEndian(0x7FFF_FFFF) + bigEndian(0x7FFF_FFFF) + [8, 6, 0, 0, 0]))
    let size = PixelSize(width: 0x7FFF_FFFF, height: 0x7FFF_FFFF)
    #expect(throws: ImageDecodingError.tooManyPixels(size, limit: 1 << 32)) {
      try decoder.decode(
        file, options: DecodingOptions(limits: ImageLimits(maximumPixelCount: .max)))
    }
  }

  @Test("A progressive file with more scans than any honest one is refused")
  func scans() throws {
    let file = Array(try fixture("progressive.jpg"))
    // The last scan of the file, again and again.
    let last = try #require(
      file.indices.last { $0 + 1 < file.count && file[$0] == 0xFF && file[$0 + 1] == 0xDA })
    let scan = file[last..<(file.count - 2)]
    func repeated(_ count: Int) -> Data {
      Data(file.dropLast(2) + (0..<count).flatMap { _ in scan } + [0xFF, 0xD9])
    }
    _ = try decoder.decode(repeated(40), options: DecodingOptions())
    #expect(throws: ImageDecodingError.damaged(reason: "more than 64 scans")) {
      try decoder.decode(repeated(80), options: DecodingOptions())
    }
  }
}
#endif
