import Foundation
import LodeTesting

/// A calm sea under a low sun, with its light on the water and, at times, islands.
struct SeaScene: PictureScene {
  let palette: ScenePalette
  let hasIslands: Bool

  func paint(_ canvas: borrowing Canvas, using generator: inout SeededGenerator) {
    let (width, height) = (Float(canvas.width), Float(canvas.height))
    let horizon = generator.value(in: 0.50...0.62)
    Sky.paint(canvas, palette: palette, horizon: horizon, clouds: 0.8, using: &generator)
    let sunX = width * generator.value(in: 0.25...0.75)
    let radius = canvas.shortSide * generator.value(in: 0.035...0.075)
    let sunY = height * horizon - radius * generator.value(in: 0.2...2.6)
    Sky.sun(canvas, x: sunX, y: sunY, radius: radius, palette)
    let waterline = Int(height * horizon)

    if hasIslands {
      for island in 0..<3 {
        let nearness = Float(island) / 2
        let center = generator.value(in: 0...1)
        let spread = generator.value(in: 0.10...0.24)
        let noise = SmoothNoise(using: &generator)
        let tops = (0..<canvas.width).map { x -> Float in
          let place = (Float(x) / width - center) / spread
          let hill =
            max(0, 1 - place * place) * (0.75 + 0.6 * noise.octaves(5, Float(x) / width * 9))
          return height * horizon + 1 - height * 0.10 * hill * (0.6 + 0.6 * nearness)
        }
        let body = palette.haze.mixed(with: palette.near, 0.28 + 0.30 * nearness)
        for x in 0..<canvas.width {
          for y in max(0, Int(tops[x]))..<max(max(0, Int(tops[x])), waterline) {
            canvas.blend(x, y, body, min(1, Float(y + 1) - tops[x]))
          }
        }
      }
    }

    paintWater(canvas, waterline: waterline, sunX: sunX, sunRadius: radius, using: &generator)
  }

  private func paintWater(
    _ canvas: borrowing Canvas, waterline: Int, sunX: Float, sunRadius: Float,
    using generator: inout SeededGenerator
  ) {
    let height = Float(canvas.height)
    let depth = height - Float(waterline)
    let noise = SmoothNoise(using: &generator)
    for y in waterline..<canvas.height {
      let place = (Float(y) - Float(waterline)) / depth
      // Waves look larger the nearer they are.
      let wavelength = canvas.shortSide * (0.012 + 0.16 * place)
      let row = 26 * powf(place + 0.02, 0.42)
      let dark = palette.near.mixed(with: palette.haze, 0.34 - 0.24 * place)
      let pathWidth = sunRadius * (1.0 + 3.4 * place)
      for x in 0..<canvas.width {
        let along = Float(x) / wavelength
        let wave = noise.value(along * 0.45, row * 1.7) + 0.55 * noise.value(along, row * 4.1)
        let mirrored = canvas[
          x + Int(wave * 9 * (0.3 + place)),
          waterline - 1 - Int(place * depth * 0.92 + wave * depth * 0.05)]
        let reflectance = min(0.86, max(0.12, 0.66 - 0.38 * place + 0.30 * wave))
        var color = dark.mixedLinearly(with: mirrored, reflectance)
        let across = (Float(x) - sunX) / pathWidth
        let path = expf(-across * across)
        if path > 0.01 {
          let sparkle = max(0, wave * 1.5 + 0.12 + 0.35 * (1 - place))
          color = color.adding(palette.light, path * sparkle * (1.15 - 0.6 * place))
        }
        canvas.set(x, y, color)
      }
    }
    // The horizon lies in haze.
    for y in max(0, waterline - 3)...min(canvas.height - 1, waterline + 3) {
      let strength = 0.5 - Float(abs(y - waterline)) * 0.13
      for x in 0..<canvas.width { canvas.blend(x, y, palette.sky[0.96], max(0, strength)) }
    }
  }
}
