import Foundation

/// Fetches any URL that a picture may have: `http:` and `https:` from the network, `file:`, `data:`.
///
/// The default of a pipeline. The network is reached by libcurl on Linux and by URLSession elsewhere.
/// Fetchers for other schemes, or in place of these, are given by scheme:
///
///     let fetcher = URLFetcher(additional: ["asset": MyAssetFetcher()])
///
/// A URL without a scheme, or whose scheme has no fetcher, fails at once with `.invalidURL` or
/// `.unsupportedScheme`.
public struct URLFetcher: DataFetching {
  private let fetchers: [String: any DataFetching]

  /// Creates a fetcher.
  ///
  /// - Parameters:
  ///   - network: How the network is used.
  ///   - additional: More fetchers, by the scheme they are for; they come before the built-in ones.
  public init(
    network: NetworkConfiguration = NetworkConfiguration(),
    additional: [String: any DataFetching] = [:]
  ) {
    let networkFetcher = makeNetworkFetcher(network)
    var fetchers: [String: any DataFetching] = [
      "http": networkFetcher, "https": networkFetcher, "file": FileFetcher(),
      "data": DataURLFetcher(),
    ]
    for (scheme, fetcher) in additional { fetchers[scheme.lowercased()] = fetcher }
    self.fetchers = fetchers
  }

  /// Has the fetcher for the URL's scheme start.
  public func fetch(
    _ request: FetchRequest, handler: @escaping @Sendable (FetchEvent) -> Void
  ) -> any FetchTask {
    guard let scheme = request.url.scheme?.lowercased() else {
      return fail(.invalidURL, request, "“\(request.url)” has no scheme", handler)
    }
    guard let fetcher = fetchers[scheme] else {
      return fail(.unsupportedScheme(scheme), request, nil, handler)
    }
    return fetcher.fetch(request, handler: handler)
  }

  private func fail(
    _ code: ImagePipelineError.Code, _ request: FetchRequest, _ underlying: String?,
    _ handler: @Sendable (FetchEvent) -> Void
  ) -> any FetchTask {
    handler(.failed(.fetch(code, of: request, underlying)))
    return EndedFetchTask()
  }
}

/// A fetch that was over before it began.
struct EndedFetchTask: FetchTask {
  func cancel() {}
  func suspend() {}
  func resume() {}
}
