import Foundation
import LodeCodecs
import LodeCore
import LodeTesting

/// Pixels under way, in linear light. Lengths are in pixels unless they are said to be fractions.
struct Canvas: ~Copyable {
  let width: Int
  let height: Int
  private let pixels: UnsafeMutablePointer<Float>

  init(size: PixelSize) {
    width = size.width
    height = size.height
    pixels = .allocate(capacity: width * height * 3)
    pixels.initialize(repeating: 0, count: width * height * 3)
  }

  deinit {
    pixels.deallocate()
  }

  /// The shorter side, to which a scene scales its details.
  var shortSide: Float { Float(min(width, height)) }

  /// Replaces every pixel.
  func fill(_ color: (_ x: Int, _ y: Int) -> PictureColor) {
    var pixel = pixels
    for y in 0..<height {
      for x in 0..<width {
        let value = color(x, y)
        pixel[0] = value.red
        pixel[1] = value.green
        pixel[2] = value.blue
        pixel += 3
      }
    }
  }

  /// Replaces every row by one colour; its argument runs from 0 at the top to 1 at the bottom.
  func fillRows(_ color: (_ place: Float) -> PictureColor) {
    for y in 0..<height {
      let value = color(Float(y) / Float(max(1, height - 1)))
      for x in 0..<width { set(x, y, value) }
    }
  }

  /// Fills each column from its line in `tops` down to the bottom, with smooth upper edges.
  ///
  /// - Parameters:
  ///   - shade: The colour by the distance below the line, where `depth` is its end. The distance is
  ///     taken from a smoothed line, or every peak would draw a stripe to the bottom.
  func fill(below tops: [Float], _ shade: ColorRamp, depth: Float) {
    let origins = smoothed(tops)
    for x in 0..<width {
      let top = tops[x]
      let origin = origins[x]
      let first = Int(top.rounded(.down))
      if first >= 0, first < height {
        blend(x, first, shade[(Float(first) - origin) / depth], Float(first + 1) - top)
      }
      var y = max(0, first + 1)
      while y < height {
        set(x, y, shade[(Float(y) - origin) / depth])
        y += 1
      }
    }
  }

  /// The mean of a line over an eighth of the width around each place, twice, which has no corners.
  private func smoothed(_ line: [Float]) -> [Float] {
    let reach = max(1, width / 16)
    func pass(_ values: [Float]) -> [Float] {
      var sums: [Double] = [0]
      for value in values { sums.append(sums[sums.count - 1] + Double(value)) }
      return values.indices.map { index in
        let (low, high) = (max(0, index - reach), min(values.count, index + reach + 1))
        return Float((sums[high] - sums[low]) / Double(high - low))
      }
    }
    return pass(pass(line))
  }

  /// Adds light around a point, strongest there and gone at `radius`.
  func glow(x: Float, y: Float, radius: Float, _ color: PictureColor, sharpness: Float = 2) {
    forEachPixel(x: x, y: y, radius: radius) { px, py, distance in
      let strength = powf(1 - distance / radius, sharpness)
      add(px, py, color, strength)
    }
  }

  /// Lays a disc with smooth edges over the picture.
  func disc(x: Float, y: Float, radius: Float, softness: Float = 1, _ color: PictureColor) {
    disc(x: x, y: y, radius: radius, softness: softness) { _, _ in (color, 1) }
  }

  /// Lays a disc over the picture whose colour and opacity depend on the place.
  func disc(
    x: Float, y: Float, radius: Float, softness: Float = 1,
    _ color: (_ x: Float, _ y: Float) -> (PictureColor, Float)
  ) {
    forEachPixel(x: x, y: y, radius: radius + softness) { px, py, distance in
      let coverage = min(1, max(0, (radius - distance) / softness + 0.5))
      guard coverage > 0 else { return }
      let (value, opacity) = color(Float(px), Float(py))
      blend(px, py, value, coverage * opacity)
    }
  }

  /// Adds a point of light that covers parts of four pixels.
  func splat(x: Float, y: Float, _ color: PictureColor, _ strength: Float) {
    let (floorX, floorY) = (x.rounded(.down), y.rounded(.down))
    let (dx, dy) = (x - floorX, y - floorY)
    let (px, py) = (Int(floorX), Int(floorY))
    add(px, py, color, strength * (1 - dx) * (1 - dy))
    add(px + 1, py, color, strength * dx * (1 - dy))
    add(px, py + 1, color, strength * (1 - dx) * dy)
    add(px + 1, py + 1, color, strength * dx * dy)
  }

