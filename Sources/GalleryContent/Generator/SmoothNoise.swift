import Foundation
import LodeTesting

/// Gradient noise in one and two dimensions, and sums of it.
///
/// Ken Perlin, "Improving Noise" (SIGGRAPH 2002), with the gradients drawn from a seed.
struct SmoothNoise: Sendable {
  private var permutation: [UInt8]
  private var slopes: [Float]
  private var directions: [Float]

  init(using generator: inout SeededGenerator) {
    permutation = (0...255).map { UInt8($0) }
    for index in stride(from: 255, to: 0, by: -1) {
      permutation.swapAt(index, generator.integer(in: 0...index))
    }
    slopes = []
    directions = []
    for _ in 0..<256 {
      slopes.append(generator.value(in: -1...1))
      let angle = generator.value(in: 0...(2 * Float.pi))
      directions.append(cosf(angle))
      directions.append(sinf(angle))
    }
  }

  /// Noise along a line, from -1 to 1, most of it near 0.
  func value(_ x: Float) -> Float {
    let floor = x.rounded(.down)
    let cell = Int(floor)
    let offset = x - floor
    let left = slopes[Int(permutation[cell & 255])] * offset
    let right = slopes[Int(permutation[(cell &+ 1) & 255])] * (offset - 1)
    return (left + (right - left) * fade(offset)) * 2
  }

  /// Noise over a plane, from -1 to 1, most of it near 0.
  func value(_ x: Float, _ y: Float) -> Float {
    let (floorX, floorY) = (x.rounded(.down), y.rounded(.down))
    let (cellX, cellY) = (Int(floorX), Int(floorY))
    let (dx, dy) = (x - floorX, y - floorY)
    let (u, v) = (fade(dx), fade(dy))
    let topLeft = corner(cellX, cellY, dx, dy)
    let topRight = corner(cellX &+ 1, cellY, dx - 1, dy)
    let bottomLeft = corner(cellX, cellY &+ 1, dx, dy - 1)
    let bottomRight = corner(cellX &+ 1, cellY &+ 1, dx - 1, dy - 1)
    let top = topLeft + (topRight - topLeft) * u
    let bottom = bottomLeft + (bottomRight - bottomLeft) * u
    return (top + (bottom - top) * v) * 1.5
  }

  /// Octaves of noise along a line, each with half the height and twice the pace of the one before.
  func octaves(_ count: Int, _ x: Float, gain: Float = 0.5) -> Float {
    var (sum, amplitude, frequency) = (Float(0), Float(1), Float(1))
    for octave in 0..<count {
      sum += amplitude * value(x * frequency + Float(octave) * 17.3)
      amplitude *= gain
      frequency *= 2
    }
    return sum
  }

  /// Octaves of noise over a plane.
  func octaves(_ count: Int, _ x: Float, _ y: Float, gain: Float = 0.5) -> Float {
    var (sum, amplitude, frequency) = (Float(0), Float(1), Float(1))
    for octave in 0..<count {
      let shift = Float(octave) * 17.3
      sum += amplitude * value(x * frequency + shift, y * frequency - shift)
      amplitude *= gain
      frequency *= 2
    }
    return sum
  }

  private func corner(_ x: Int, _ y: Int, _ dx: Float, _ dy: Float) -> Float {
    let hash = Int(permutation[(Int(permutation[x & 255]) &+ y) & 255])
    return directions[hash * 2] * dx + directions[hash * 2 + 1] * dy
  }

  private func fade(_ t: Float) -> Float {
    t * t * t * (t * (t * 6 - 15) + 10)
  }
}

/// Values over a plane, computed on a coarse grid and read between its points.
///
/// Noise is smooth: a grid of a few thousand points shows the same as a million evaluations.
struct SampledField {
  private let columns: Int
  private let rows: Int
  private let values: [Float]

  /// Samples `value`, whose arguments run from 0 to 1 over the plane, every `step` pixels of a canvas.
  init(
    over canvas: borrowing Canvas, step: Int, value: (Float, Float) -> Float
  ) {
    columns = max(2, canvas.width / step)
    rows = max(2, canvas.height / step)
    var values: [Float] = []
    values.reserveCapacity(columns * rows)
    for row in 0..<rows {
      for column in 0..<columns {
        values.append(value(Float(column) / Float(columns - 1), Float(row) / Float(rows - 1)))
      }
    }
    self.values = values
  }

  /// The value at a place, both arguments from 0 to 1.
  subscript(_ x: Float, _ y: Float) -> Float {
    let placeX = min(1, max(0, x)) * Float(columns - 1)
    let placeY = min(1, max(0, y)) * Float(rows - 1)
    let column = min(Int(placeX), columns - 2)
    let row = min(Int(placeY), rows - 2)
    let (dx, dy) = (placeX - Float(column), placeY - Float(row))
    let index = row * columns + column
    let top = values[index] + (values[index + 1] - values[index]) * dx
    let below = index + columns
    let bottom = values[below] + (values[below + 1] - values[below]) * dx
    return top + (bottom - top) * dy
  }
}
