/// Operations on pixels of four bytes, RGBA.
enum PixelRow {
  /// Multiplies colours by their alpha, in place, rounding to nearest.
  ///
  /// - Returns: Whether every pixel is opaque.
  static func premultiply(_ pixels: UnsafeMutableRawPointer, count: Int) -> Bool {
    var isOpaque = true
    var pixel = pixels
    let end = pixels + count * 4
    while pixel < end {
      let value = UInt32(littleEndian: pixel.loadUnaligned(as: UInt32.self))
      let alpha = value &>> 24
      if alpha != 255 {
        isOpaque = false
        // Two channels share one multiplication; (x + x/256 + 128) / 256 is x / 255, rounded.
        var redBlue = (value & 0x00FF_00FF) &* alpha &+ 0x0080_0080
        redBlue = (redBlue &+ (redBlue &>> 8 & 0x00FF_00FF)) &>> 8 & 0x00FF_00FF
        var green = (value &>> 8 & 0xFF) &* alpha &+ 0x80
        green = (green &+ green &>> 8) &>> 8
        let result = redBlue | green &<< 8 | alpha &<< 24
        pixel.storeBytes(of: UInt32(littleEndian: result), as: UInt32.self)
      }
      pixel += 4
    }
    return isOpaque
  }

  /// Divides colours by their alpha, rounding to nearest; a transparent pixel becomes zero.
  static func unpremultiply(
    _ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, count: Int
  ) {
    for index in 0..<count {
      let value = UInt32(
        littleEndian: source.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self))
      let alpha = value &>> 24
      var result = value
      if alpha == 0 {
        result = 0
      } else if alpha < 255 {
        let half = alpha / 2
        let red = ((value & 0xFF) * 255 + half) / alpha
        let green = ((value &>> 8 & 0xFF) * 255 + half) / alpha
        let blue = ((value &>> 16 & 0xFF) * 255 + half) / alpha
        result =
          min(red, 255) | min(green, 255) &<< 8 | min(blue, 255) &<< 16 | alpha &<< 24
      }
      target.storeBytes(
        of: UInt32(littleEndian: result), toByteOffset: index * 4, as: UInt32.self)
    }
  }

  /// Lays premultiplied colours over white.
  static func flatten(
    _ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, count: Int
  ) {
    for index in 0..<count {
      let value = UInt32(
        littleEndian: source.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self))
      // No colour exceeds its alpha, so no channel carries into the next.
      let paper = 255 - value &>> 24
      let result = value &+ (paper | paper &<< 8 | paper &<< 16) | 0xFF00_0000
      target.storeBytes(
        of: UInt32(littleEndian: result), toByteOffset: index * 4, as: UInt32.self)
    }
  }
}
