public import LodeCodecs

/// Keeps decoded pictures in memory.
///
/// For implementers: all functions are called from any thread, also from the main one, and return at
/// once: no I/O, no waiting.
public protocol ImageCaching: Sendable {
  /// The picture for `key`, or `nil`.
  func image(for key: ImageCacheKey) -> DecodedImage?

  /// Keeps `image` under `key`, for as long as there is room.
  func store(_ image: DecodedImage, for key: ImageCacheKey)

  /// Forgets the picture for `key`.
  func removeImage(for key: ImageCacheKey)

  /// Forgets everything.
  func removeAll()
}

/// The name of a decoded picture in a cache: URL, header fields, target size and content mode.
public struct ImageCacheKey: Hashable, Sendable {
  package let imageKey: ImageKey

  /// The key under which the answer to `request` is kept.
  public init(_ request: ImageRequest) {
    imageKey = request.imageKey
  }

  package init(_ imageKey: ImageKey) {
    self.imageKey = imageKey
  }
}
