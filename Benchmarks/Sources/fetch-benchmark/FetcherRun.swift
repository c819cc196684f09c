import Dispatch
import Foundation
import LodeImage
import Synchronization

/// Fetches all URLs by one `CurlFetcher`, a few at once.
final class FetcherRun: Sendable {
  private struct Progress {
    var next = 0
    var left: Int
    var failure: ImagePipelineError?
  }

  private let urls: [URL]
  private let parallelCount: Int
  private let fetcher = CurlFetcher()

  init(urls: [URL], parallelCount: Int) {
    self.urls = urls
    self.parallelCount = parallelCount
  }

  func run() throws -> Measurement {
    let round = Round(urls: urls, fetcher: fetcher)
    let measurement = Measurement.of(.thisProcess) { round.run(parallelCount) }
    if let failure = round.failure { throw failure }
    return measurement
  }

  /// One pass over all URLs.
  private final class Round: Sendable {
    private let urls: [URL]
    private let fetcher: CurlFetcher
    private let progress: Mutex<Progress>
    private let isOver = DispatchSemaphore(value: 0)

    init(urls: [URL], fetcher: CurlFetcher) {
      self.urls = urls
      self.fetcher = fetcher
      progress = Mutex(Progress(left: urls.count))
    }

    var failure: ImagePipelineError? { progress.withLock { $0.failure } }

    func run(_ parallelCount: Int) {
      for _ in 0..<parallelCount { startNext() }
      isOver.wait()
    }

    private func startNext() {
      let index = progress.withLock { progress -> Int? in
        guard progress.next < urls.count else { return nil }
        defer { progress.next += 1 }
        return progress.next
      }
      guard let index else { return }
      _ = fetcher.fetch(FetchRequest(url: urls[index])) { [self] event in
        switch event {
        case .response, .body: break
        case .finished: end(nil)
        case .failed(let error): end(error)
        }
      }
    }

    private func end(_ error: ImagePipelineError?) {
      let isLast = progress.withLock { progress in
        if let error { progress.failure = error }
        progress.left -= 1
        return progress.left == 0
      }
      if isLast { isOver.signal() } else { startNext() }
    }
  }
}
