#if os(Linux)
import CCurl
import CLodeCurl
import Foundation

/// Owns an easy handle, and what must live as long as it is in use.
///
/// One for each request: connections and names are kept by the multi handle. libcurl before 8.1.1, which
/// is Debian 12's, reads freed memory where a handle is used again and an answer's head begins with a
/// folded line (curl's pull request 11103).
///
/// Not Sendable: it belongs to the thread that runs the transfers.
final class CurlEasy {
  let handle: UnsafeMutableRawPointer
  private let errorText: UnsafeMutablePointer<CChar>
  private var headerList: UnsafeMutablePointer<curl_slist>?

  init?() {
    guard let handle = curl_easy_init() else { return nil }
    self.handle = handle
    errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
    errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
  }

  deinit {
    curl_easy_cleanup(handle)
    curl_slist_free_all(headerList)
    errorText.deallocate()
  }

  /// Sets what a request for `hop` needs.
  func configure(
    for hop: RedirectHop, isSecure: Bool, limits: FetchLimits, configuration: NetworkConfiguration,
    trustStorePath: String?
  ) {
    // The fragment is not sent; libcurl would remove it as well.
    set(CURLOPT_URL, hop.url.absoluteString)
    clode_easy_set_pointer(handle, CURLOPT_ERRORBUFFER, errorText)
    set(CURLOPT_PROTOCOLS_STR, "http,https")
    // Signals belong to the program, not to a library's thread.
    set(CURLOPT_NOSIGNAL, 1)
    // Or the end of a transfer would wait for a name lookup that hangs, and with it all others.
    set(CURLOPT_QUICK_EXIT, 1)
    // Every coding libcurl was built with, undone by it.
    set(CURLOPT_ACCEPT_ENCODING, "")
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
    // The largest piece that a handler gets, and the most that is read after `suspend()`.
    set(CURLOPT_BUFFERSIZE, 65_536)
    // libcurl divides this among a host's addresses; the deadline itself is kept by FetchDeadlines.
    set(CURLOPT_CONNECTTIMEOUT_MS, max(1, limits.connectTimeout.wholeMilliseconds))
    if isSecure {
      // With a folder of authorities libcurl reads all of them anew for every connection; there is a file
      // with the same authorities, as a rule.
      if clode_default_trust_store() != nil { clode_easy_set_string(handle, CURLOPT_CAPATH, nil) }
      if let trustStorePath { set(CURLOPT_CAINFO, trustStorePath) }
    }
    set(CURLOPT_USERAGENT, configuration.userAgent)
    for (name, value) in hop.headers {
      // A field without a value is written with a semicolon; with a colon libcurl would remove it.
      append(header: value.isEmpty ? "\(name);" : "\(name): \(value)")
    }
    if let headerList { clode_easy_set_pointer(handle, CURLOPT_HTTPHEADER, headerList) }
  }

  /// What libcurl says about the failure.
  func failureText(_ result: CURLcode) -> String {
    let text = String(cString: errorText)
    return text.isEmpty ? String(cString: curl_easy_strerror(result)) : text
  }

  /// `errno` of the last connect, or 0.
  var systemError: Int32 {
    var value = 0
    clode_easy_get_long(handle, CURLINFO_OS_ERRNO, &value)
    return Int32(truncatingIfNeeded: value)
  }

  private func append(header: String) {
    // Without memory the list stays as it was.
    if let extended = curl_slist_append(headerList, header) { headerList = extended }
  }

  private func set(_ option: CURLoption, _ value: Int) {
    clode_easy_set_long(handle, option, value)
  }

  private func set(_ option: CURLoption, _ value: String) {
    clode_easy_set_string(handle, option, value)
  }
}

extension Duration {
  /// The duration in milliseconds, rounded up, within what a C `int` can hold.
  var wholeMilliseconds: Int {
    let (seconds, attoseconds) = components
    guard seconds < Int64(Int32.max / 1000) else { return Int(Int32.max) }
    return Int(seconds) * 1000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
#endif
