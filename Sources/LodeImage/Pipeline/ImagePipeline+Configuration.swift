import Foundation
public import LodeCodecs
public import LodeCore

extension ImagePipeline {
  /// What a pipeline is made of. A value; a pipeline keeps the copy it was made with.
  public struct Configuration: Sendable {
    /// Gets the bytes of a URL. Default: http and https over the network, `file:` and `data:`.
    public var fetcher: any DataFetching

    /// Turns bytes into pixels. Default: JPEG, PNG and WebP.
    public var decoder: any ImageDecoding

    /// Keeps decoded pictures; `nil` keeps none. Default: an eighth of the machine's memory, at most
    /// 512 MiB.
    public var memoryCache: (any ImageCaching)?

    /// The deadlines and caps of each fetch.
    public var fetchLimits = FetchLimits.default

    /// What is refused by its header.
    public var imageLimits = ImageLimits.default

    /// The most fetches at once. Default: 64.
    public var maximumFetchCount = 64

    /// The most fetches at once from one host. Default: 6, as browsers do for HTTP/1.1.
    public var maximumFetchCountPerHost = 6

    /// The most pictures that are decoded at once. Default: one per processor.
    public var maximumDecodingCount = ProcessInfo.processInfo.activeProcessorCount

    /// The most bytes that may have been received and wait to be decoded before senders are held up.
    /// Default: 128 MiB.
    public var bufferedBodyLimit = ByteCount.mebibytes(128)

    /// Creates a configuration with the defaults, and a memory cache of its own.
    public init() {
      fetcher = URLFetcher()
      decoder = ImageDecoder()
      memoryCache = MemoryImageCache()
    }

    var limits: PipelineStateMachine.Limits {
      PipelineStateMachine.Limits(
        fetches: max(1, maximumFetchCount), fetchesPerHost: max(1, maximumFetchCountPerHost),
        decodings: max(1, maximumDecodingCount), bufferedBytes: bufferedBodyLimit)
    }
  }
}
