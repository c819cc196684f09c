#if os(Linux)
import Foundation
import FoundationNetworking

extension URLSessionDriver {
  /// Does nothing: a task that is suspended while its answer ends may never say so on Linux. What comes is
  /// held back until the fetch goes on.
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
