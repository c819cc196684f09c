import Foundation
import LodeCodecs
import Testing

/// One pixel, as a picture holds it: premultiplied.
struct Pixel: Hashable, CustomStringConvertible {
  var red: Int
  var green: Int
  var blue: Int
  var alpha = 255

  init(_ red: Int, _ green: Int, _ blue: Int, _ alpha: Int = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  var description: String { "(\(red), \(green), \(blue), \(alpha))" }

  /// The largest difference of a channel.
  func distance(to other: Pixel) -> Int {
    max(
      abs(red - other.red), abs(green - other.green), abs(blue - other.blue),
      abs(alpha - other.alpha))
  }
}

extension DecodedImage {
  /// Makes a picture of premultiplied pixels.
  static func make(
    _ width: Int, _ height: Int, isOpaque: Bool = true, _ pixel: (Int, Int) -> Pixel
  ) -> DecodedImage {
    DecodedImage(size: PixelSize(width: width, height: height), isOpaque: isOpaque) { bytes in
      var offset = 0
      for y in 0..<height {
        for x in 0..<width {
          let value = pixel(x, y)
          bytes[offset] = UInt8(value.red)
          bytes[offset + 1] = UInt8(value.green)
          bytes[offset + 2] = UInt8(value.blue)
          bytes[offset + 3] = UInt8(value.alpha)
          offset += 4
        }
      }
    }
  }

  /// Something like a photograph: soft shapes, edges, and enough texture and grain that a filter which
  /// is too short shows.
  static func makeScene(_ width: Int, _ height: Int) -> DecodedImage {
    var random = Random(seed: 7)
    return make(width, height) { x, y in
      let (u, v) = (Double(x) / Double(width), Double(y) / Double(height))
      let sky = 0.5 + 0.4 * sin(6 * u + 2 * sin(5 * v))
      let hill = v > 0.6 + 0.1 * sin(9 * u) ? 0.35 : 1
      let sun = (u - 0.7) * (u - 0.7) + (v - 0.3) * (v - 0.3) < 0.01 ? 60.0 : 0
      let texture = 20 * sin(Double(x) * 0.9 + 3 * v) * sin(Double(y) * 0.7 + 9 * u)
      let grain = texture + Double(random.next(41)) - 20
      func channel(_ value: Double) -> Int { min(255, max(0, Int(value * hill + sun + grain))) }
      return Pixel(channel(180 * sky), channel(140 + 60 * v), channel(220 - 120 * v * sky))
    }
  }

  func pixel(_ x: Int, _ y: Int) -> Pixel {
    withUnsafeBytes { bytes in
      let offset = y * bytesPerRow + x * 4
      return Pixel(
        Int(bytes[offset]), Int(bytes[offset + 1]), Int(bytes[offset + 2]),
        Int(bytes[offset + 3]))
    }
  }

  /// Where and how the pixels differ from those of a picture of the same size; `nil` where they do not.
  ///
  /// Never compare the bytes themselves in an expectation: a failure would be described by the shortest
  /// edit between them, which takes minutes to find.
  func firstDifference(from other: DecodedImage) -> String? {
    guard size == other.size else { return "\(size), not \(other.size)" }
    for y in 0..<size.height {
      for x in 0..<size.width where pixel(x, y) != other.pixel(x, y) {
        return "\(pixel(x, y)), not \(other.pixel(x, y)), at \(x), \(y)"
      }
    }
    return nil
  }

  /// The pixels near the four corners: top left, top right, bottom left, bottom right.
  var corners: [Pixel] {
    let (dx, dy) = (size.width / 6, size.height / 6)
    return [
      pixel(dx, dy), pixel(size.width - 1 - dx, dy), pixel(dx, size.height - 1 - dy),
      pixel(size.width - 1 - dx, size.height - 1 - dy),
    ]
  }
}

/// A linear congruential generator (Knuth's MMIX constants), so that every run sees the same values.
struct Random {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// A number from 0 to `bound` − 1.
  mutating func next(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }
}

/// A file of `Tests/Fixtures`, made by `Scripts/make-fixtures.py`.
func fixture(_ name: String) throws -> Data {
  let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  return try Data(contentsOf: tests.appending(path: "Fixtures/\(name)"))
}

/// The four corners are these colours, each channel within `tolerance`.
func expectCorners(
  _ image: DecodedImage, _ expected: [Pixel], tolerance: Int,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let corners = image.corners
  #expect(
    zip(corners, expected).allSatisfy { $0.distance(to: $1) <= tolerance },
    "\(corners), expected \(expected)", sourceLocation: sourceLocation)
}
