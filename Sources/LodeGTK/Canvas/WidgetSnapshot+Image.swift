public import LodeCodecs

extension WidgetSnapshot {
  /// The picture as the codecs take it, over the window's own ground: opaque.
  ///
  /// - Complexity: O(*pixels*).
  public func makeImage() -> DecodedImage {
    unsafe DecodedImage(size: size, isOpaque: true) { target in
      for offset in stride(from: 0, to: pixels.count, by: 4) {
        unsafe target[offset] = pixels[offset + 2]
        unsafe target[offset + 1] = pixels[offset + 1]
        unsafe target[offset + 2] = pixels[offset]
        unsafe target[offset + 3] = 255
      }
    }
  }
}
