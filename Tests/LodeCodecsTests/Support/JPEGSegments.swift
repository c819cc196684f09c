import Foundation

/// Segments of JPEG files, made by hand.
enum JPEGSegments {
  /// A file's beginning: an Exif segment whose only entry is the orientation.
  static func exif(orientation: Int, isBigEndian: Bool) -> [UInt8] {
    func short(_ value: Int) -> [UInt8] {
      let bytes = [UInt8(value >> 8), UInt8(value & 0xFF)]
      return isBigEndian ? bytes : bytes.reversed()
    }
    func long(_ value: Int) -> [UInt8] {
      isBigEndian ? short(0) + short(value) : short(value) + short(0)
    }
    let tiff =
      Array((isBigEndian ? "MM" : "II").utf8) + short(42) + long(8) + short(1) + short(0x0112)
      + short(3) + long(1) + short(orientation) + short(0) + long(0)
    return segment(0xE1, Array("Exif\0\0".utf8) + tiff)
  }

  static func segment(_ marker: UInt8, _ bytes: [UInt8]) -> [UInt8] {
    [0xFF, marker, UInt8((bytes.count + 2) >> 8), UInt8((bytes.count + 2) & 0xFF)] + bytes
  }

  /// A frame header for three components.
  static func frame(_ marker: UInt8, width: Int, height: Int, precision: UInt8 = 8) -> [UInt8] {
    segment(
      marker,
      [
        precision, UInt8(height >> 8), UInt8(height & 0xFF), UInt8(width >> 8),
        UInt8(width & 0xFF), 3, 1, 0x22, 0, 2, 0x11, 0, 3, 0x11, 0,
      ])
  }

  /// `file` with `segments` behind its first marker.
  static func insert(_ segments: [UInt8], into file: Data) -> Data {
    file.prefix(2) + segments + file.dropFirst(2)
  }
}
