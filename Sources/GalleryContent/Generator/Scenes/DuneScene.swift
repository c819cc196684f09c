import Foundation
import LodeTesting

/// Dunes with a lit and a shaded flank, and ripples on the nearest.
struct DuneScene: PictureScene {
  let palette: ScenePalette
  let sand: PictureColor
  let shade: PictureColor

  func paint(_ canvas: borrowing Canvas, using generator: inout SeededGenerator) {
    let (width, height) = (Float(canvas.width), Float(canvas.height))
    let horizon = generator.value(in: 0.40...0.52)
    Sky.paint(canvas, palette: palette, horizon: horizon + 0.1, clouds: 0.35, using: &generator)
    Sky.sun(
      canvas, x: width * generator.value(in: 0.62...0.85),
      y: height * generator.value(in: 0.12...0.26),
      radius: canvas.shortSide * 0.035, palette, strength: 0.8)

    let layers = 5
    for layer in 0..<layers {
      let nearness = Float(layer) / Float(layers - 1)
      let noise = SmoothNoise(using: &generator)
      let base = height * (horizon + 0.05 + (0.86 - horizon) * powf(nearness, 1.15))
      let rise = height * (0.09 + 0.10 * nearness)
      let scale = 3.2 - 1.6 * nearness
      let shift = generator.value(in: 0...90)
      // A ridge that winds towards the viewer parts light from shade.
      let bend = generator.value(in: 0.5...1.1)
      let crest = { (x: Float) -> Float in
        let place = x / width * scale + shift
        let wave = noise.value(place)
        return base - rise * (0.5 + wave * 1.15 + 0.28 * noise.value(place * 2.1 + 40))
      }
      let lit = palette.haze.mixed(with: sand, 0.35 + 0.65 * nearness)
      let dark = palette.haze.mixed(with: shade, 0.30 + 0.70 * nearness)
      let ripple = max(1.5, canvas.shortSide * 0.0085 * (0.35 + nearness))
      for x in 0..<canvas.width {
        let top = crest(Float(x))
        let first = max(0, Int(top.rounded(.down)))
        guard first < canvas.height else { continue }
        for y in first..<canvas.height {
          let below = Float(y) - top
          // Further down the flank, the ridge line has wandered sideways.
          let wander =
            below * bend + noise.value(below / rise * 0.9, nearness * 5) * rise * 0.35
          let here = Float(x) + wander
          let slope = (crest(here + 6) - crest(here - 6)) / 12
          let facing = 1 / (1 + expf(-slope * 9 - 0.15))
          var light = facing * (1 - 0.22 * min(1, below / (rise * 3)))
          if nearness > 0.4 {
            let lines = sinf((below * 1.0 + noise.value(here / (rise * 0.8)) * rise * 0.4) / ripple)
            light += lines * 0.045 * (nearness - 0.3) * min(1, below / (rise * 0.2))
          }
          let color = dark.mixedLinearly(with: lit, min(1, max(0, light)))
          canvas.blend(x, y, color, min(1, Float(y + 1) - top))
        }
      }
    }
  }
}
