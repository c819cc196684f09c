#if os(Linux)
import Foundation
import LodeCodecs
import Testing

@Suite struct ImageDecoderTests {
  private let decoder = ImageDecoder()

  @Test(
    "What is encoded decodes at its own size",
    arguments: [
      ImageEncoding.jpeg(quality: 95), .png, .webP(quality: 95), .webPLossless,
    ])
  func roundTrip(encoding: ImageEncoding) throws {
    let image = DecodedImage(size: PixelSize(width: 37, height: 21), isOpaque: true) { bytes in
      for index in 0..<(37 * 21) {
        bytes[index * 4] = UInt8(index % 37 * 6)
        bytes[index * 4 + 1] = UInt8(index / 37 * 12)
        bytes[index * 4 + 2] = 90
        bytes[index * 4 + 3] = 255
      }
    }
    let file = try encoding.encode(image)
    #expect(try decoder.header(of: file)?.size == image.size)
    let decoded = try decoder.decode(file, options: DecodingOptions())
    #expect(decoded.size == image.size)
    var worst = 0
    for (lhs, rhs) in zip(
      decoded.withUnsafeBytes { Array($0) }, image.withUnsafeBytes { Array($0) })
    {
      worst = max(worst, abs(Int(lhs) - Int(rhs)))
    }
    #expect(worst <= 16, "\(worst)")
    let small = try decoder.decode(
      file, options: DecodingOptions(targetSize: PixelSize(width: 10, height: 10)))
    #expect(small.size == PixelSize(width: 10, height: 6))
  }
}
#endif
