public import Foundation
public import LodeCodecs
import LodeCore

/// A decoder for tests that are not about pixels: text such as `picture 7` becomes a picture.
///
/// The picture is one pixel, whose colour is the number. Any other text is no picture.
public struct ScriptedDecoder: ImageDecoding {
  private let willDecode: @Sendable (Int) -> Void

  /// Creates a decoder.
  ///
  /// - Parameter willDecode: Called with a picture's number before it is decoded, on the thread that
  ///   decodes: a place to count, and to hold the decoding up.
  public init(willDecode: @escaping @Sendable (Int) -> Void = { _ in }) {
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
    return ImageHeader(format: .png, size: PixelSize(width: 1, height: 1))
  }

  public func decode(
    _ data: Data, options: DecodingOptions
  ) throws(ImageDecodingError) -> DecodedImage {
    guard try header(of: data) != nil else { throw .truncated }
    guard let number = UInt32(String(decoding: data.dropFirst(8), as: UTF8.self)) else {
      throw .damaged(reason: "no number")
    }
    willDecode(Int(number))
    return DecodedImage(size: PixelSize(width: 1, height: 1), isOpaque: true) {
      $0.storeBytes(of: number, as: UInt32.self)
    }
  }
}
