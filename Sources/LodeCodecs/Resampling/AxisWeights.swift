#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Which samples of one axis make each sample of the scaled one, and with what weights: Lanczos with
/// three lobes.
struct AxisWeights {
  /// For each output sample, the first input sample it is made of.
  private(set) var starts: [Int]

  /// For each output sample, how many consecutive input samples it is made of.
  private(set) var counts: [Int]

  /// The weights: those of output sample *i* begin at *i* · `stride` and sum to 1.
  private(set) var weights: [Float]

  /// The largest of `counts`.
  private(set) var stride: Int

  /// - Parameters:
  ///   - count: The number of input samples.
  ///   - extent: The axis's length in input samples. Less than `count` where the last sample lies
  ///     partly beyond the edge, as after a division that leaves a remainder.
  ///   - outputCount: The number of output samples, at most `extent`.
  init(count: Int, extent: Double, outputCount: Int) {
    let scale = max(1, extent / Double(outputCount))
    let support = 3 * scale
    starts = []
    counts = []
    starts.reserveCapacity(outputCount)
    counts.reserveCapacity(outputCount)
    stride = min(count, Int(support.rounded(.up)) * 2 + 1)
    weights = Array(repeating: 0, count: stride * outputCount)
    var row = Array(repeating: 0.0, count: stride)
    for index in 0..<outputCount {
      let center = (Double(index) + 0.5) * extent / Double(outputCount)
      var first = max(0, Int((center - support).rounded(.down)))
      var end = min(count, first + stride)
      // Samples at the kernel's zeros would be read for nothing; at a scale of 1 that is all but one.
      while first < end - 1, AxisWeights.isNegligible(first, center, scale) { first += 1 }
      while first < end - 1, AxisWeights.isNegligible(end - 1, center, scale) { end -= 1 }
      var sum = 0.0
      for sample in first..<end {
        let weight = AxisWeights.lanczos3((Double(sample) + 0.5 - center) / scale)
        row[sample - first] = weight
        sum += weight
      }
      for tap in 0..<(end - first) { weights[index * stride + tap] = Float(row[tap] / sum) }
      starts.append(first)
      counts.append(end - first)
    }
  }

  private static func isNegligible(_ sample: Int, _ center: Double, _ scale: Double) -> Bool {
    abs(lanczos3((Double(sample) + 0.5 - center) / scale)) < 1e-6
  }

  /// sinc(x) · sinc(x / 3) within three lobes (Duchon, 1979).
  static func lanczos3(_ position: Double) -> Double {
    guard abs(position) < 3 else { return 0 }
    guard abs(position) > 1e-9 else { return 1 }
    let angle = Double.pi * position
    return 3 * sin(angle) * sin(angle / 3) / (angle * angle)
  }
}
