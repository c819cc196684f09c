import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Maps URLSession's errors to the pipeline's.
enum URLSessionFailure {
  /// The code for a task that ended with `error`.
  ///
  /// As with `CurlFailure`, a connection that breaks is `.connect` before the answer's head and
  /// `.truncated` after it.
  static func code(for error: any Error, hasHead: Bool) -> ImagePipelineError.Code {
    guard let error = error as? URLError else { return hasHead ? .truncated : .connect }
    switch error.code {
    case .notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff, .callIsActive:
      return .offline
    case .cannotFindHost, .dnsLookupFailed:
      return .dns
    case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
      .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
      return .tls
    case .timedOut:
      return .timeout(.idle)
    case .httpTooManyRedirects:
      return .redirect(.limit)
    case .redirectToNonExistentLocation:
      return .redirect(.scheme)
    case .cannotDecodeContentData, .cannotDecodeRawData:
      return .decoding
    case .badURL:
      return .invalidURL
    case .unknown:
      return unknownCode(error.localizedDescription, hasHead: hasHead)
    default:
      return hasHead ? .truncated : .connect
    }
  }

  /// On Linux most errors are unknown ones, with libcurl's words.
  private static func unknownCode(_ text: String, hasHead: Bool) -> ImagePipelineError.Code {
    if ["SSL", "TLS", "certificate"].contains(where: text.contains) { return .tls }
    if ["unencoding", "content encoding"].contains(where: text.contains) { return .decoding }
    return hasHead ? .truncated : .connect
  }
}
