import Foundation
import LodeTesting

/// A soft geometric print: a sun, hills and arches in a few flat colours.
struct PosterScene: PictureScene {
  enum Motif: CaseIterable, Sendable {
    case hills, arches, orbits, tiles
  }

  let motif: Motif
  let paper: PictureColor
  let inks: [PictureColor]

  func paint(_ canvas: borrowing Canvas, using generator: inout SeededGenerator) {
    canvas.fillRows { _ in paper }
    switch motif {
    case .hills: paintHills(canvas, using: &generator)
    case .arches: paintArches(canvas, using: &generator)
    case .orbits: paintOrbits(canvas, using: &generator)
    case .tiles: paintTiles(canvas, using: &generator)
    }
  }

  private func paintHills(_ canvas: borrowing Canvas, using generator: inout SeededGenerator) {
    let (width, height) = (Float(canvas.width), Float(canvas.height))
    let radius = canvas.shortSide * generator.value(in: 0.18...0.24)
    canvas.disc(
      x: width * generator.value(in: 0.34...0.66), y: height * 0.38, radius: radius, softness: 1.5,
      inks[0])
    for layer in 1..<inks.count {
      let nearness = Float(layer) / Float(inks.count - 1)
      let phase = generator.value(in: 0...(2 * Float.pi))
      let pace = generator.value(in: 0.8...1.5)
      let tops = (0..<canvas.width).map { x -> Float in
        let place = Float(x) / width * 2 * Float.pi
        let wave = sinf(place * pace + phase) + 0.35 * sinf(place * pace * 2.3 + phase * 3)
        return height * (0.36 + 0.44 * nearness) + height * 0.075 * wave
      }
      canvas.fill(
        below: tops, ColorRamp([inks[layer], inks[layer].mixed(with: paper, 0.42)]),
        depth: height * 0.42)
    }
  }

  private func paintArches(_ canvas: borrowing Canvas, using generator: inout SeededGenerator) {
    let (width, height) = (Float(canvas.width), Float(canvas.height))
    let count = width > height * 1.15 ? 2 : 1
    let stroke = canvas.shortSide * 0.052
    for arch in 0..<count {
      let center = width * (Float(arch) + 0.5) / Float(count) + stroke * (count > 1 ? 0 : 0.4)
      let foot = height * generator.value(in: 0.76...0.86)
      let outer = min(width / Float(count) * 0.42, height * 0.50)
      for ring in 0..<inks.count {
        let radius = outer - Float(ring) * stroke * 1.32
        guard radius > stroke * 0.5 else { break }
        let ink = inks[(ring + arch * 2) % inks.count]
        arc(canvas, x: center, foot: foot, radius: radius, thickness: stroke, ink)
      }
    }
    canvas.disc(
      x: width * (count > 1 ? 0.5 : 0.16), y: height * 0.17, radius: canvas.shortSide * 0.075,
      softness: 1.5, inks[0])
  }

  /// Half a ring on two legs.
  private func arc(
    _ canvas: borrowing Canvas, x: Float, foot: Float, radius: Float, thickness: Float,
    _ ink: PictureColor
  ) {
    let spring = foot - radius * 0.35
    let top = max(0, Int(spring - radius - 2))
    for py in top..<min(canvas.height, Int(foot)) {
      for px in max(0, Int(x - radius - 2))...max(0, min(canvas.width - 1, Int(x + radius + 2))) {
        let dx = Float(px) - x
        let dy = min(0, Float(py) - spring)
        let distance = (dx * dx + dy * dy).squareRoot()
        let cover = min(
          min(1, max(0, radius - distance + 0.5)),
          min(1, max(0, distance - (radius - thickness) + 0.5)))
        if cover > 0 { canvas.blend(px, py, ink, cover) }
      }
    }
  }

  private func paintOrbits(_ canvas: borrowing Canvas, using generator: inout SeededGenerator) {
    let (width, height) = (Float(canvas.width), Float(canvas.height))
    let (x, y) = (width * 0.5, height * 0.52)
    for ring in 0..<5 {
      let radius = canvas.shortSide * (0.46 - 0.082 * Float(ring))
      let ink = inks[ring % inks.count]
      canvas.disc(x: x, y: y, radius: radius, softness: 1.5) { px, py in
        let fade = 0.5 + 0.5 * (py - y) / radius
        return (ink.mixed(with: paper, 0.05 + 0.4 * fade), 1)
      }
    }
    for moon in 0..<4 {
      let angle = generator.value(in: 0...(2 * Float.pi))
      let radius = canvas.shortSide * (0.46 - 0.082 * Float(moon))
      canvas.disc(
        x: x + cosf(angle) * radius, y: y + sinf(angle) * radius,
        radius: canvas.shortSide * generator.value(in: 0.018...0.042), softness: 1.5,
        inks[(moon + 2) % inks.count].mixed(with: paper, moon % 2 == 0 ? 0.85 : 0))
    }
  }

  private func paintTiles(_ canvas: borrowing Canvas, using generator: inout SeededGenerator) {
    let columns = max(3, Int((Float(canvas.width) / canvas.shortSide * 4).rounded()))
    let side = Float(canvas.width) / Float(columns)
    let rows = Int((Float(canvas.height) / side).rounded(.up))
    for row in 0..<rows {
      for column in 0..<columns {
        let ink = inks[generator.integer(in: 0...inks.count - 1)]
        let other = inks[generator.integer(in: 0...inks.count - 1)].mixed(with: paper, 0.55)
        let corner = generator.integer(in: 0...4)
        let (left, top) = (Float(column) * side, Float(row) * side)
        let centerX = left + (corner == 4 ? side / 2 : corner % 2 == 0 ? 0 : side)
        let centerY = top + (corner == 4 ? side / 2 : corner < 2 ? 0 : side)
        let radius = corner == 4 ? side * 0.36 : side
        for py in Int(top)..<min(canvas.height, Int((top + side).rounded(.up))) {
          for px in Int(left)..<min(canvas.width, Int((left + side).rounded(.up))) {
            let (dx, dy) = (Float(px) - centerX, Float(py) - centerY)
            let distance = (dx * dx + dy * dy).squareRoot()
            canvas.set(px, py, other)
            canvas.blend(px, py, ink, min(1, max(0, radius - distance + 0.5)))
            if corner != 4 {
              let inner = min(1, max(0, radius * 0.45 - distance + 0.5))
              canvas.blend(px, py, paper, inner)
            }
          }
        }
      }
    }
  }
}
