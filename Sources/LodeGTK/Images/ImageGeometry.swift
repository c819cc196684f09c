import LodeCore

/// Where a picture goes in a view. A pure value.
struct ImageGeometry: Hashable {
  /// The picture's rectangle in the view's points; it reaches beyond the view where it covers it.
  var x: Double
  var y: Double
  var width: Double
  var height: Double

  /// The place of a picture of `size` in a view of `viewWidth` × `viewHeight` points, each of which is
  /// `scaleFactor` pixels.
  ///
  /// A picture that was decoded for this view is a rounding error away from its size: it is shown pixel
  /// for pixel, and at whole pixels, so that it stays sharp.
  init(
    size: PixelSize, viewWidth: Double, viewHeight: Double, scaleFactor: Double,
    contentMode: PixelSize.ContentMode
  ) {
    let viewWidth = viewWidth * scaleFactor
    let viewHeight = viewHeight * scaleFactor
    let horizontal = viewWidth / Double(size.width)
    let vertical = viewHeight / Double(size.height)
    let scale =
      switch contentMode {
      case .fit: min(horizontal, vertical)
      case .fill: max(horizontal, vertical)
      }
    var pixelWidth = Double(size.width) * scale
    var pixelHeight = Double(size.height) * scale
    if abs(pixelWidth - Double(size.width)) < 1, abs(pixelHeight - Double(size.height)) < 1 {
      pixelWidth = Double(size.width)
      pixelHeight = Double(size.height)
    }
    x = ((viewWidth - pixelWidth) / 2).rounded(.down) / scaleFactor
    y = ((viewHeight - pixelHeight) / 2).rounded(.down) / scaleFactor
    width = pixelWidth / scaleFactor
    height = pixelHeight / scaleFactor
  }
}
