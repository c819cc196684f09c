public import LodeCore

/// Why a picture did not become a file.
public enum ImageEncodingError: Error, Hashable, Sendable {
  /// The format, or its library, has no room for a side this long; scale the picture down first.
  case tooLarge(PixelSize, maximumSide: Int)
  /// The encoder gave up; `reason` is its own. Memory was short, as a rule.
  case failed(reason: String)
}
