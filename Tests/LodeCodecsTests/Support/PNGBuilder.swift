import Foundation

/// Writes PNG files of every kind, byte by byte (W3C PNG Specification).
struct PNGBuilder {
  var width: Int
  var height: Int
  var bitDepth = 8
  var colorType = 6
  var isInterlaced = false
  var palette: [UInt8] = []
  var transparency: [UInt8] = []
  /// Chunks between the header and the palette.
  var extraChunks: [(type: String, bytes: [UInt8])] = []

  /// A file whose samples, `channelCount` a pixel, are what `samples` says.
  func file(_ samples: (Int, Int) -> [Int]) -> Data {
    var rows: [UInt8] = []
    let passes =
      isInterlaced
      ? [
        (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
        (0, 1, 1, 2),
      ] : [(0, 0, 1, 1)]
    for (x0, y0, dx, dy) in passes where x0 < width {
      for y in stride(from: y0, to: height, by: dy) {
        rows.append(0)
        rows += PNGBuilder.pack(
          stride(from: x0, to: width, by: dx).flatMap { samples($0, y) }, bitDepth: bitDepth)
      }
    }
    return file(scanlines: rows)
  }

  /// A file whose image data unpacks to `scanlines`.
  func file(scanlines: [UInt8]) -> Data {
    var data = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    data += PNGBuilder.chunk(
      "IHDR",
      bigEndian(width) + bigEndian(height)
        + [UInt8(bitDepth), UInt8(colorType), 0, 0, isInterlaced ? 1 : 0])
    for chunk in extraChunks { data += PNGBuilder.chunk(chunk.type, chunk.bytes) }
    if !palette.isEmpty { data += PNGBuilder.chunk("PLTE", palette) }
    if !transparency.isEmpty { data += PNGBuilder.chunk("tRNS", transparency) }
    data += PNGBuilder.chunk("IDAT", PNGBuilder.stored(scanlines))
    return data + PNGBuilder.chunk("IEND", [])
  }

  private static func pack(_ samples: [Int], bitDepth: Int) -> [UInt8] {
    if bitDepth == 8 { return samples.map { UInt8($0) } }
    if bitDepth == 16 { return samples.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } }
    let perByte = 8 / bitDepth
    return stride(from: 0, to: samples.count, by: perByte).map { start in
      var byte = 0
      for index in 0..<perByte {
        byte = byte << bitDepth | (start + index < samples.count ? samples[start + index] : 0)
      }
      return UInt8(byte)
    }
  }

  static func chunk(_ type: String, _ bytes: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + bytes
    return bigEndian(bytes.count) + body + bigEndian(Int(crc(body)))
  }

  /// A zlib stream of blocks that are not compressed (RFC 1951, §3.2.4).
  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var start = 0
    repeat {
      let count = min(65_535, bytes.count - start)
      let isLast = start + count == bytes.count
      let low = UInt8(count & 0xFF)
      let high = UInt8(count >> 8)
      stream += [isLast ? 1 : 0, low, high, ~low, ~high]
      stream += bytes[start..<start + count]
      start += count
    } while start < bytes.count
    var (a, b) = (1, 0)
    for byte in bytes {
      a = (a + Int(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return stream + bigEndian(b << 16 | a)
  }

  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? 0xEDB8_8320 ^ crc >> 1 : crc >> 1 }
    }
    return ~crc
  }
}

func bigEndian(_ value: Int) -> [UInt8] {
  [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
}

func littleEndian(_ value: Int, _ byteCount: Int = 4) -> [UInt8] {
  (0..<byteCount).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
}
