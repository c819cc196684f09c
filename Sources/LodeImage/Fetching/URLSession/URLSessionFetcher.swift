import Dispatch
import Foundation
import LodeCore

/// Fetches http and https URLs through URLSession: what `URLFetcher` uses on Apple's platforms.
///
/// Redirects are followed by the same rules as `CurlFetcher`'s. There are no cookies, no cache and no
/// stored credentials. Handlers are called on one serial queue.
///
/// It compiles and runs on Linux as well, where it is for tests; there, use `CurlFetcher`. What differs:
///
/// - The connect deadline is not told from silence: it is the idle deadline that ends both.
/// - A suspended fetch holds back what the system still delivers, which on Linux is all of it.
/// - On Linux `additionalTrustRoots` cannot be honoured: their hosts fail with `.tls`. Errors of TLS and of
///   content codings are told from others by the text that the system gives.
/// - On Linux header lines that end with a bare LF are refused, and two `Location` fields are not noticed.
public final class URLSessionFetcher: DataFetching {
  private let driver: URLSessionDriver

  /// Creates a fetcher with a session of its own.
  public init(_ configuration: NetworkConfiguration = NetworkConfiguration()) {
    driver = URLSessionDriver(configuration)
  }

  deinit {
    driver.close()
  }

  /// Starts a fetch. A URL that is not http or https fails before this returns.
  public func fetch(
    _ request: FetchRequest, handler: @escaping @Sendable (FetchEvent) -> Void
  ) -> any FetchTask {
    if let fault = request.networkFault {
      handler(.failed(fault))
      return EndedFetchTask()
    }
    let task = URLSessionFetchTask(driver)
    driver.start(request, task, handler)
    return task
  }
}

/// A fetch by `URLSessionFetcher`, as its client holds it.
final class URLSessionFetchTask: FetchTask {
  private let driver: URLSessionDriver
  private let cancelled = Locked(false)

  init(_ driver: URLSessionDriver) {
    self.driver = driver
  }

  var isCancelled: Bool { cancelled.withLock { $0 } }

  func cancel() {
    cancelled.withLock { $0 = true }
    // On the driver's queue: the system's `cancel` waits for its own queue, and a deadlock is the end
    // of that where it is called from a task's cancellation handler.
    driver.cancel(self)
  }

  func suspend() {
    driver.setSuspended(true, self)
  }

  func resume() {
    driver.setSuspended(false, self)
  }
}
