#if os(Linux)
import Glibc

/// The calls whose constants differ between the systems. No descriptor blocks, and none is inherited
/// by a program that is started.
enum StreamSocket {
  static func make() -> Int32 {
    prepared(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
  }

  static func accept(from listener: Int32) -> Int32 {
    prepared(Glibc.accept(listener, nil, nil))
  }

  static func makePipe(_ ends: inout [Int32]) -> Bool {
    guard pipe(&ends) == 0 else { return false }
    ends = ends.map(prepared)
    return true
  }

  /// Sends without the signal that a closed connection would raise.
  static func send(_ bytes: UnsafeRawBufferPointer, to socket: Int32) -> Int {
    Glibc.send(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
  }

  static let noDelay = (level: Int32(IPPROTO_TCP), option: TCP_NODELAY)

  private static func prepared(_ descriptor: Int32) -> Int32 {
    guard descriptor >= 0 else { return descriptor }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return descriptor
  }
}
#endif
