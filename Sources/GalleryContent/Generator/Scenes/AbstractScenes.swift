import Foundation
import LodeTesting

/// Threads of light that lie beside each other like silk in a current.
struct SilkScene: PictureScene {
  let ground: [PictureColor]
  let threads: [PictureColor]

  func paint(_ canvas: borrowing Canvas, using generator: inout SeededGenerator) {
    let (width, height) = (Float(canvas.width), Float(canvas.height))
    let back = ColorRamp(ground)
    canvas.fillRows { back[$0] }
    let unit = canvas.shortSide / 900
    for ribbon in 0..<4 {
      let noise = SmoothNoise(using: &generator)
      let ramp = ColorRamp(
        [threads[ribbon % threads.count], threads[(ribbon + 1) % threads.count]])
      let lines = Int(150 * unit.squareRoot()) + 60
      let middle = height * generator.value(in: 0.3...0.7)
      let amplitude = height * generator.value(in: 0.22...0.40)
      let pace = generator.value(in: 1.0...1.9)
      for line in 0..<lines {
        let place = Float(line) / Float(lines - 1)
        var previous: Float?
        for x in 0..<canvas.width {
          let along = Float(x) / width
          let bend = noise.value(along * pace, place * 0.55)
          let spread = 0.10 + 0.9 * abs(noise.value(along * pace * 0.8 + 33))
          let y =
            middle + amplitude * bend * 1.5 + (place - 0.5) * height * 0.55 * spread
          let step = abs(y - (previous ?? y))
          previous = y
          // A steep thread covers more rows in a column: the same light is spread over them.
          let strength = (0.13 + 0.22 * powf(abs(place - 0.5) * 2, 6)) / unit.squareRoot()
          var cover = -step / 2
          repeat {
            canvas.splat(
              x: Float(x), y: y + cover, ramp[place], strength / max(1, step))
            cover += 1
          } while cover < step / 2
        }
      }
    }
  }
}

/// Panes of glass in lead, with the light behind them.
struct GlassScene: PictureScene {
  let panes: [PictureColor]

  func paint(_ canvas: borrowing Canvas, using generator: inout SeededGenerator) {
    let (width, height) = (Float(canvas.width), Float(canvas.height))
    let cell = canvas.shortSide * generator.value(in: 0.10...0.15)
    let columns = Int(width / cell) + 4
    let rows = Int(height / cell) + 4
    let noise = SmoothNoise(using: &generator)
    let ramp = ColorRamp(panes)
    var points: [(x: Float, y: Float, color: PictureColor)] = []
    for row in 0..<rows {
      for column in 0..<columns {
        let x = (Float(column) - 1.5 + generator.value(in: 0.08...0.92)) * cell
        let y = (Float(row) - 1.5 + generator.value(in: 0.08...0.92)) * cell
        let hue = 0.5 + 0.75 * noise.octaves(2, x / width * 2.2, y / height * 2.2)
        let color = ramp[hue + generator.value(in: -0.14...0.14)]
        points.append((x, y, color.scaled(by: generator.value(in: 0.75...1.2))))
      }
    }
    let (lightX, lightY) = (width * generator.value(in: 0.3...0.7), height * 0.35)
    let reach = max(width, height) * 0.8
    let lead = max(1.2, canvas.shortSide * 0.0048)
    let texture = SampledField(over: canvas, step: 7) { x, y in
      noise.octaves(3, x * 22, y * 22)
    }
    canvas.fill { px, py in
      let (x, y) = (Float(px), Float(py))
      let (column, row) = (Int(x / cell + 1.5), Int(y / cell + 1.5))
      var (nearest, second) = (Float.infinity, Float.infinity)
      var index = 0
      for r in max(0, row - 1)...min(rows - 1, row + 1) {
        for c in max(0, column - 1)...min(columns - 1, column + 1) {
          let candidate = r * columns + c
          let (dx, dy) = (points[candidate].x - x, points[candidate].y - y)
          let distance = dx * dx + dy * dy
          if distance < nearest {
            (second, nearest, index) = (nearest, distance, candidate)
          } else if distance < second {
            second = distance
          }
        }
      }
      let edge = second.squareRoot() - nearest.squareRoot()
      let (lx, ly) = ((x - lightX) / reach, (y - lightY) / reach)
      let light = 1.25 * expf(-(lx * lx + ly * ly) * 2.2) + 0.22
      let bevel = min(1, max(0, (edge - lead) / (lead * 5)))
      let shine = light * (0.72 + 0.28 * bevel) * (1 + 0.13 * texture[x / width, y / height])
      let glass = points[index].color.scaled(by: shine)
      let opening = min(1, max(0, (edge - lead * 0.8) / (lead * 0.5)))
      return PictureColor(0x0B0A0D).mixedLinearly(with: glass, opening)
    }
  }
}

