/// A PNG file's IHDR chunk (W3C PNG Specification, §11.2.1).
struct PNGHeader {
  let size: PixelSize

  /// - Returns: `nil` where the data is too short to tell.
  init?(_ bytes: FileBytes) throws(ImageDecodingError) {
    guard bytes.count >= 24 else { return nil }
    guard bytes.has("IHDR", at: 12),
      let width = bytes.uint32(at: 16, isBigEndian: true),
      let height = bytes.uint32(at: 20, isBigEndian: true)
    else { throw .damaged(reason: "the first chunk of the PNG file is not its header") }
    // §7.1: a four-byte integer is at most 2³¹ − 1; §11.2.1: zero is an invalid side.
    guard 1...0x7FFF_FFFF ~= width, 1...0x7FFF_FFFF ~= height else {
      throw .damaged(reason: "a side of \(width)×\(height) is impossible")
    }
    size = PixelSize(width: width, height: height)
  }
}
