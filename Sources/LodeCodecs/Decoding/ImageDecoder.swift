#if os(Linux)
public import Foundation

/// Decodes JPEG, PNG and WebP, told apart by content.
///
/// A picture is decoded at no more than the size that is asked for: JPEG and WebP are scaled while they
/// are decoded, PNG while its rows arrive, and a Lanczos filter does the rest. A scaled decode of a file
/// that is neither progressive, interlaced, lossless WebP nor WebP with transparency holds a few
/// megabytes, whatever the picture's size.
///
/// Exif orientation is applied to JPEG. Colour profiles are not applied: samples are taken for sRGB. Of
/// an animation the first frame is decoded. A file that ends early is an error, not a partial picture.
///
/// A Sendable value without state; use one from any number of threads.
public struct ImageDecoder: ImageDecoding {
  /// Creates a decoder.
  public init() {}

  /// Reads a picture's dimensions without decoding it; see `ImageDecoding`.
  public func header(of data: Data) throws(ImageDecodingError) -> ImageHeader? {
    let result = data.withUnsafeBytes { bytes in
      Result { () throws(ImageDecodingError) in
        try ImageDecoder.header(of: FileBytes(bytes))
      }
    }
    return try result.get()
  }

  /// Decodes a picture, upright, scaled down as `options` ask; see `ImageDecoding`.
  public func decode(_ data: Data, options: DecodingOptions) throws(ImageDecodingError)
    -> DecodedImage
  {
    let result = data.withUnsafeBytes { bytes in
      Result { () throws(ImageDecodingError) in
        try ImageDecoder.decode(bytes, options: options)
      }
    }
    return try result.get()
  }

  private static func header(of bytes: FileBytes) throws(ImageDecodingError) -> ImageHeader? {
    guard let format = try format(of: bytes, isWhole: false) else { return nil }
    let size =
      switch format {
      case .jpeg: try JPEGHeader(bytes)?.size
      case .png: try PNGHeader(bytes)?.size
      default: try WebPHeader(bytes)?.size
      }
    return size.map { ImageHeader(format: format, size: $0) }
  }

  private static func decode(_ bytes: UnsafeRawBufferPointer, options: DecodingOptions)
    throws(ImageDecodingError) -> DecodedImage
  {
    guard let format = try format(of: FileBytes(bytes), isWhole: true) else { throw .truncated }
    return switch format {
    case .jpeg: try JPEGDecoder.decode(bytes, options: options)
    case .png: try PNGDecoder.decode(bytes, options: options)
    default: try WebPDecoder.decode(bytes, options: options)
    }
  }

  private static func format(of bytes: FileBytes, isWhole: Bool) throws(ImageDecodingError)
    -> ImageFormat?
  {
    switch ContentSniffer.content(of: bytes, isWhole: isWhole) {
    case .image(let format): return format
    case .unsupportedImage(let name): throw .unsupportedFormat(name)
    case .other(let kind, let firstWords): throw .notAnImage(kind: kind, firstWords: firstWords)
    case .undecided: return nil
    }
  }
}
#endif
