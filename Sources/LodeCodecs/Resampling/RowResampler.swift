/// Scales a picture down while its rows arrive, holding only the rows that are still needed.
///
/// Each axis is first averaged over whole boxes of samples, to no less than twice the output size, and
/// then scaled by a Lanczos filter with three lobes; a picture of at most four times the output size
/// meets only the filter. Rows are premultiplied RGBA, and the arithmetic is on gamma-coded values, as
/// in every image library in wide use.
///
/// The loops are written over plain pointers without closures: that is what the optimiser vectorises,
/// and what stays bearable without it.
final class RowResampler {
  /// A box larger than this would have sums that a `Float` does not hold to within rounding.
  private static let maximumBox = 4_096

  private let input: PixelSize
  private let outputSize: PixelSize
  private let output: UnsafeMutableRawPointer
  private let outputStride: Int

  private let boxWidth: Int
  private let boxHeight: Int
  private let horizontal: AxisWeights
  private let vertical: AxisWeights

  /// The number of channel samples in a row of boxes.
  private let sampleCount: Int
  /// Sums of columns over the rows of the box that is being filled; empty where boxes have one row
  /// and one column.
  private let sums: UnsafeMutableBufferPointer<Float>
  /// The last `vertical.stride` rows of boxes; row *i* is in slot *i* mod `vertical.stride`.
  private let ring: UnsafeMutableBufferPointer<Float>
  /// One output row before its columns are scaled.
  private let column: UnsafeMutableBufferPointer<Float>

  private var rowsInBox = 0
  private var inputRow = 0
  private var boxRow = 0
  private var outputRow = 0

  /// - Parameters:
  ///   - input: The size of the rows that will come.
  ///   - extent: The part of `input` that the picture covers, in samples; see `AxisWeights`.
  ///   - output: Memory for `outputSize.height` rows of `outputStride` bytes, which outlives the
  ///     resampler.
  init(
    input: PixelSize, extent: (width: Double, height: Double), outputSize: PixelSize,
    output: UnsafeMutableRawPointer, outputStride: Int
  ) {
    self.input = input
    self.outputSize = outputSize
    self.output = output
    self.outputStride = outputStride
    boxWidth = RowResampler.box(extent.width, outputSize.width)
    boxHeight = RowResampler.box(extent.height, outputSize.height)
    let columns = (input.width + boxWidth - 1) / boxWidth
    let rows = (input.height + boxHeight - 1) / boxHeight
    horizontal = AxisWeights(
      count: columns, extent: extent.width / Double(boxWidth), outputCount: outputSize.width)
    vertical = AxisWeights(
      count: rows, extent: extent.height / Double(boxHeight), outputCount: outputSize.height)
    sampleCount = columns * 4
    sums = .allocate(capacity: boxWidth * boxHeight == 1 ? 0 : input.width * 4)
    ring = .allocate(capacity: vertical.stride * sampleCount)
    column = .allocate(capacity: sampleCount)
  }

  deinit {
    sums.deallocate()
    ring.deallocate()
    column.deallocate()
  }

  private static func box(_ extent: Double, _ outputCount: Int) -> Int {
    max(1, min(maximumBox, Int(extent / Double(2 * outputCount))))
  }

  /// Takes the next row, premultiplied; the pointer is read during the call only.
  func append(_ row: UnsafeRawPointer) {
    let bytes = row.assumingMemoryBound(to: UInt8.self)
    let slot = ring.baseAddress! + boxRow % vertical.stride * sampleCount
    inputRow += 1
    if boxWidth * boxHeight == 1 {
      widen(bytes, to: slot)
    } else {
      add(bytes)
      rowsInBox += 1
      guard rowsInBox == boxHeight || inputRow == input.height else { return }
      average(to: slot)
      rowsInBox = 0
    }
    boxRow += 1
    while outputRow < outputSize.height,
      vertical.starts[outputRow] + vertical.counts[outputRow] <= boxRow
    {
      combineRows()
      combineColumns()
      outputRow += 1
    }
  }

  private func widen(_ row: UnsafePointer<UInt8>, to slot: UnsafeMutablePointer<Float>) {
    var index = 0
    while index < sampleCount {
      slot[index] = Float(row[index])
      index &+= 1
    }
  }

  private func add(_ row: UnsafePointer<UInt8>) {
    let sums = sums.baseAddress!
    let count = input.width * 4
    var index = 0
    if rowsInBox == 0 {
      while index < count {
        sums[index] = Float(row[index])
        index &+= 1
      }
    } else {
      while index < count {
        sums[index] += Float(row[index])
        index &+= 1
      }
    }
  }

