/// A width and a height in device pixels.
public struct PixelSize: Hashable, Sendable, CustomStringConvertible {
  /// The number of columns.
  public var width: Int

  /// The number of rows.
  public var height: Int

  /// Creates a size.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The number of pixels, or `Int.max` where it does not fit.
  public var pixelCount: Int {
    let (product, overflow) = width.multipliedReportingOverflow(by: height)
    return overflow ? .max : product
  }

  /// Whether there is no pixel in it.
  public var isEmpty: Bool { width <= 0 || height <= 0 }

  /// The size with its sides swapped.
  public var transposed: PixelSize { PixelSize(width: height, height: width) }

  /// The size as `width×height`.
  public var description: String { "\(width)×\(height)" }
}

extension PixelSize {
  /// How a picture's proportions meet those of the area it is shown in.
  public enum ContentMode: Hashable, Sendable {
    /// The whole picture is visible; the area may have empty margins.
    case fit
    /// The whole area is covered; the picture may be cropped.
    case fill
  }

  /// The size this size takes when it is scaled, in proportion, to fit or fill `target`.
  ///
  /// Never larger than this size, and never smaller than one pixel a side.
  public func scaledDown(to target: PixelSize, contentMode: ContentMode) -> PixelSize {
    guard !isEmpty, !target.isEmpty else { return self }
    let horizontal = Double(target.width) / Double(width)
    let vertical = Double(target.height) / Double(height)
    let scale =
      switch contentMode {
      case .fit: min(horizontal, vertical)
      case .fill: max(horizontal, vertical)
      }
    guard scale < 1 else { return self }
    return PixelSize(
      width: max(1, Int((Double(width) * scale).rounded())),
      height: max(1, Int((Double(height) * scale).rounded())))
  }
}
