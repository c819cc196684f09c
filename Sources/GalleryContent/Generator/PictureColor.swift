import Foundation

/// A colour in linear light, so that adding and mixing behave as light does.
struct PictureColor: Hashable, Sendable {
  var red: Float
  var green: Float
  var blue: Float

  init(red: Float, green: Float, blue: Float) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Creates a colour from sRGB, written as 0xRRGGBB.
  init(_ hex: UInt32) {
    func linear(_ byte: UInt32) -> Float {
      let value = Float(byte & 0xFF) / 255
      return value <= 0.04045 ? value / 12.92 : powf((value + 0.055) / 1.055, 2.4)
    }
    self.init(red: linear(hex >> 16), green: linear(hex >> 8), blue: linear(hex))
  }

  /// The colour with its light multiplied.
  func scaled(by factor: Float) -> PictureColor {
    PictureColor(red: red * factor, green: green * factor, blue: blue * factor)
  }

  /// The colour on the way to `other`, mixed in Oklab, where steps look even and hues stay clean.
  ///
  /// Björn Ottosson, "A perceptual color space for image processing" (2020).
  func mixed(with other: PictureColor, _ amount: Float) -> PictureColor {
    let (a, b) = (oklab, other.oklab)
    let t = min(1, max(0, amount))
    return PictureColor(
      lightness: a.0 + (b.0 - a.0) * t, greenRed: a.1 + (b.1 - a.1) * t,
      blueYellow: a.2 + (b.2 - a.2) * t)
  }

  private var oklab: (Float, Float, Float) {
    let l = cbrtf(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    let m = cbrtf(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    let s = cbrtf(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    return (
      0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
      1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
      0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s
    )
  }

  private init(lightness: Float, greenRed: Float, blueYellow: Float) {
    let l = lightness + 0.3963377774 * greenRed + 0.2158037573 * blueYellow
    let m = lightness - 0.1055613458 * greenRed - 0.0638541728 * blueYellow
    let s = lightness - 0.0894841775 * greenRed - 1.2914855480 * blueYellow
    let (l3, m3, s3) = (l * l * l, m * m * m, s * s * s)
    self.init(
      red: max(0, 4.0767416621 * l3 - 3.3077115913 * m3 + 0.2309699292 * s3),
      green: max(0, -1.2684380046 * l3 + 2.6097574011 * m3 - 0.3413193965 * s3),
      blue: max(0, -0.0041960863 * l3 - 0.7034186147 * m3 + 1.7076147010 * s3))
  }
}

/// Colours that run into each other, evenly spaced.
struct ColorRamp: Sendable {
  private static let resolution = 512
  private let table: [PictureColor]

  init(_ stops: [PictureColor]) {
    precondition(!stops.isEmpty)
    table = (0..<Self.resolution).map { index in
      let place = Float(index) / Float(Self.resolution - 1) * Float(stops.count - 1)
      let lower = min(Int(place), max(0, stops.count - 2))
      guard lower + 1 < stops.count else { return stops[0] }
      return stops[lower].mixed(with: stops[lower + 1], place - Float(lower))
    }
  }

  /// The colour at a place from 0 to 1; beyond the ends, the colour of the end.
  subscript(_ place: Float) -> PictureColor {
    table[Int(min(1, max(0, place)) * Float(Self.resolution - 1))]
  }
}
