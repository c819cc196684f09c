public import Foundation
public import LodeCore

/// Turns the bytes of a file into pixels.
///
/// For implementers: both functions are called off the main thread, from several threads at once, with
/// whatever a server sent. They must end, must not crash, and must not allocate by a size that the
/// bytes claim before `limits` has been checked against it.
public protocol ImageDecoding: Sendable {
  /// Reads a picture's dimensions without decoding it.
  ///
  /// - Parameter data: A file, or its beginning.
  /// - Returns: The header, or `nil` where `data` is too short to tell.
  /// - Throws: `.notAnImage` or `.unsupportedFormat` as soon as that is certain; `.damaged`.
  func header(of data: Data) throws(ImageDecodingError) -> ImageHeader?

  /// Decodes a picture, upright, scaled down as `options` ask.
  ///
  /// The header is read first, and a picture over the limits is refused before any pixel is allocated.
  func decode(_ data: Data, options: DecodingOptions) throws(ImageDecodingError) -> DecodedImage
}

/// What the first bytes of a file say about its picture.
public struct ImageHeader: Hashable, Sendable {
  /// The file's format.
  public var format: ImageFormat

  /// The picture's size, upright: sides are swapped already where the orientation asks for it.
  public var size: PixelSize

  /// Creates a header.
  public init(format: ImageFormat, size: PixelSize) {
    self.format = format
    self.size = size
  }
}

/// How a picture is decoded.
public struct DecodingOptions: Hashable, Sendable {
  /// The area the picture is for, in pixels; `nil` decodes it at its own size.
  public var targetSize: PixelSize?

  /// Whether the result is just large enough to fit into `targetSize` or to cover it.
  public var contentMode: PixelSize.ContentMode

  /// What is refused.
  public var limits: ImageLimits

  /// Creates options.
  public init(
    targetSize: PixelSize? = nil, contentMode: PixelSize.ContentMode = .fit,
    limits: ImageLimits = .default
  ) {
    self.targetSize = targetSize
    self.contentMode = contentMode
    self.limits = limits
  }
}

/// What a picture may cost before it is refused.
public struct ImageLimits: Hashable, Sendable {
  /// The most pixels a picture may have in its file.
  public var maximumPixelCount: Int

  /// Creates limits.
  public init(maximumPixelCount: Int) {
    self.maximumPixelCount = maximumPixelCount
  }

  /// 60 million pixels, some 240 MB decoded at full size.
  public static let `default` = ImageLimits(maximumPixelCount: 60_000_000)
}

/// Why bytes did not become a picture.
public enum ImageDecodingError: Error, Hashable, Sendable {
  /// The bytes are something else: a web page, JSON, text. `firstWords` is the beginning of that text,
  /// at most 80 characters, or empty where it is none.
  case notAnImage(kind: String, firstWords: String)
  /// The bytes are a picture in a format that no decoder knows.
  case unsupportedFormat(String)
  /// The file ends before the picture does.
  case truncated
  /// The file says it has more pixels than the limits allow. It was refused by its header.
  case tooManyPixels(PixelSize, limit: Int)
  /// The file contradicts its format; `reason` is the codec's.
  case damaged(reason: String)
}
