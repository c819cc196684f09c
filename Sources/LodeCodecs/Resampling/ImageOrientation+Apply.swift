extension ImageOrientation {
  /// Copies rows as they are stored to rows as they are seen. Neither has padding.
  ///
  /// - Parameter size: The size as stored.
  func apply(
    _ source: UnsafeRawPointer, size: PixelSize, to target: UnsafeMutableRawPointer
  ) {
    let (width, height) = (size.width, size.height)
    // Where the stored pixel (0, 0) goes, and how far a step to the right and one down lead.
    let (origin, right, down) =
      switch self {
      case .upright: (0, 1, width)
      case .mirrored: (width - 1, -1, width)
      case .rotatedHalf: (width * height - 1, -1, -width)
      case .flipped: (width * (height - 1), 1, -width)
      case .transposed: (0, height, 1)
      case .rotatedRight: (height - 1, height, -1)
      case .transversed: (width * height - 1, -height, -1)
      case .rotatedLeft: (height * (width - 1), -height, 1)
      }
    var read = source
    for y in 0..<height {
      var write = target + (origin + y * down) * 4
      var x = 0
      while x < width {
        write.storeBytes(of: read.loadUnaligned(as: UInt32.self), as: UInt32.self)
        read += 4
        write += right * 4
        x &+= 1
      }
    }
  }
}
