/// Makes a picture of the rows that a codec delivers: premultiplies, scales and turns them.
///
/// Rows of a picture that is not scaled are written where they stay. Each row is taken by writing it to
/// `nextRow` and calling `finishRow()`.
final class ImageAssembler {
  private let plan: DecodingPlan
  private let hasAlpha: Bool
  private let pixels: PixelBuffer
  private let resampler: RowResampler?
  /// Where a row waits that the resampler will read.
  private let row: PixelBuffer?
  private let rowWidth: Int
  private var rowIndex = 0
  private var isOpaque = true

  /// - Parameters:
  ///   - rowSize: The size of the rows that will come; by default those in the file.
  ///   - extent: The part of `rowSize` that the picture covers; by default all of it.
  ///   - hasAlpha: Whether a pixel may be other than opaque.
  init(
    plan: DecodingPlan, rowSize: PixelSize? = nil, extent: (width: Double, height: Double)? = nil,
    hasAlpha: Bool
  ) {
    let rowSize = rowSize ?? plan.storedSize
    self.plan = plan
    self.hasAlpha = hasAlpha
    rowWidth = rowSize.width
    pixels = PixelBuffer(byteCount: plan.scaledSize.pixelCount * 4)
    if rowSize == plan.scaledSize {
      resampler = nil
      row = nil
    } else {
      resampler = RowResampler(
        input: rowSize,
        extent: extent ?? (Double(rowSize.width), Double(rowSize.height)),
        outputSize: plan.scaledSize, output: pixels.bytes.baseAddress!,
        outputStride: plan.scaledSize.width * 4)
      row = PixelBuffer(byteCount: rowSize.width * 4)
    }
  }

  /// Where the next row of straight RGBA goes.
  var nextRow: UnsafeMutableRawPointer {
    row?.bytes.baseAddress! ?? pixels.bytes.baseAddress! + rowIndex * rowWidth * 4
  }

  /// The memory of the result, for a codec that fills all of it at once; `nil` where rows are scaled.
  var allRows: UnsafeMutableRawBufferPointer? { resampler == nil ? pixels.bytes : nil }

  /// Takes the row that was written to `nextRow`.
  func finishRow() {
    let row = nextRow
    if hasAlpha, !PixelRow.premultiply(row, count: rowWidth) { isOpaque = false }
    resampler?.append(row)
    rowIndex += 1
  }

  /// Takes all rows from memory without padding; it is used as scratch space.
  func append(contentsOf rows: UnsafeMutableRawPointer, count: Int) {
    for index in 0..<count {
      let row = rows + index * rowWidth * 4
      if hasAlpha, !PixelRow.premultiply(row, count: rowWidth) { isOpaque = false }
      resampler?.append(row)
    }
    rowIndex += count
  }

  /// The picture, once every row was taken.
  func finish() -> DecodedImage {
    var result = pixels
    let size = plan.orientation.oriented(plan.scaledSize)
    if plan.orientation != .upright {
      result = PixelBuffer(byteCount: size.pixelCount * 4)
      plan.orientation.apply(
        pixels.bytes.baseAddress!, size: plan.scaledSize, to: result.bytes.baseAddress!)
    }
    return DecodedImage(
      pixels: result, size: size, originalSize: plan.orientation.oriented(plan.storedSize),
      bytesPerRow: size.width * 4, isOpaque: isOpaque)
  }
}
