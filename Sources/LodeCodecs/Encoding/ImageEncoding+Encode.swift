#if os(Linux)
import CLodeCodecs
public import Foundation

extension ImageEncoding {
  /// Writes a picture as a file.
  ///
  /// The file holds no metadata; its samples are sRGB.
  ///
  /// - Complexity: O(*pixels*); a copy of the pixels is held meanwhile.
  public func encode(_ image: DecodedImage) throws(ImageEncodingError) -> Data {
    let size = image.size
    guard max(size.width, size.height) <= maximumSide else {
      throw .tooLarge(size, maximumSide: maximumSide)
    }
    let rows = straightRows(of: image)
    let stride = size.width * 4
    let pixels = UnsafePointer(rows.bytes.assumingMemoryBound(to: UInt8.self).baseAddress)
    var output = clode_output()
    let failure =
      switch self {
      case .jpeg(let quality):
        clode_jpeg_encode(
          pixels, stride, clode_size(size), Int32(min(max(quality, 1), 100)), &output)
      case .png:
        clode_png_encode(pixels, stride, clode_size(size), !image.isOpaque, &output)
      case .webP(let quality):
        clode_webp_encode(
          pixels, stride, clode_size(size), Int32(min(max(quality, 0), 100)), false, &output)
      case .webPLossless:
        clode_webp_encode(pixels, stride, clode_size(size), 0, true, &output)
      }
    if let failure { throw .failed(reason: String(cString: failure)) }
    guard let bytes = output.bytes, let release = output.release else {
      throw .failed(reason: "the encoder wrote nothing")
    }
    return Data(
      bytesNoCopy: bytes, count: output.count, deallocator: .custom { bytes, _ in release(bytes) })
  }

  /// The largest side that the format's headers, or its library, can express.
  private var maximumSide: Int {
    switch self {
    case .jpeg: 65_500
    case .png: 1_000_000
    case .webP, .webPLossless: 16_383
    }
  }

  /// The picture as the encoders take it: straight RGBA, or colours over white, without padding.
  private func straightRows(of image: DecodedImage) -> PixelBuffer {
    let (width, height) = (image.size.width, image.size.height)
    let rows = PixelBuffer(byteCount: width * height * 4)
    image.withUnsafeBytes { source in
      for y in 0..<height {
        let from = source.baseAddress! + y * image.bytesPerRow
        let to = rows.bytes.baseAddress! + y * width * 4
        if image.isOpaque {
          to.copyMemory(from: from, byteCount: width * 4)
        } else if case .jpeg = self {
          PixelRow.flatten(from, to: to, count: width)
        } else {
          PixelRow.unpremultiply(from, to: to, count: width)
        }
      }
    }
    return rows
  }
}
#endif
