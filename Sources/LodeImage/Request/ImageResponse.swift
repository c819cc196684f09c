public import LodeCodecs

/// A picture, and where it came from.
public struct ImageResponse: Hashable, Sendable {
  /// The picture.
  public var image: DecodedImage

  /// The request it answers.
  public var request: ImageRequest

  /// Where it came from.
  public var source: Source

  /// Creates a response.
  public init(image: DecodedImage, request: ImageRequest, source: Source) {
    self.image = image
    self.request = request
    self.source = source
  }

  /// Where a picture came from.
  public enum Source: String, Hashable, Sendable {
    /// The memory cache: nobody waited.
    case memory
    /// The network.
    case network
    /// A `file:` or `data:` URL.
    case local
  }
}
