import Foundation

/// A socket that listens on 127.0.0.1, at a port of the system's choice.
final class ListeningSocket: Sendable {
  let descriptor: Int32
  let port: Int

  init(sendBufferSize: Int?) throws {
    let descriptor = StreamSocket.make()
    guard descriptor >= 0 else { throw Self.error("No socket") }
    do {
      port = try Self.bind(descriptor, sendBufferSize: sendBufferSize)
    } catch {
      close(descriptor)
      throw error
    }
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  private static func bind(_ descriptor: Int32, sendBufferSize: Int?) throws -> Int {
    if let sendBufferSize {
      // Accepted connections inherit it.
      var size = Int32(clamping: sendBufferSize)
      setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        Foundation.bind(descriptor, address, length) == 0
          && listen(descriptor, SOMAXCONN) == 0
          && getsockname(descriptor, address, &length) == 0
      }
    }
    guard isListening else { throw error("Cannot listen on 127.0.0.1") }
    return Int(UInt16(bigEndian: address.sin_port))
  }

  private static func error(_ what: String) -> LoopbackServer.StartError {
    LoopbackServer.StartError(description: "\(what): \(String(cString: strerror(errno)))")
  }
}
