/// What the segments of a JPEG file up to its frame header say (ISO/IEC 10918-1, Annex B).
struct JPEGHeader {
  /// The size of the stored rows.
  let storedSize: PixelSize
  let orientation: ImageOrientation

  /// The size of what is seen.
  var size: PixelSize { orientation.oriented(storedSize) }

  /// - Returns: `nil` where the data is too short to tell.
  init?(_ bytes: FileBytes) throws(ImageDecodingError) {
    var orientation: ImageOrientation?
    var offset = 2
    while true {
      // Decoders skip what is not a marker, and any number of fill bytes before one (B.1.1.2).
      while let byte = bytes.uint8(at: offset), byte != 0xFF { offset += 1 }
      while let byte = bytes.uint8(at: offset), byte == 0xFF { offset += 1 }
      guard let marker = bytes.uint8(at: offset) else { return nil }
      offset += 1
      switch marker {
      case 0x00, 0x01, 0xD0...0xD7:
        continue  // a stuffed zero, TEM or a restart: nothing follows
      case 0xD8:
        throw .damaged(reason: "a second start of the image")
      case 0xD9, 0xDA:
        throw .damaged(reason: "no frame header before the image data")
      default:
        break
      }
      guard let length = bytes.uint16(at: offset, isBigEndian: true) else { return nil }
      guard length >= 2 else { throw .damaged(reason: "a segment of \(length) bytes") }
      switch marker {
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        guard bytes.count >= offset + 8 else { return nil }
        storedSize = try JPEGHeader.frameSize(
          marker: marker, bytes.slice(from: offset + 2, count: length - 2))
        self.orientation = orientation ?? .upright
        return
      case 0xE1 where orientation == nil:
        guard bytes.count >= offset + length else { return nil }
        if bytes.has("Exif\0\0", at: offset + 2), length >= 8 {
          orientation = ImageOrientation(exif: bytes.slice(from: offset + 8, count: length - 8))
        }
      default:
        break
      }
      offset += length
    }
  }

  /// Reads a frame header (B.2.2) and refuses the processes that the decoder does not know.
  private static func frameSize(marker: Int, _ frame: FileBytes) throws(ImageDecodingError)
    -> PixelSize
  {
    guard let precision = frame.uint8(at: 0),
      let height = frame.uint16(at: 1, isBigEndian: true),
      let width = frame.uint16(at: 3, isBigEndian: true)
    else { throw .damaged(reason: "a frame header that is too short") }
    switch marker {
    case 0xC3, 0xCB: throw .unsupportedFormat("lossless JPEG")
    case 0xC5...0xC7, 0xCD...0xCF: throw .unsupportedFormat("hierarchical JPEG")
    default: break
    }
    guard precision == 8 else {
      guard precision == 12 else { throw .damaged(reason: "a precision of \(precision) bits") }
      throw .unsupportedFormat("12-bit JPEG")
    }
    // A height of zero announces a DNL segment after the first scan, which no decoder in use reads.
    guard width > 0, height > 0 else {
      throw .damaged(reason: "a side of \(width)×\(height) is impossible")
    }
    return PixelSize(width: width, height: height)
  }
}
