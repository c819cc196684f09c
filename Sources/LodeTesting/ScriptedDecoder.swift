public import Foundation
public import LodeCodecs
import LodeCore

/// A decoder for tests that are not about pixels: text such as `picture 7` becomes a picture.
///
/// Its pixels have the number for a colour, and it is scaled down as asked. Any other text is no picture.
public struct ScriptedDecoder: ImageDecoding {
  private let pictureSize: PixelSize
  private let willDecode: @Sendable (Int) -> Void

  /// Creates a decoder.
  ///
  /// - Parameters:
  ///   - pictureSize: The size of every picture in its file.
  ///   - willDecode: Called with a picture's number before it is decoded, on the thread that decodes: a
  ///     place to count, and to hold the decoding up.
  public init(
    pictureSize: PixelSize = PixelSize(width: 1, height: 1),
    willDecode: @escaping @Sendable (Int) -> Void = { _ in }
  ) {
    self.pictureSize = pictureSize
    self.willDecode = willDecode
  }

  /// The bytes that become picture `number`.
  public static func data(_ number: Int) -> Data { Data("picture \(number)".utf8) }

  /// The number of a picture that this decoder made.
  public static func number(of image: DecodedImage) -> Int {
    image.withUnsafeBytes { Int($0.loadUnaligned(as: UInt32.self)) }
  }

  public func header(of data: Data) throws(ImageDecodingError) -> ImageHeader? {
    let prefix = Data("picture ".utf8)
    if data.count < prefix.count, prefix.starts(with: data) { return nil }
    guard data.starts(with: prefix) else {
      let text = String(decoding: data.prefix(80), as: UTF8.self)
      throw .notAnImage(kind: "text", firstWords: text)
    }
    return ImageHeader(format: .png, size: pictureSize)
  }

  public func decode(
    _ data: Data, options: DecodingOptions
  ) throws(ImageDecodingError) -> DecodedImage {
    guard try header(of: data) != nil else { throw .truncated }
    guard let number = UInt32(String(decoding: data.dropFirst(8), as: UTF8.self)) else {
      throw .damaged(reason: "no number")
    }
    willDecode(Int(number))
    let size =
      options.targetSize.map {
        pictureSize.scaledDown(to: $0, contentMode: options.contentMode)
      } ?? pictureSize
    let pixels = PixelBuffer(byteCount: size.width * size.height * 4)
    pixels.bytes.bindMemory(to: UInt32.self).initialize(repeating: number)
    return DecodedImage(
      pixels: pixels, size: size, originalSize: pictureSize, bytesPerRow: size.width * 4,
      isOpaque: true)
  }
}
