import Foundation
import LodeTesting

/// Curtains of northern lights over hills and, at times, a still lake.
struct AuroraScene: PictureScene {
  let colors: [PictureColor]
  let hasLake: Bool

  func paint(_ canvas: borrowing Canvas, using generator: inout SeededGenerator) {
    let (width, height) = (Float(canvas.width), Float(canvas.height))
    let sky = ColorRamp([0x03061A, 0x071432, 0x0D2A48, 0x1B4A5C].map { PictureColor($0) })
    let ground = hasLake ? Float(0.68) : 0.86
    canvas.fillRows { sky[$0 / ground] }
    Sky.stars(
      canvas, count: Int(width * height / 900), depth: ground, using: &generator)

    for curtain in 0..<4 {
      let noise = SmoothNoise(using: &generator)
      let foot = height * (0.62 - 0.11 * Float(curtain)) * (ground / 0.8)
      let shift = generator.value(in: 0...50)
      let low = colors[curtain % colors.count]
      let high = colors[(curtain + 1) % colors.count]
      let ramp = ColorRamp([low, low, low.mixed(with: high, 0.55), high])
      for x in 0..<canvas.width {
        let place = Float(x) / width
        let line = foot + height * 0.17 * noise.octaves(3, place * 2.1 + shift, gain: 0.45)
        let rays = noise.octaves(4, place * 26 + shift, gain: 0.62)
        let cover = min(1, max(0, 0.45 + noise.value(place * 2.6 + shift * 2) * 1.1))
        let strength = cover * (0.34 + 0.30 * rays) * (1 - 0.12 * Float(curtain))
        guard strength > 0.01 else { continue }
        let reach = height * (0.30 + 0.14 * rays + 0.08 * noise.value(place * 9))
        let first = max(0, Int(line - reach))
        let last = min(canvas.height - 1, Int(line + height * 0.05))
        guard first <= last else { continue }
        for y in first...last {
          let above = line - Float(y)
          let light: Float
          if above >= 0 {
            let rest = 1 - above / reach
            light = rest * rest * rest
          } else {
            let rest = 1 + above / (height * 0.05)
            light = max(0, rest) * max(0, rest)
          }
          canvas.add(x, y, ramp[max(0, above) / reach], light * strength)
        }
      }
    }

    if hasLake {
      let shore = Int(height * ground)
      let noise = SmoothNoise(using: &generator)
      for y in shore..<canvas.height {
        let place = Float(y - shore) / (height - Float(shore))
        for x in 0..<canvas.width {
          let ripple = noise.value(Float(x) / (width * 0.09) * (1.2 - place), Float(y) * 0.13)
          let mirrored = canvas[
            x + Int(ripple * 5), shore - Int(Float(y - shore) * 1.25 + ripple * 6)]
          canvas.set(x, y, mirrored.scaled(by: 0.62 - 0.32 * place))
        }
      }
    }
    paintHills(canvas, ground: ground, using: &generator)
  }

  private func paintHills(
    _ canvas: borrowing Canvas, ground: Float, using generator: inout SeededGenerator
  ) {
    let height = Float(canvas.height)
    for layer in 0..<2 {
      var tops = Sky.skyline(
        width: canvas.width, base: height * (ground + 0.03 * Float(layer)),
        height: height * (0.10 - 0.05 * Float(layer)), scale: 2.5, jaggedness: 0.5,
        using: &generator)
      if layer == 1 {
        let tall = canvas.shortSide * 0.075
        Sky.plantSpruces(on: &tops, height: tall * 0.5...tall, density: 0.45, using: &generator)
      }
      let body = PictureColor(layer == 0 ? 0x0A1E2E : 0x030A12)
      let floor = hasLake ? Int(height * (ground + 0.012 + 0.03 * Float(layer))) : canvas.height
      for x in 0..<canvas.width where tops[x] < Float(floor) {
        for y in max(0, Int(tops[x]))..<floor {
          canvas.blend(x, y, body, min(1, Float(y + 1) - tops[x]))
        }
      }
    }
  }
}

/// A clear night with the Milky Way over a ridge.
struct StarScene: PictureScene {
  let glow: PictureColor
  let dust: PictureColor
  let horizon: PictureColor

  func paint(_ canvas: borrowing Canvas, using generator: inout SeededGenerator) {
    let (width, height) = (Float(canvas.width), Float(canvas.height))
    let sky = ColorRamp([
      PictureColor(0x02040F), PictureColor(0x081029), PictureColor(0x152449), horizon,
    ])
    canvas.fillRows { sky[$0 / 0.86] }
    let noise = SmoothNoise(using: &generator)
    let angle = generator.value(in: 0.5...1.05) * (generator.unit() < 0.5 ? 1 : -1)
    let (cosine, sine) = (cosf(angle), sinf(angle))
    let center = generator.value(in: 0.35...0.65)
    let band = { (x: Float, y: Float) -> (Float, Float, Float) in
      let (dx, dy) = ((x - center) * width / height, y - 0.42)
      let along = dx * cosine + dy * sine
      let across = -dx * sine + dy * cosine + 0.05 * noise.value(along * 2.3 + 9)
      let core = expf(-across * across * 34)
      let cloud = 0.55 + 0.6 * noise.octaves(5, along * 3.2, across * 5, gain: 0.6)
      let rift = max(0, noise.octaves(5, along * 4 + 50, across * 9 + 7, gain: 0.62) + 0.15)
      return (core * max(0, cloud), rift * expf(-across * across * 120), core)
    }
    let light = SampledField(over: canvas, step: 6) { band($0, $1).0 }
    let dark = SampledField(over: canvas, step: 6) { band($0, $1).1 }
    for y in 0..<canvas.height {
      for x in 0..<canvas.width {
        let (u, v) = (Float(x) / width, Float(y) / height)
        let strength = light[u, v] * (1 - min(0.85, dark[u, v] * 1.5))
        guard strength > 0.004 else { continue }
        canvas.add(x, y, glow, strength * 0.20)
        canvas.add(x, y, dust, strength * strength * 0.26)
      }
    }
    Sky.stars(canvas, count: Int(width * height / 420), depth: 0.92, using: &generator)
    // The band is made of stars.
    for _ in 0..<Int(width * height / 260) {
      let (u, v) = (generator.value(in: 0...1), generator.value(in: 0...0.95))
      let chance = Float(generator.unit())
      guard light[u, v] * (1 - min(1, dark[u, v])) > chance * 1.1 else { continue }
      canvas.splat(
        x: u * width, y: v * height, PictureColor(red: 1, green: 0.95, blue: 0.9),
        generator.value(in: 0.05...0.4))
    }
    for layer in 0..<2 {
      let tops = Sky.skyline(
        width: canvas.width, base: height * (0.96 + 0.08 * Float(layer)),
        height: height * (0.15 - 0.03 * Float(layer)), scale: 2.2, jaggedness: 1,
        using: &generator)
      let body = PictureColor(0x02050D).mixed(with: horizon, layer == 0 ? 0.22 : 0.03)
      canvas.fill(below: tops, ColorRamp([body]), depth: height)
    }
  }
}