/// Sheets of paper cut along the lines of a map, each throwing its shadow on the next.
struct PaperScene: PictureScene {
  let sheets: [PictureColor]

  func paint(_ canvas: borrowing Canvas, using generator: inout SeededGenerator) {
    let (width, height) = (Float(canvas.width), Float(canvas.height))
    let noise = SmoothNoise(using: &generator)
    let ratio = width / height
    let scale = generator.value(in: 1.5...2.3)
    let (centerX, centerY) = (generator.value(in: 0.3...0.7), generator.value(in: 0.3...0.7))
    let field = SampledField(over: canvas, step: 4) { x, y in
      let (dx, dy) = ((x - centerX) * ratio, y - centerY)
      let bowl = (dx * dx + dy * dy).squareRoot() * 0.95
      return bowl + 0.42 * noise.octaves(3, x * scale * ratio, y * scale, gain: 0.42)
    }
    let levels = Float(sheets.count)
    let sheet = { (x: Float, y: Float) -> Float in
      min(levels - 1, max(0, (field[x / width, y / height] * 0.95 + 0.10) * levels))
    }
    let reach = canvas.shortSide * 0.020
    let grain = SmoothNoise(using: &generator)
    canvas.fill { px, py in
      let (x, y) = (Float(px), Float(py))
      let value = sheet(x, y)
      let level = value.rounded(.down)
      // The part of a pixel that the higher sheet covers.
      let slope = max(1e-4, abs(sheet(x + 1, y) - value) + abs(sheet(x, y + 1) - value))
      let edge = min(1, (value - level) / slope)
      var shadow: Float = 0
      for step in 1...6 {
        let distance = reach * Float(step) / 6
        let above = sheet(x - distance * 0.62, y - distance)
        if above.rounded(.down) > level { shadow += 1 - Float(step - 1) / 7 }
      }
      let upper = sheets[Int(level)]
      let lower = sheets[Int(max(0, level - 1))].scaled(by: 0.55)
      let paper = 1 + 0.025 * grain.value(x * 0.31, y * 0.31)
      return lower.mixedLinearly(with: upper, edge).scaled(
        by: paper * (1 - min(0.62, shadow * 0.19)))
    }
  }
}

/// Lights at night, out of focus.
struct BokehScene: PictureScene {
  let ground: [PictureColor]
  let lights: [PictureColor]

  func paint(_ canvas: borrowing Canvas, using generator: inout SeededGenerator) {
    let (width, height) = (Float(canvas.width), Float(canvas.height))
    let back = ColorRamp(ground)
    canvas.fillRows { back[$0] }
    for _ in 0..<9 {
      canvas.glow(
        x: generator.value(in: 0...width), y: generator.value(in: height * 0.2...height),
        radius: canvas.shortSide * generator.value(in: 0.25...0.6),
        lights[generator.integer(in: 0...lights.count - 1)].scaled(by: 0.16))
    }
    for index in 0..<86 {
      let far = Float(index) / 86
      let radius = canvas.shortSide * (0.014 + 0.062 * far * far) * generator.value(in: 0.8...1.25)
      let x = generator.value(in: -0.02...1.02) * width
      let spread = generator.value(in: -0.5...0.5) + generator.value(in: -0.5...0.5)
      let y = height * (0.56 + spread * (0.22 + 0.34 * far))
      let color = lights[generator.integer(in: 0...lights.count - 1)]
      let strength = generator.value(in: 0.16...0.62) * (1.15 - 0.7 * far)
      canvas.disc(x: x, y: y, radius: radius, softness: max(1.5, radius * 0.10)) { px, py in
        let (dx, dy) = ((px - x) / radius, (py - y) / radius)
        let rim = min(1, dx * dx + dy * dy)
        return (color.scaled(by: 1.15), strength * (0.50 + 0.50 * rim * rim))
      }
    }
  }
}