  /// The colour of a pixel; outside the picture, that of the nearest one.
  subscript(_ x: Int, _ y: Int) -> PictureColor {
    let pixel = pixels + offset(min(width - 1, max(0, x)), min(height - 1, max(0, y)))
    return PictureColor(red: pixel[0], green: pixel[1], blue: pixel[2])
  }

  /// Replaces a pixel inside the picture.
  func set(_ x: Int, _ y: Int, _ color: PictureColor) {
    let pixel = pixels + offset(x, y)
    pixel[0] = color.red
    pixel[1] = color.green
    pixel[2] = color.blue
  }

  /// Adds light to a pixel; outside the picture, does nothing.
  func add(_ x: Int, _ y: Int, _ color: PictureColor, _ strength: Float) {
    guard x >= 0, y >= 0, x < width, y < height else { return }
    let pixel = pixels + offset(x, y)
    pixel[0] += color.red * strength
    pixel[1] += color.green * strength
    pixel[2] += color.blue * strength
  }

  /// Lays a colour over a pixel; outside the picture, does nothing.
  func blend(_ x: Int, _ y: Int, _ color: PictureColor, _ opacity: Float) {
    guard x >= 0, y >= 0, x < width, y < height else { return }
    let pixel = pixels + offset(x, y)
    pixel[0] += (color.red - pixel[0]) * opacity
    pixel[1] += (color.green - pixel[1]) * opacity
    pixel[2] += (color.blue - pixel[2]) * opacity
  }

  private func forEachPixel(
    x: Float, y: Float, radius: Float, _ body: (_ x: Int, _ y: Int, _ distance: Float) -> Void
  ) {
    let left = max(0, Int(x - radius))
    let right = min(width - 1, Int(x + radius + 1))
    let top = max(0, Int(y - radius))
    let bottom = min(height - 1, Int(y + radius + 1))
    guard left <= right, top <= bottom else { return }
    for py in top...bottom {
      for px in left...right {
        let (dx, dy) = (Float(px) - x, Float(py) - y)
        let distance = (dx * dx + dy * dy).squareRoot()
        if distance < radius { body(px, py, distance) }
      }
    }
  }

  private func offset(_ x: Int, _ y: Int) -> Int { (y * width + x) * 3 }
}

extension Canvas {
  /// The finished picture in sRGB: highlights rolled off, a breath of grain so that no gradient bands.
  ///
  /// - Parameter grain: The grain's height in steps of 8 bits; 0.5 only hides the steps.
  func makeImage(grain: Float, using generator: inout SeededGenerator) -> DecodedImage {
    let curve = Self.toneCurve
    let noise = (0..<8191).map { _ in
      // The sum of two even distributions has no edges that the eye could find.
      (Float(generator.unit()) + Float(generator.unit()) - 1) * grain
    }
    let count = width * height
    let source = pixels
    return DecodedImage(size: PixelSize(width: width, height: height), isOpaque: true) { bytes in
      var (input, output) = (0, 0)
      var noiseIndex = 0
      for _ in 0..<count {
        let shift = noise[noiseIndex]
        noiseIndex = noiseIndex == 8190 ? 0 : noiseIndex + 1
        for channel in 0..<3 {
          let light = min(Self.toneLimit, max(0, source[input + channel]))
          let level = curve[Int((light / Self.toneLimit).squareRoot() * 4095)] + shift + 0.5
          bytes[output + channel] = UInt8(min(255, max(0, level)))
        }
        bytes[output + 3] = 255
        input += 3
        output += 4
      }
    }
  }

  private static let toneLimit: Float = 4

  /// sRGB levels by the square root of the light, which spends the table where the eye looks.
  private static let toneCurve: [Float] = (0..<4096).map { index in
    let root = Float(index) / 4095
    var light = root * root * toneLimit
    // Up to 0.8 light is kept; above, it nears 1 without reaching an edge.
    if light > 0.8 { light = 0.8 + 0.2 * (1 - expf(-(light - 0.8) / 0.2)) }
    let value = light <= 0.0031308 ? light * 12.92 : 1.055 * powf(light, 1 / 2.4) - 0.055
    return value * 255
  }
}
