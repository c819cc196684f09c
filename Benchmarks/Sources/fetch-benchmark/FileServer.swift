import Foundation

/// nginx on loopback with generated files in a temporary folder.
final class FileServer {
  let folder: URL
  let urls: [URL]
  let byteCount: Int
  private let process = Process()

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// Starts the server, and waits until its port is open.
  init(fileCount: Int) throws {
    let nginx = ["/usr/sbin/nginx", "/usr/local/sbin/nginx", "/usr/bin/nginx"].first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
    guard let nginx else {
      throw Failure(description: "nginx is not installed: apt-get install nginx-light")
    }
    folder = FileManager.default.temporaryDirectory
      .appending(path: "lode-benchmark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    byteCount = try Self.writeFiles(fileCount, to: folder)
    let port = try Self.freePort()
    urls = (0..<fileCount).map { URL(string: "http://127.0.0.1:\(port)/\($0)")! }
    let path = folder.path()
    let file = folder.appending(path: "nginx.conf")
    try """
    daemon off; master_process off; pid \(path)/pid; error_log stderr notice;
    events { worker_connections 256; }
    http {
      access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000;
      client_body_temp_path \(path)/b; proxy_temp_path \(path)/p; fastcgi_temp_path \(path)/f;
      uwsgi_temp_path \(path)/u; scgi_temp_path \(path)/s;
      server { listen 127.0.0.1:\(port); root \(path); }
    }
    """.write(to: file, atomically: true, encoding: .utf8)
    let output = Pipe()
    process.executableURL = URL(filePath: nginx)
    process.arguments = ["-p", path, "-c", file.path()]
    process.standardError = output
    try process.run()
    // It says how it will wait for events once its port is open.
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard line.contains("event method") else { throw Failure(description: line) }
  }

  func stop() {
    process.terminate()
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Writes files of 20 to 60 KB, the same ones each time; returns their size together.
  private static func writeFiles(_ count: Int, to folder: URL) throws -> Int {
    var state: UInt64 = 1
    var total = 0
    for index in 0..<count {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let size = 20_000 + Int((state >> 33) % 40_001)
      try Data(repeating: UInt8(truncatingIfNeeded: index), count: size)
        .write(to: folder.appending(path: "\(index)"))
      total += size
    }
    return total
  }

  /// A port that is free now; nginx cannot choose by itself.
  private static func freePort() throws -> Int {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard isBound else { throw Failure(description: "No free port") }
    return Int(UInt16(bigEndian: address.sin_port))
  }
}
