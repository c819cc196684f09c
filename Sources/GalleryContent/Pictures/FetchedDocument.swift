import Foundation
import LodeCore
import LodeImage

/// A document from the web, whole.
struct FetchedDocument: Sendable {
  /// Where it came from, after redirects.
  var url: URL
  var data: Data

  /// Whether it begins like text. The media type is not asked: servers get it wrong.
  var isText: Bool {
    let beginning = data.prefix(512)
    return !beginning.contains { $0 == 0 || $0 == 0xFF }
      && beginning.contains { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "{") }
      && !FeedParser.looksLikePicture(beginning)
  }
}

extension DataFetching {
  /// Gets a whole document. Cancelled with the task that waits for it.
  func document(
    at url: URL, maximumSize: ByteCount
  ) async throws(ImagePipelineError) -> FetchedDocument {
    let limits = FetchLimits(maximumBodySize: maximumSize)
    let headers = [
      "Accept": "application/feed+json, application/rss+xml, application/atom+xml, */*"
    ]
    let (events, feed) = AsyncStream<FetchEvent>.makeStream()
    let task = fetch(FetchRequest(url: url, headers: headers, limits: limits)) { event in
      feed.yield(event)
      switch event {
      case .finished, .failed: feed.finish()
      case .response, .body: break
      }
    }
    // The stream ends with the task that reads it, and then the fetch has to end as well.
    defer { task.cancel() }
    var document = FetchedDocument(url: url, data: Data())
    for await event in events {
      switch event {
      case .response(let response):
        if let status = response.status, !(200...299).contains(status) {
          throw ImagePipelineError(.status(status), stage: .fetch, url: url)
        }
        document.url = response.url
      case .body(let data): document.data.append(data)
      case .failed(let error): throw error
      case .finished: return document
      }
    }
    throw ImagePipelineError(.cancelled, stage: .fetch, url: url)
  }
}
