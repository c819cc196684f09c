public import LodeCodecs
import LodeCore

/// Turns requests into pictures: memory cache, fetch, check, decode, store.
public final class ImagePipeline: Sendable {
  /// Creates a pipeline.
  public init(_ configuration: Configuration = Configuration()) {}

  /// What a pipeline is made of. A value; a pipeline keeps the copy it was made with.
  public struct Configuration: Sendable {
    /// Gets the bytes of `http:`, `https:`, `file:` and `data:` URLs.
    public var fetcher: any DataFetching

    /// Turns them into pixels.
    public var decoder: any ImageDecoding

    /// Keeps decoded pictures.
    public var memoryCache: (any ImageCaching)?

    /// Deadlines and caps of each fetch.
    public var fetchLimits = FetchLimits.default

    /// What is refused by its header.
    public var imageLimits = ImageLimits.default

    /// The most fetches at once.
    public var maximumFetchCount = 64

    /// The most fetches at once from one host.
    public var maximumFetchCountPerHost = 6

    /// Creates a configuration with the defaults.
    public init() { fatalError() }
  }
}
