import Foundation
import LodeTesting

/// Ranges of mountains behind each other, with mist in the valleys and, if asked for, a forest in front.
struct MountainScene: PictureScene {
  let palette: ScenePalette
  let hasForest: Bool

  func paint(_ canvas: borrowing Canvas, using generator: inout SeededGenerator) {
    let (width, height) = (Float(canvas.width), Float(canvas.height))
    let horizon = generator.value(in: 0.60...0.72)
    Sky.paint(canvas, palette: palette, horizon: horizon, clouds: 0.55, using: &generator)
    Sky.sun(
      canvas, x: width * generator.value(in: 0.2...0.8),
      y: height * generator.value(in: 0.26...0.46),
      radius: canvas.shortSide * generator.value(in: 0.028...0.06), palette)

    let layers = generator.integer(in: 5...6)
    for layer in 0..<layers {
      let nearness = Float(layer) / Float(layers - 1)
      let base = height * (horizon + (1.02 - horizon) * powf(nearness, 1.25))
      let rise = height * (0.25 - 0.10 * nearness) * generator.value(in: 0.8...1.2)
      var tops = Sky.skyline(
        width: canvas.width, base: base, height: rise, scale: 2.9 - 1.5 * nearness,
        jaggedness: 1 - 0.55 * nearness, using: &generator)
      let isNearest = layer == layers - 1
      if hasForest, layer >= layers - 3 {
        let tall = canvas.shortSide * (0.035 + 0.10 * powf(nearness, 3))
        Sky.plantSpruces(
          on: &tops, height: tall * 0.55...tall, density: isNearest ? 0.9 : 0.7,
          using: &generator)
      }
      let body = palette.haze.mixed(with: palette.near, 0.10 + 0.90 * powf(nearness, 1.15))
      let mist = body.mixed(with: palette.haze, isNearest ? 0.06 : 0.82)
      canvas.fill(
        below: tops, ColorRamp([body, body.mixed(with: mist, 0.45), mist]),
        depth: rise * (1.5 - 0.3 * nearness))
    }
  }
}
