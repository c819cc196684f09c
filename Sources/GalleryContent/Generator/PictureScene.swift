import LodeTesting

/// Something that can be painted, the same for the same seed.
protocol PictureScene: Sendable {
  /// Paints over the whole canvas. Every random choice comes from `generator`.
  func paint(_ canvas: borrowing Canvas, using generator: inout SeededGenerator)
}

extension PictureColor {
  /// The colour on the way to `other`, mixed as light: quick, for every pixel.
  func mixedLinearly(with other: PictureColor, _ amount: Float) -> PictureColor {
    PictureColor(
      red: red + (other.red - red) * amount, green: green + (other.green - green) * amount,
      blue: blue + (other.blue - blue) * amount)
  }

  /// The colour with some of another's light added.
  func adding(_ other: PictureColor, _ amount: Float) -> PictureColor {
    PictureColor(
      red: red + other.red * amount, green: green + other.green * amount,
      blue: blue + other.blue * amount)
  }
}
