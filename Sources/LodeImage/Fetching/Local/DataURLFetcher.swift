import Dispatch
import Foundation
import LodeCore

/// Reads `data:` URLs (RFC 2397), off the calling thread and in pieces of at most 64 KiB.
///
/// The response has the field `Content-Type` and no status. A URL that cannot be parsed is
/// `.invalidURL`; the cap on the size applies to the decoded bytes.
public struct DataURLFetcher: DataFetching {
  private let queue = DispatchQueue(label: "lode.fetch.data", attributes: .concurrent)

  /// Creates a fetcher.
  public init() {}

  /// Starts to decode a URL.
  public func fetch(
    _ request: FetchRequest, handler: @escaping @Sendable (FetchEvent) -> Void
  ) -> any FetchTask {
    ChunkPump(on: queue, handler: handler) { () throws(ImagePipelineError) in
      guard let content = DataURL(request.url.absoluteString) else {
        throw .fetch(.invalidURL, of: request, "“\(request.url.absoluteString.prefix(100))”")
      }
      guard content.data.count <= request.limits.maximumBodySize.bytes else {
        throw .fetch(.tooLarge(.bytes), of: request)
      }
      return DataSource(
        response: FetchResponse(
          url: request.url, headers: ["Content-Type": content.mediaType],
          expectedBodySize: ByteCount(content.data.count)),
        data: content.data)
    }
  }
}

private struct DataSource: ChunkSource {
  let response: FetchResponse
  let data: Data

  func chunk(at offset: Int) -> Data {
    Data(data.dropFirst(offset).prefix(ChunkPump.chunkSize))
  }
}
