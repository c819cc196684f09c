#if canImport(Darwin)
import Foundation
import Security

extension URLSessionDriver {
  /// Stops reading, or goes on.
  func hold(_ task: URLSessionTask, _ isHeld: Bool) {
    if isHeld { task.suspend() } else { task.resume() }
  }

  /// Answers a question about a server's certificate, where there are additional trust roots; returns
  /// whether it did.
  func answerTrustChallenge(
    _ challenge: URLAuthenticationChallenge,
    _ completionHandler: (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) -> Bool {
    guard
      challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust,
      let trust = challenge.protectionSpace.serverTrust,
      !configuration.additionalTrustRoots.isEmpty
    else { return false }
    let anchors = configuration.additionalTrustRoots.flatMap(\.certificates)
    SecTrustSetAnchorCertificates(trust, anchors as CFArray)
    // The system's authorities are trusted as well.
    SecTrustSetAnchorCertificatesOnly(trust, false)
    if SecTrustEvaluateWithError(trust, nil) {
      completionHandler(.useCredential, URLCredential(trust: trust))
    } else {
      completionHandler(.performDefaultHandling, nil)
    }
    return true
  }
}

extension TrustRoot {
  fileprivate var certificates: [SecCertificate] {
    pem.components(separatedBy: "-----BEGIN CERTIFICATE-----").dropFirst().compactMap { part in
      let text = part.components(separatedBy: "-----END CERTIFICATE-----")[0]
      return Data(base64Encoded: text, options: .ignoreUnknownCharacters)
        .flatMap { SecCertificateCreateWithData(nil, $0 as CFData) }
    }
  }
}
#endif
