/// The first chunk of a WebP file (RFC 9649, §2.5–2.7).
struct WebPHeader {
  /// The size of the canvas.
  let size: PixelSize
  let isAnimated: Bool

  /// - Returns: `nil` where the data is too short to tell.
  init?(_ bytes: FileBytes) throws(ImageDecodingError) {
    guard bytes.count >= 16 else { return nil }
    if bytes.has("VP8 ", at: 12) {
      isAnimated = false
      // RFC 6386, §9.1: a frame tag of three bytes, a start code, two sides with a scale each.
      guard bytes.count >= 30 else { return nil }
      guard bytes.has([0x9D, 0x01, 0x2A], at: 23),
        let width = bytes.uint16(at: 26, isBigEndian: false),
        let height = bytes.uint16(at: 28, isBigEndian: false)
      else { throw .damaged(reason: "the WebP file does not begin with a key frame") }
      size = PixelSize(width: width & 0x3FFF, height: height & 0x3FFF)
    } else if bytes.has("VP8L", at: 12) {
      isAnimated = false
      guard let bits = bytes.uint32(at: 21, isBigEndian: false) else { return nil }
      guard bytes.uint8(at: 20) == 0x2F else {
        throw .damaged(reason: "a lossless WebP file with a wrong signature")
      }
      size = PixelSize(width: (bits & 0x3FFF) + 1, height: (bits >> 14 & 0x3FFF) + 1)
    } else if bytes.has("VP8X", at: 12) {
      guard let flags = bytes.uint8(at: 20),
        let width = bytes.uint24LittleEndian(at: 24), let height = bytes.uint24LittleEndian(at: 27)
      else { return nil }
      isAnimated = flags & 0x02 != 0
      size = PixelSize(width: width + 1, height: height + 1)
    } else {
      throw .damaged(reason: "the WebP file begins with an unknown chunk")
    }
    guard !size.isEmpty else {
      throw .damaged(reason: "a side of \(size) is impossible")
    }
  }
}
