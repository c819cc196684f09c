import Foundation
import LodeTesting

/// What several landscapes share: a sky with a sun, thin clouds, stars, a skyline.
enum Sky {
  /// Fills the canvas with the sky's gradient, which ends at `horizon` (a fraction of the height), and
  /// lays thin clouds over it.
  static func paint(
    _ canvas: borrowing Canvas, palette: ScenePalette, horizon: Float, clouds: Float,
    using generator: inout SeededGenerator
  ) {
    canvas.fillRows { palette.sky[$0 / horizon] }
    guard clouds > 0 else { return }
    let noise = SmoothNoise(using: &generator)
    let field = SampledField(over: canvas, step: 9) { x, y in
      // Clouds far away lie closer together: the field is squeezed towards the horizon.
      let depth = 1 / (1.15 - min(1.1, y / horizon))
      let value = noise.octaves(4, x * 2.2 + depth * 0.3, depth * 2.4, gain: 0.55)
      return min(1, max(0, value * 1.5 - 0.05)) * (1 - y / horizon * 0.55)
    }
    let bright = palette.light
    let (width, height) = (Float(canvas.width), Float(canvas.height))
    for y in 0..<min(canvas.height, Int(height * horizon)) {
      let tint = palette.sky[min(1, Float(y) / height / horizon + 0.35)].mixed(with: bright, 0.45)
      for x in 0..<canvas.width {
        let cover = field[Float(x) / width, Float(y) / height]
        if cover > 0.004 { canvas.blend(x, y, tint, cover * clouds) }
      }
    }
  }

  /// Adds a sun with its glow.
  static func sun(
    _ canvas: borrowing Canvas, x: Float, y: Float, radius: Float, _ palette: ScenePalette,
    strength: Float = 1
  ) {
    let reach = Float(max(canvas.width, canvas.height))
    canvas.glow(
      x: x, y: y, radius: reach * 0.75, palette.light.scaled(by: 0.20 * strength), sharpness: 4)
    canvas.glow(x: x, y: y, radius: radius * 5, palette.light.scaled(by: 0.35 * strength))
    canvas.disc(
      x: x, y: y, radius: radius, softness: max(1.5, radius * 0.06),
      palette.light.scaled(by: 1.25))
  }

  /// Adds stars down to `depth` (a fraction of the height), thinning out towards it.
  static func stars(
    _ canvas: borrowing Canvas, count: Int, depth: Float, using generator: inout SeededGenerator
  ) {
    let unit = canvas.shortSide / 900
    for _ in 0..<count {
      let x = generator.value(in: 0...Float(canvas.width))
      let place = generator.value(in: 0...1)
      let y = place * depth * Float(canvas.height)
      let magnitude = powf(generator.value(in: 0...1), 14)
      let warmth = generator.value(in: -1...1)
      let color = PictureColor(
        red: 1 + warmth * 0.2, green: 1, blue: 1 - warmth * 0.25)
      let light = (0.10 + magnitude * 1.5) * (1 - place * 0.7)
      canvas.splat(x: x, y: y, color, light)
      if magnitude > 0.3 {
        canvas.glow(x: x, y: y, radius: (1 + magnitude * 3.4) * unit, color.scaled(by: light * 0.7))
      }
    }
  }

  /// A skyline of mountains, as a height in pixels for each column.
  static func skyline(
    width: Int, base: Float, height: Float, scale: Float, jaggedness: Float,
    using generator: inout SeededGenerator
  ) -> [Float] {
    let noise = SmoothNoise(using: &generator)
    let shift = generator.value(in: 0...200)
    return (0..<width).map { x in
      let place = Float(x) / Float(width) * scale + shift
      let broad = noise.octaves(3, place, gain: 0.5)
      // A fold in the noise is a peak.
      let peaks = 0.55 - abs(noise.value(place * 1.1 + 71)) * 1.6
      let fine = noise.octaves(5, place * 4.3 + 31, gain: 0.54)
      return base - height * (0.45 + broad * 0.6 + peaks * 0.62 + fine * 0.17 * jaggedness)
    }
  }

  /// Lets spruces stand on a line of the ground.
  static func plantSpruces(
    on tops: inout [Float], height: ClosedRange<Float>, density: Float,
    using generator: inout SeededGenerator
  ) {
    let noise = SmoothNoise(using: &generator)
    var trees = tops
    var x: Float = -20
    while x < Float(tops.count + 20) {
      let grove = noise.value(x / Float(tops.count) * 7) + density
      let tall = generator.value(in: height) * (0.75 + 0.4 * min(1, max(0, grove + 0.3)))
      if grove > 0 {
        let center = Int(x)
        let half = tall * generator.value(in: 0.16...0.22)
        let ground = tops[min(tops.count - 1, max(0, center))] + tall * 0.08
        let tiers = generator.value(in: 5...8)
        let left = max(0, Int(x - half))
        for column in left..<max(left, min(tops.count, Int(x + half) + 1)) {
          let distance = abs(Float(column) - x) / half
          guard distance < 1 else { continue }
          // Branches: within a tier the outline falls, and at its end it springs back.
          let tier = distance * tiers
          let saw = (tier - tier.rounded(.down) - 0.5) * 0.55 / tiers
          let outline = max(0, 1 - distance * 0.96 - saw)
          trees[column] = min(trees[column], ground - tall * outline)
        }
      }
      x += generator.value(in: height.lowerBound * 0.13...height.lowerBound * 0.34)
    }
    tops = trees
  }
}
