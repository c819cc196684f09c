#if os(Linux)
import Foundation
import LodeCodecs
import Testing

@Suite struct ScalingTests {
  private let decoder = ImageDecoder()

  private func decode(_ file: Data, _ width: Int, _ height: Int) throws -> DecodedImage {
    try decoder.decode(
      file, options: DecodingOptions(targetSize: PixelSize(width: width, height: height)))
  }

  /// Targets on both sides of the steps at which boxes and the codec's own scaling set in.
  @Test(
    "Scaled pictures are within 41 dB of Lanczos in double precision",
    arguments: [
      ImageEncoding.jpeg(quality: 92), .png, .webP(quality: 92), .webPLossless,
    ], [190, 97, 60, 31])
  func quality(encoding: ImageEncoding, side: Int) throws {
    let file = try encoding.encode(.makeScene(401, 263))
    let full = try decoder.decode(file, options: DecodingOptions())
    let image = try decode(file, side, side)
    #expect(
      image.size
        == full.size.scaledDown(to: PixelSize(width: side, height: side), contentMode: .fit))
    let psnr = ReferenceScaler.psnr(image, ReferenceScaler.scale(full, to: image.size))
    #expect(psnr >= 41, "\(encoding) at \(side): \(psnr) dB")
  }

  @Test("Without a box the filter is exact to rounding")
  func exactness() throws {
    let scene = DecodedImage.makeScene(120, 90)
    let image = try decode(try ImageEncoding.png.encode(scene), 71, 71)
    let psnr = ReferenceScaler.psnr(image, ReferenceScaler.scale(scene, to: image.size))
    // Rounding to 8 bits alone is 58.9 dB: an error of 1/12 of a step's square.
    #expect(psnr >= 58, "\(psnr) dB")
  }

  @Test(
    "One colour stays that colour at every size",
    arguments: [
      (1, 1), (1, 300), (300, 1), (255, 257), (64, 64), (63, 1_000),
    ])
  func constant(width: Int, height: Int) throws {
    let colors = [Pixel(255, 255, 255), Pixel(1, 127, 254), Pixel(30, 60, 90, 91)]
    for color in colors {
      let file = PNGBuilder(width: width, height: height, colorType: 6).file { _, _ in
        color.alpha == 255 ? [color.red, color.green, color.blue, 255] : [84, 168, 252, 91]
      }
      for side in [1, 2, 3, 7, 20, 100] {
        let image = try decode(file, side, side)
        #expect(
          image.size
            == PixelSize(width: width, height: height).scaledDown(
              to: PixelSize(width: side, height: side), contentMode: .fit))
        for y in 0..<image.size.height {
          for x in 0..<image.size.width where image.pixel(x, y) != color {
            Issue.record("\(image.pixel(x, y)) at \(x), \(y), not \(color)")
            return
          }
        }
      }
    }
  }

  @Test("An edge to transparent has no dark fringe, and no colour exceeds its alpha")
  func alphaEdges() throws {
    // White on transparent black: averaging straight colours would leave grey at the edge.
    let file = PNGBuilder(width: 200, height: 150, colorType: 6).file { x, y in
      let isInside = (x - 100) * (x - 100) + (y - 75) * (y - 75) < 3_600
      return isInside ? [255, 255, 255, 255] : [0, 0, 0, 0]
    }
    for side in [150, 61, 33, 10] {
      let image = try decode(file, side, side)
      var edge = 0
      for y in 0..<image.size.height {
        for x in 0..<image.size.width {
          let pixel = image.pixel(x, y)
          if pixel.alpha != 0, pixel.alpha != 255 { edge += 1 }
          guard abs(pixel.red - pixel.alpha) <= 1, pixel.red <= pixel.alpha else {
            Issue.record("\(pixel) at \(x), \(y) of \(side)")
            return
          }
        }
      }
      #expect(edge > 0)
      #expect(!image.isOpaque)
    }
  }

  @Test("The filter's overshoot at an edge leaves no colour above its alpha")
  func overshoot() throws {
    let file = PNGBuilder(width: 60, height: 60, colorType: 6).file { x, y in
      [x / 11 % 2 * 255, y / 13 % 2 * 255, 0, 128]
    }
    let image = try decode(file, 41, 41)
    for y in 0..<41 {
      for x in 0..<41 {
        let pixel = image.pixel(x, y)
        guard pixel.alpha == 128, max(pixel.red, pixel.green) <= 128 else {
          Issue.record("\(pixel) at \(x), \(y)")
          return
        }
      }
    }
  }

  @Test("A picture is never enlarged, and its proportions survive extremes")
  func sizes() throws {
    let line = try ImageEncoding.png.encode(.make(10_000, 1) { x, _ in Pixel(x % 256, 7, 7) })
    #expect(try decode(line, 100, 100).size == PixelSize(width: 100, height: 1))
    let column = try ImageEncoding.jpeg(quality: 80).encode(
      .make(1, 3_000) { _, _ in Pixel(9, 9, 9) })
    #expect(try decode(column, 100, 100).size == PixelSize(width: 1, height: 100))
    let dot = try ImageEncoding.webPLossless.encode(.make(1, 1) { _, _ in Pixel(1, 2, 3) })
    #expect(try decode(dot, 500, 500).pixel(0, 0) == Pixel(1, 2, 3))
    let image = try decode(line, 20_000, 20_000)
    #expect(image.size == PixelSize(width: 10_000, height: 1))
    #expect(!image.isScaledDown)
  }

  @Test("Scaled or not, a gradient keeps its place")
  func registration() throws {
    // A shift of a tenth of an output pixel would show as half a step of the gradient.
    for encoding in [ImageEncoding.jpeg(quality: 100), .png, .webP(quality: 100), .webPLossless] {
      let file = try encoding.encode(
        .make(1_003, 40) { x, _ in Pixel(x * 250 / 1_002, x * 250 / 1_002, x * 250 / 1_002) })
      let image = try decode(file, 50, 50)
      for x in 3..<47 {
        let expected = (Double(x) + 0.5) * 1_003 / 50 * 250 / 1_002
        let value = Double(image.pixel(x, 0).green)
        #expect(abs(value - expected) <= 2.5, "\(encoding), column \(x)")
      }
    }
  }
}
#endif
