import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// All of these are called on the driver's queue.
extension URLSessionDriver: URLSessionDataDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping (URLRequest?) -> Void
  ) {
    guard let transfer = transfer(of: task) else { return completionHandler(nil) }
    // The system's idea of the next request is not used: it takes all fields along.
    let next = transfer.redirect(response).map { self.request(for: $0) }
    completionHandler(next)
    if transfer.isOver { stop(transfer) }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    // Linux ignores the disposition.
    completionHandler(.allow)
    guard let transfer = transfer(of: dataTask), let response = response as? HTTPURLResponse else {
      return
    }
    if case .stop = transfer.receive(response) { stop(transfer) }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    guard let transfer = transfer(of: dataTask) else { return }
    if case .stop = transfer.receive(data) { stop(transfer) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    guard let transfer = transfer(of: task) else { return }
    transfer.complete(error)
    // The rest of a suspended fetch waits for its client.
    if !transfer.isSuspended { remove(transfer) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    if answerTrustChallenge(challenge, completionHandler) { return }
    guard
      let transfer = transfer(of: task),
      let response = challenge.failureResponse as? HTTPURLResponse
    else { return completionHandler(.performDefaultHandling, nil) }
    // Linux would wait for ever for somebody to answer.
    transfer.receiveRefusal(response)
    completionHandler(.cancelAuthenticationChallenge, nil)
    stop(transfer)
  }
}
