/// How a picture's stored rows relate to what is seen (Exif 2.32, tag 0x0112).
enum ImageOrientation: Int, CaseIterable {
  case upright = 1
  case mirrored
  case rotatedHalf
  case flipped
  case transposed
  case rotatedRight
  case transversed
  case rotatedLeft

  /// Whether the stored rows are the columns of what is seen.
  var swapsSides: Bool { rawValue >= ImageOrientation.transposed.rawValue }

  /// A size as seen, for one as stored; and the other way round.
  func oriented(_ size: PixelSize) -> PixelSize { swapsSides ? size.transposed : size }

  /// Reads the orientation out of the TIFF structure of an Exif segment.
  ///
  /// Only the first directory is looked at, which describes the main picture. Every offset is the
  /// file's claim and may point anywhere; a structure that makes no sense is an upright picture.
  init(exif: FileBytes) {
    self = ImageOrientation.parse(exif) ?? .upright
  }

  private static func parse(_ tiff: FileBytes) -> ImageOrientation? {
    let isBigEndian: Bool
    if tiff.has("MM", at: 0) {
      isBigEndian = true
    } else if tiff.has("II", at: 0) {
      isBigEndian = false
    } else {
      return nil
    }
    guard tiff.uint16(at: 2, isBigEndian: isBigEndian) == 42,
      let directory = tiff.uint32(at: 4, isBigEndian: isBigEndian),
      let entryCount = tiff.uint16(at: directory, isBigEndian: isBigEndian)
    else { return nil }
    for index in 0..<entryCount {
      let entry = directory + 2 + index * 12
      guard let tag = tiff.uint16(at: entry, isBigEndian: isBigEndian) else { return nil }
      guard tag == 0x0112 else { continue }
      // Type 3 is SHORT; a value of two bytes sits in the first half of the value field.
      guard tiff.uint16(at: entry + 2, isBigEndian: isBigEndian) == 3,
        let value = tiff.uint16(at: entry + 8, isBigEndian: isBigEndian)
      else { return nil }
      return ImageOrientation(rawValue: value)
    }
    return nil
  }
}
