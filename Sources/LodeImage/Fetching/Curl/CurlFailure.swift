#if os(Linux)
package import CCurl
import Glibc

/// Maps libcurl's results to the pipeline's errors.
package enum CurlFailure {
  /// The code for a transfer that ended with `result`.
  ///
  /// A connection that breaks is `.connect` before the answer's head is complete and `.truncated`
  /// after it; so is an answer that breaks the rules of HTTP.
  ///
  /// - Parameters:
  ///   - systemError: `errno` of the last connect, or 0.
  ///   - hasHead: Whether the head of the answer was complete.
  package static func code(
    for result: CURLcode, systemError: Int32, hasHead: Bool
  ) -> ImagePipelineError.Code {
    switch result {
    case CURLE_URL_MALFORMAT: .invalidURL
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .dns
    case CURLE_COULDNT_CONNECT:
      [ENETUNREACH, ENETDOWN, EHOSTUNREACH].contains(systemError) ? .offline : .connect
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM,
      CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CRL_BADFILE,
      CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_ENGINE_INITFAILED,
      CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT,
      CURLE_USE_SSL_FAILED:
      .tls
    case CURLE_OPERATION_TIMEDOUT: .timeout(.connect)
    case CURLE_FILESIZE_EXCEEDED: .tooLarge(.bytes)
    // What is not our own refusal of bytes is a decoder's of libcurl that could not go on.
    case CURLE_BAD_CONTENT_ENCODING, CURLE_WRITE_ERROR: .decoding
    default: hasHead ? .truncated : .connect
    }
  }
}
#endif
