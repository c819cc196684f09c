public import LodeCore

/// A picture in memory: immutable pixels, ready to be shown.
///
/// The pixels are premultiplied RGBA, 8 bits a channel, in sRGB, rows from the top, with the EXIF
/// orientation applied. They can be handed to a toolkit without a copy: keep the image alive for as long
/// as the toolkit reads them.
///
/// A Sendable value in a class, so that its identity can be compared and its pixels are never copied.
public final class DecodedImage: Sendable {
  /// The size of the pixels.
  public let size: PixelSize

  /// The size the picture has in its file, upright; larger than `size` where it was scaled down.
  public let originalSize: PixelSize

  /// The distance from one row to the next.
  public let bytesPerRow: Int

  /// Whether every pixel is opaque.
  public let isOpaque: Bool

  private let pixels: PixelBuffer

  /// Takes over `pixels`.
  package init(
    pixels: consuming PixelBuffer, size: PixelSize, originalSize: PixelSize, bytesPerRow: Int,
    isOpaque: Bool
  ) {
    precondition(pixels.byteCount >= bytesPerRow * size.height && bytesPerRow >= size.width * 4)
    self.size = size
    self.originalSize = originalSize
    self.bytesPerRow = bytesPerRow
    self.isOpaque = isOpaque
    self.pixels = pixels
  }

  /// Makes a picture of `size` whose rows are written by `fill`, four bytes a pixel, without padding.
  ///
  /// - Complexity: O(*pixels*), and what `fill` takes.
  public convenience init(
    size: PixelSize, isOpaque: Bool = false, fill: (UnsafeMutableRawBufferPointer) -> Void
  ) {
    precondition(!size.isEmpty, "a picture has at least one pixel")
    let buffer = PixelBuffer(byteCount: size.width * size.height * 4)
    fill(buffer.bytes)
    self.init(
      pixels: buffer, size: size, originalSize: size, bytesPerRow: size.width * 4,
      isOpaque: isOpaque)
  }

  /// What the picture costs in memory.
  public var cost: ByteCount { ByteCount(bytesPerRow * size.height) }

  /// Whether `size` is smaller than the picture in its file.
  public var isScaledDown: Bool { size != originalSize }

  /// Calls `body` with the pixels; the pointer is valid for the duration of the call.
  public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows
    -> Result
  {
    try body(
      UnsafeRawBufferPointer(start: pixels.bytes.baseAddress, count: bytesPerRow * size.height))
  }

  /// The pixels, valid for as long as the image is alive.
  package var unsafeBytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: pixels.bytes.baseAddress, count: bytesPerRow * size.height)
  }
}

extension DecodedImage: Hashable {
  /// Two images are equal if they are the same object; pixels are not compared.
  public static func == (lhs: DecodedImage, rhs: DecodedImage) -> Bool { lhs === rhs }

  /// Hashes the object's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
