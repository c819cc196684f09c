#if os(Linux)
import Foundation
import FoundationNetworking

extension URLSessionDriver {
  /// Never answers: the system decides about certificates without asking.
  func answerTrustChallenge(
    _ challenge: URLAuthenticationChallenge,
    _ completionHandler: (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) -> Bool {
    false
  }
}
#endif
