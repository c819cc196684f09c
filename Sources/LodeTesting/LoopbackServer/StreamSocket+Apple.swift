#if canImport(Darwin)
import Darwin

/// The calls whose constants differ between the systems. No descriptor blocks, and none is inherited
/// by a program that is started.
enum StreamSocket {
  static func make() -> Int32 {
    prepared(socket(AF_INET, SOCK_STREAM, 0))
  }

  static func accept(from listener: Int32) -> Int32 {
    prepared(Darwin.accept(listener, nil, nil))
  }

  static func makePipe(_ ends: inout [Int32]) -> Bool {
    guard pipe(&ends) == 0 else { return false }
    for end in ends { setFlags(end) }
    return true
  }

  /// Sends; the signal that a closed connection would raise is turned off for the socket.
  static func send(_ bytes: UnsafeRawBufferPointer, to socket: Int32) -> Int {
    Darwin.send(socket, bytes.baseAddress, bytes.count, 0)
  }

  static let noDelay = (level: IPPROTO_TCP, option: TCP_NODELAY)

  private static func prepared(_ socket: Int32) -> Int32 {
    guard socket >= 0 else { return socket }
    setFlags(socket)
    var on: Int32 = 1
    setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    return socket
  }

  private static func setFlags(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }
}
#endif
