/// The sizes that a decode passes through, and how its pixels are made those that were asked for.
struct DecodingPlan {
  /// The size in the file, before its orientation is applied.
  let storedSize: PixelSize
  let orientation: ImageOrientation

  /// The size of the result, before its orientation is applied.
  let scaledSize: PixelSize

  /// - Throws: `.tooManyPixels`, before anything is allocated.
  init(
    storedSize: PixelSize, orientation: ImageOrientation = .upright, options: DecodingOptions
  ) throws(ImageDecodingError) {
    let size = orientation.oriented(storedSize)
    // Whatever the limit, the arithmetic on sizes and strides must not overflow.
    let limit = min(options.limits.maximumPixelCount, 1 << 32)
    guard size.pixelCount <= limit else { throw .tooManyPixels(size, limit: limit) }
    self.storedSize = storedSize
    self.orientation = orientation
    let target = options.targetSize ?? size
    scaledSize = orientation.oriented(
      size.scaledDown(to: target, contentMode: options.contentMode))
  }

  /// Whether the result is smaller than the picture in the file.
  var isScaled: Bool { scaledSize != storedSize }

  /// Whether rows of `size` still have twice the detail that the result needs. A codec's own scaling
  /// must leave that much, or the filter has too little to work with: 43 dB become 36.
  func isAmple(_ width: Double, _ height: Double) -> Bool {
    width >= Double(2 * scaledSize.width) && height >= Double(2 * scaledSize.height)
  }
}
