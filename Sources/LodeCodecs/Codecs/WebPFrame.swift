/// The first frame of an animated WebP file (RFC 9649, §2.7.1.1), as a still file of its own.
struct WebPFrame {
  let x: Int
  let y: Int
  let size: PixelSize

  /// A WebP file with this frame's picture alone.
  let file: [UInt8]

  /// - Throws: `.truncated` where the data ends before the frame does; `.damaged`.
  init(firstIn bytes: FileBytes, canvas: PixelSize) throws(ImageDecodingError) {
    // Behind 'RIFF', the length and 'WEBP'.
    var offset = 12
    while !bytes.has("ANMF", at: offset) {
      guard let length = bytes.uint32(at: offset + 4, isBigEndian: false) else { throw .truncated }
      // Chunks are padded to an even length.
      offset += 8 + length + length % 2
    }
    guard let length = bytes.uint32(at: offset + 4, isBigEndian: false),
      let x = bytes.uint24LittleEndian(at: offset + 8),
      let y = bytes.uint24LittleEndian(at: offset + 11),
      let width = bytes.uint24LittleEndian(at: offset + 14),
      let height = bytes.uint24LittleEndian(at: offset + 17), bytes.count >= offset + 8 + length
    else { throw .truncated }
    self.x = x * 2
    self.y = y * 2
    size = PixelSize(width: width + 1, height: height + 1)
    guard length >= 16, self.x + size.width <= canvas.width, self.y + size.height <= canvas.height
    else { throw .damaged(reason: "a frame beyond its canvas") }
    // Behind the corner, the size, the duration and the flags: the chunks of a still picture.
    let chunks = bytes.slice(from: offset + 24, count: length - 16)
    file = WebPFrame.stillFile(of: chunks, size: size)
  }

  private static func stillFile(of chunks: FileBytes, size: PixelSize) -> [UInt8] {
    // A picture with an alpha chunk needs an extended header that announces it.
    let hasAlphaChunk = chunks.has("ALPH", at: 0)
    var file: [UInt8] = []
    file.reserveCapacity(chunks.count + 30)
    file += "RIFF".utf8
    file += littleEndian(4 + (hasAlphaChunk ? 18 : 0) + chunks.count, byteCount: 4)
    file += "WEBP".utf8
    if hasAlphaChunk {
      file += "VP8X".utf8
      file += littleEndian(10, byteCount: 4)
      file += [0x10, 0, 0, 0]
      file += littleEndian(size.width - 1, byteCount: 3)
      file += littleEndian(size.height - 1, byteCount: 3)
    }
    file += chunks.raw
    return file
  }

  private static func littleEndian(_ value: Int, byteCount: Int) -> [UInt8] {
    (0..<byteCount).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}
