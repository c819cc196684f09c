#if os(Linux)
import Foundation
import LodeCodecs
import Testing

@Suite struct PNGTests {
  private let decoder = ImageDecoder()

  @Test("Every colour type and depth decodes to its colours", arguments: [false, true])
  func colorTypes(isInterlaced: Bool) throws {
    func check(
      _ name: Comment, _ colorType: Int, _ bitDepth: Int, palette: [UInt8] = [],
      transparency: [UInt8] = [], samples: (Int, Int) -> [Int], expected: (Int, Int) -> Pixel
    ) throws {
      let file = PNGBuilder(
        width: 13, height: 11, bitDepth: bitDepth, colorType: colorType,
        isInterlaced: isInterlaced, palette: palette, transparency: transparency
      ).file(samples)
      let image = try decoder.decode(file, options: DecodingOptions())
      #expect(image.size == PixelSize(width: 13, height: 11), name)
      var isOpaque = true
      for y in 0..<11 {
        for x in 0..<13 {
          #expect(image.pixel(x, y) == expected(x, y), name)
          isOpaque = isOpaque && expected(x, y).alpha == 255
        }
      }
      #expect(image.isOpaque == isOpaque, name)
    }
    func premultiplied(_ red: Int, _ green: Int, _ blue: Int, _ alpha: Int) -> Pixel {
      func channel(_ value: Int) -> Int { (value * alpha * 2 + 255) / 510 }
      return Pixel(channel(red), channel(green), channel(blue), alpha)
    }

    try check("grey, 1 bit", 0, 1, samples: { x, y in [(x + y) % 2] }) { x, y in
      let value = (x + y) % 2 * 255
      return Pixel(value, value, value)
    }
    try check("grey, 4 bits", 0, 4, samples: { x, _ in [x] }) { x, _ in
      Pixel(x * 17, x * 17, x * 17)
    }
    try check("grey, 8 bits", 0, 8, samples: { x, y in [x * 10 + y] }) { x, y in
      Pixel(x * 10 + y, x * 10 + y, x * 10 + y)
    }
    try check("grey with a transparent value", 0, 8, transparency: [0, 50]) { x, _ in
      [x * 10]
    } expected: { x, _ in
      x == 5 ? Pixel(0, 0, 0, 0) : Pixel(x * 10, x * 10, x * 10)
    }
    try check("RGB", 2, 8, samples: { x, y in [x * 19, y * 23, 77] }) { x, y in
      Pixel(x * 19, y * 23, 77)
    }
    // 16 bits are rounded to 8: 0x1280 is 18.57 of 255, where cutting would give 18.
    try check("RGB, 16 bits", 2, 16, samples: { x, _ in [x * 0x1111, 0x1280, 0xFFFF] }) { x, _ in
      Pixel(x * 17, 18, 255)
    }
    try check("RGB with a transparent colour", 2, 8, transparency: [0, 19, 0, 0, 0, 77]) { x, y in
      [x * 19, y * 23, 77]
    } expected: { x, y in
      x == 1 && y == 0 ? Pixel(0, 0, 0, 0) : Pixel(x * 19, y * 23, 77)
    }
    try check("palette, 2 bits", 3, 2, palette: [1, 2, 3, 40, 50, 60, 70, 80, 90, 255, 0, 9]) {
      x, y in
      [(x + y) % 4]
    } expected: { x, y in
      [Pixel(1, 2, 3), Pixel(40, 50, 60), Pixel(70, 80, 90), Pixel(255, 0, 9)][(x + y) % 4]
    }
    try check(
      "palette with alpha", 3, 8, palette: [200, 100, 50, 10, 20, 30], transparency: [128]
    ) { x, _ in
      [x % 2]
    } expected: { x, _ in
      x % 2 == 0 ? premultiplied(200, 100, 50, 128) : Pixel(10, 20, 30)
    }
    try check("grey and alpha", 4, 8, samples: { x, y in [x * 19, y * 25] }) { x, y in
      premultiplied(x * 19, x * 19, x * 19, y * 25)
    }
    try check("grey and alpha, 16 bits", 4, 16, samples: { x, _ in [x * 0x1111, 0x8080] }) { x, _ in
      premultiplied(x * 17, x * 17, x * 17, 128)
    }
    try check("RGBA", 6, 8, samples: { x, y in [x * 19, y * 23, 77, 255 - x * 20] }) { x, y in
      premultiplied(x * 19, y * 23, 77, 255 - x * 20)
    }
  }

  @Test("An interlaced picture is scaled like one that is not")
  func interlacedScaled() throws {
    func image(isInterlaced: Bool) throws -> DecodedImage {
      let file = PNGBuilder(width: 90, height: 70, colorType: 2, isInterlaced: isInterlaced)
        .file { x, y in [x * 2, y * 3, (x ^ y) & 255] }
      return try decoder.decode(
        file, options: DecodingOptions(targetSize: PixelSize(width: 20, height: 20)))
    }
    let plain = try image(isInterlaced: false)
    let interlaced = try image(isInterlaced: true)
    #expect(plain.size == PixelSize(width: 20, height: 16))
    #expect(plain.firstDifference(from: interlaced) == nil)
  }

  @Test("Chunks that say nothing about pixels are skipped, whatever is in them and however long")
  func skippedChunks() throws {
    var builder = PNGBuilder(width: 2, height: 2, colorType: 2)
    let name = Array("name".utf8) + [0, 0]
    builder.extraChunks = [("iCCP", name + [1, 2, 3]), ("zTXt", name + [0xFF])]
    let file = builder.file { _, _ in [9, 8, 7] }
    // Longer than libpng takes by default. Its checksum is wrong, which matters to no pixel either.
    let count = 8_000_001
    let chunk = bigEndian(count) + Array("prVt".utf8) + [UInt8](repeating: 0, count: count + 4)
    for file in [file, file.prefix(33) + chunk + file.dropFirst(33)] {
      let image = try decoder.decode(file, options: DecodingOptions())
      #expect(image.pixel(1, 1) == Pixel(9, 8, 7))
    }
  }

  @Test("A transparency chunk before the palette does not upset the rows")
  func misplacedTransparency() throws {
    var builder = PNGBuilder(width: 3, height: 2, colorType: 2)
    builder.extraChunks = [("tRNS", [0, 9, 0, 8, 0, 7])]
    builder.palette = [1, 2, 3]
    let image = try decoder.decode(builder.file { x, _ in [x, 8, 7] }, options: DecodingOptions())
    #expect(image.pixel(2, 0) == Pixel(2, 8, 7))
  }

  @Test("A wrong checksum is damage, and the codec says so")
  func checksum() throws {
    var file = PNGBuilder(width: 4, height: 4, colorType: 2).file { x, y in [x, y, 0] }
    file[19] ^= 1
    let error = #expect(throws: ImageDecodingError.self) {
      try decoder.decode(file, options: DecodingOptions())
    }
    guard case .damaged(let reason) = error else {
      Issue.record("expected damage, got \(String(describing: error))")
      return
    }
    #expect(reason.contains("CRC"), "\(reason)")
  }
}
#endif