  /// Turns sums of columns into the averages of boxes. Those at the edges may have fewer samples.
  private func average(to slot: UnsafeMutablePointer<Float>) {
    var source = UnsafePointer(sums.baseAddress!)
    var target = slot
    var remaining = input.width
    while remaining > 0 {
      let width = remaining < boxWidth ? remaining : boxWidth
      var red: Float = 0
      var green: Float = 0
      var blue: Float = 0
      var alpha: Float = 0
      var index = 0
      while index < width {
        red += source[0]
        green += source[1]
        blue += source[2]
        alpha += source[3]
        source += 4
        index &+= 1
      }
      let share = 1 / Float(width * rowsInBox)
      target[0] = red * share
      target[1] = green * share
      target[2] = blue * share
      target[3] = alpha * share
      target += 4
      remaining -= width
    }
  }

  /// Makes `column` the weighted sum of the rows of boxes that the current output row is made of.
  private func combineRows() {
    let slots = vertical.stride
    let start = vertical.starts[outputRow]
    let count = vertical.counts[outputRow]
    let ring = UnsafePointer(ring.baseAddress!)
    let target = column.baseAddress!
    let sampleCount = sampleCount
    vertical.weights.withUnsafeBufferPointer { buffer in
      let weights = buffer.baseAddress! + outputRow * slots
      var tap = 0
      // Four rows at a time, so that the sum is loaded and stored a quarter as often.
      while tap < count {
        let row0 = ring + (start + tap) % slots * sampleCount
        let weight0 = weights[tap]
        var index = 0
        guard tap + 4 <= count else {
          if tap == 0 {
            while index < sampleCount {
              target[index] = row0[index] * weight0
              index &+= 1
            }
          } else {
            while index < sampleCount {
              target[index] += row0[index] * weight0
              index &+= 1
            }
          }
          tap += 1
          continue
        }
        let row1 = ring + (start + tap + 1) % slots * sampleCount
        let row2 = ring + (start + tap + 2) % slots * sampleCount
        let row3 = ring + (start + tap + 3) % slots * sampleCount
        let weight1 = weights[tap + 1]
        let weight2 = weights[tap + 2]
        let weight3 = weights[tap + 3]
        if tap == 0 {
          while index < sampleCount {
            target[index] =
              row0[index] * weight0 + row1[index] * weight1 + row2[index] * weight2 + row3[index]
              * weight3
            index &+= 1
          }
        } else {
          while index < sampleCount {
            target[index] +=
              row0[index] * weight0 + row1[index] * weight1 + row2[index] * weight2 + row3[index]
              * weight3
            index &+= 1
          }
        }
        tap += 4
      }
    }
  }

  /// Scales the columns of `column` into the current output row.
  private func combineColumns() {
    let target = output + outputRow * outputStride
    let taps = horizontal.stride
    let samples = UnsafePointer(column.baseAddress!)
    let width = outputSize.width
    horizontal.weights.withUnsafeBufferPointer { weights in
      horizontal.starts.withUnsafeBufferPointer { starts in
        horizontal.counts.withUnsafeBufferPointer { counts in
          var weight = weights.baseAddress!
          var x = 0
          while x < width {
            var source = samples + starts[x] &* 4
            let count = counts[x]
            var red: Float = 0
            var green: Float = 0
            var blue: Float = 0
            var alpha: Float = 0
            var tap = 0
            while tap < count {
              let factor = weight[tap]
              red += source[0] * factor
              green += source[1] * factor
              blue += source[2] * factor
              alpha += source[3] * factor
              source += 4
              tap &+= 1
            }
            weight += taps
            // The filter overshoots at edges; a premultiplied colour must not exceed its alpha.
            let opacity = alpha < 0 ? 0 : alpha > 255 ? 255 : alpha
            let pixel =
              RowResampler.byte(red, limit: opacity)
              | RowResampler.byte(green, limit: opacity) &<< 8
              | RowResampler.byte(blue, limit: opacity) &<< 16
              | RowResampler.byte(opacity, limit: opacity) &<< 24
            (target + x &* 4).storeBytes(of: UInt32(littleEndian: pixel), as: UInt32.self)
            x &+= 1
          }
        }
      }
    }
  }

  /// Rounds to a whole number from 0 to `limit`: adding 2²³ leaves the number in the low bits.
  private static func byte(_ value: Float, limit: Float) -> UInt32 {
    let clamped = value < 0 ? 0 : value > limit ? limit : value
    return (clamped + 8_388_608).bitPattern & 0xFF
  }
}
