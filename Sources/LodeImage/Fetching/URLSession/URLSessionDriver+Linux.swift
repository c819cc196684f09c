#if os(Linux)
import Foundation
import FoundationNetworking

extension URLSessionDriver {
  /// Does nothing: on Linux a suspended task may still deliver all of its answer, so that what comes has to
  /// be held back here all the same.
  func hold(_ task: URLSessionTask, _ isHeld: Bool) {}

  /// Never answers: the system decides about certificates without asking.
  func answerTrustChallenge(
    _ challenge: URLAuthenticationChallenge,
    _ completionHandler: (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) -> Bool {
    false
  }
}
#endif
