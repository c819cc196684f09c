#if os(Linux)
/// The fetcher for http and https on this platform.
func makeNetworkFetcher(_ configuration: NetworkConfiguration) -> any DataFetching {
  CurlFetcher(configuration)
}
#endif
