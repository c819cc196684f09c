/// How pixels become a file.
public enum ImageEncoding: Hashable, Sendable {
  /// JPEG at a quality from 1 to 100; transparent pixels are laid over white.
  case jpeg(quality: Int)
  /// PNG, 8 bits a channel.
  case png
  /// Lossy WebP at a quality from 0 to 100.
  case webP(quality: Int)
  /// Lossless WebP. Colours of fully transparent pixels are not kept.
  case webPLossless
}
