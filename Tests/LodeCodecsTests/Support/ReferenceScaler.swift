import Foundation
import LodeCodecs

/// Lanczos with three lobes in double precision, without shortcuts: what scaled pictures are measured by.
enum ReferenceScaler {
  /// The channels of `image` at `size`, neither rounded nor clamped.
  static func scale(_ image: DecodedImage, to size: PixelSize) -> [Double] {
    let (width, height) = (image.size.width, image.size.height)
    var source = [Double](repeating: 0, count: width * height * 4)
    image.withUnsafeBytes { bytes in
      for index in source.indices { source[index] = Double(bytes[index]) }
    }
    let rows = scaleRows(source, width: width, height: height, to: size.height)
    return scaleColumns(rows, width: width, height: size.height, to: size.width)
  }

  /// The peak signal-to-noise ratio of `image` against `reference`, in decibels.
  static func psnr(_ image: DecodedImage, _ reference: [Double]) -> Double {
    var sum = 0.0
    image.withUnsafeBytes { bytes in
      for index in reference.indices {
        let difference = Double(bytes[index]) - min(255, max(0, reference[index]))
        sum += difference * difference
      }
    }
    // Alpha is 255 everywhere and must not flatter the result.
    let error = sum / Double(reference.count / 4 * 3)
    return 10 * log10(255 * 255 / max(error, 1e-9))
  }

  private static func weights(_ count: Int, _ outputCount: Int, _ index: Int) -> [(Int, Double)] {
    let scale = Double(count) / Double(outputCount)
    let center = (Double(index) + 0.5) * scale
    let range =
      Int(max(0, center - 3 * scale - 1))..<Int(min(Double(count), center + 3 * scale + 1))
    let raw = range.map { sample in
      let x = (Double(sample) + 0.5 - center) / scale
      if abs(x) < 1e-12 { return 1.0 }
      return abs(x) >= 3 ? 0 : 3 * sin(.pi * x) * sin(.pi * x / 3) / (.pi * .pi * x * x)
    }
    let sum = raw.reduce(0, +)
    return zip(range, raw).map { ($0, $1 / sum) }.filter { $0.1 != 0 }
  }

  private static func scaleRows(_ source: [Double], width: Int, height: Int, to outputHeight: Int)
    -> [Double]
  {
    var result = [Double](repeating: 0, count: width * outputHeight * 4)
    source.withUnsafeBufferPointer { source in
      result.withUnsafeMutableBufferPointer { result in
        for y in 0..<outputHeight {
          for (row, weight) in weights(height, outputHeight, y) {
            var x = 0
            while x < width * 4 {
              result[y * width * 4 + x] += weight * source[row * width * 4 + x]
              x += 1
            }
          }
        }
      }
    }
    return result
  }

  private static func scaleColumns(_ source: [Double], width: Int, height: Int, to outputWidth: Int)
    -> [Double]
  {
    var result = [Double](repeating: 0, count: outputWidth * height * 4)
    source.withUnsafeBufferPointer { source in
      result.withUnsafeMutableBufferPointer { result in
        for x in 0..<outputWidth {
          for (column, weight) in weights(width, outputWidth, x) {
            var y = 0
            while y < height {
              let from = (y * width + column) * 4
              let to = (y * outputWidth + x) * 4
              result[to] += weight * source[from]
              result[to + 1] += weight * source[from + 1]
              result[to + 2] += weight * source[from + 2]
              result[to + 3] += weight * source[from + 3]
              y += 1
            }
          }
        }
      }
    }
    return result
  }
}
