#if os(Linux)
import Foundation
import Testing

/// A port of 127.0.0.1 that is taken, and at which nobody accepts connections.
final class DeafPort: Sendable {
  let number: Int
  private let descriptors: [Int32]

  /// - Parameter isSilent: Whether a connection gets no answer, instead of being refused.
  init(isSilent: Bool = false) throws {
    let type = Int32(SOCK_STREAM.rawValue)
    let listener = socket(AF_INET, type, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    var descriptors = [listener]
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        guard
          bind(listener, address, length) == 0, getsockname(listener, address, &length) == 0
        else { return false }
        guard isSilent else { return true }
        // One connection fits into a queue of length 0; the others get no answer.
        guard listen(listener, 0) == 0 else { return false }
        for _ in 0..<4 {
          let client = socket(AF_INET, type | Int32(SOCK_NONBLOCK.rawValue), 0)
          _ = connect(client, address, length)
          descriptors.append(client)
        }
        return true
      }
    }
    try #require(isBound)
    number = Int(UInt16(bigEndian: address.sin_port))
    self.descriptors = descriptors
  }

  deinit {
    for descriptor in descriptors { close(descriptor) }
  }
}
#endif
