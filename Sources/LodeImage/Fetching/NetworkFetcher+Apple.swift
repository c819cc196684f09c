#if canImport(Darwin)
/// The fetcher for http and https on this platform.
func makeNetworkFetcher(_ configuration: NetworkConfiguration) -> any DataFetching {
  URLSessionFetcher(configuration)
}
#endif
