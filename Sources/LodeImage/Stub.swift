public import Foundation
public import LodeCodecs
// replaced by the network branch
public struct URLFetcher: DataFetching {
  /// x
  public init() {}
  public func fetch(_ request: FetchRequest, handler: @escaping @Sendable (FetchEvent) -> Void) -> any FetchTask {
    struct T: FetchTask { func cancel() {}; func suspend() {}; func resume() {} }
    return T()
  }
}
/// x
public struct ImageDecoder: ImageDecoding {
  /// x
  public init() {}
  public func header(of data: Data) throws(ImageDecodingError) -> ImageHeader? { nil }
  public func decode(_ data: Data, options: DecodingOptions) throws(ImageDecodingError) -> DecodedImage { throw .truncated }
}
