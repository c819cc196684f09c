#if os(Linux)
import CCurl
import CLodeCurl
import Glibc

extension CurlTransfer {
  /// Has libcurl report to this transfer while `easy` is in the multi handle.
  ///
  /// The transfer is passed unretained: the driver holds it for as long as the handle is added.
  nonisolated func connect(to easy: CurlEasy) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    clode_easy_on_header(
      easy.handle,
      { bytes, size, count, context in
        let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
        return CurlTransfer.from(context).receive(headerLine: line).result(for: line.count)
      }, context)
    clode_easy_on_body(
      easy.handle,
      { bytes, size, count, context in
        let body = UnsafeRawBufferPointer(start: bytes, count: size * count)
        return CurlTransfer.from(context).receive(body: body).result(for: body.count)
      }, context)
    clode_easy_on_socket(
      easy.handle,
      { _, socket, _ in
        // A program that the app starts must not inherit the connection.
        _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
        return Int32(CURL_SOCKOPT_OK)
      }, context)
    clode_easy_on_request(
      easy.handle,
      { context, _, _, _, _ in
        CurlTransfer.from(context).requested()
        return Int32(CURL_PREREQFUNC_OK)
      }, context)
  }

  private static func from(_ context: UnsafeMutableRawPointer?) -> CurlTransfer {
    Unmanaged<CurlTransfer>.fromOpaque(context!).takeUnretainedValue()
  }
}

extension CurlTransfer.Verdict {
  /// What a callback returns for `count` bytes.
  fileprivate func result(for count: Int) -> Int {
    switch self {
    case .take: count
    case .pause: Int(CURL_WRITEFUNC_PAUSE)
    // Any other number than `count` makes libcurl end the transfer; there are no more than 64 KiB.
    case .refuse: count == 0 ? 1 : 0
    }
  }
}
#endif
