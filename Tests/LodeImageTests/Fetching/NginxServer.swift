import Foundation
import LodeImage
import LodeTesting

/// nginx on loopback, with a certificate of its own that is valid for 127.0.0.1.
final class NginxServer: Sendable {
  let trustRoot: TrustRoot
  let httpPort: Int
  let securePort: Int
  private let folder: TemporaryFolder

  static var isInstalled: Bool { ChildProcess.exists("nginx") && ChildProcess.exists("openssl") }

  /// - Parameter http2: Whether the secure port speaks HTTP/2.
  init(http2: Bool) async throws {
    let folder = try TemporaryFolder()
    let path = folder.url.path()
    try await ChildProcess.run(
      "openssl",
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-keyout", "\(path)/key.pem", "-out", "\(path)/cert.pem", "-days", "2", "-subj", "/CN=Lode",
        "-addext", "subjectAltName=IP:127.0.0.1",
      ])
    trustRoot = try TrustRoot(contentsOf: folder.url.appending(path: "cert.pem"))
    (httpPort, securePort) = try Self.freePorts()
    _ = try folder.write(Data(count: 32 << 20), to: "large")
    let configuration = """
      daemon on; master_process off; pid \(path)/pid; error_log \(path)/error.log;
      events { worker_connections 256; }
      http {
        access_log off;
        client_body_temp_path \(path)/body; proxy_temp_path \(path)/proxy;
        fastcgi_temp_path \(path)/fastcgi; uwsgi_temp_path \(path)/uwsgi; scgi_temp_path \(path)/scgi;
        server {
          listen 127.0.0.1:\(httpPort);
          listen 127.0.0.1:\(securePort) ssl\(http2 ? " http2" : "");
          ssl_certificate \(path)/cert.pem; ssl_certificate_key \(path)/key.pem;
          root \(path);
          location /protocol { return 200 "$server_protocol $connection"; }
          location /to-plain { return 302 http://127.0.0.1:\(httpPort)/protocol; }
        }
      }
      """
    let file = try folder.write(Data(configuration.utf8), to: "nginx.conf")
    // Returns when the ports are open.
    try await ChildProcess.run("nginx", ["-p", path, "-c", file.path()])
    self.folder = folder
  }

  func stop() async throws {
    let path = folder.url.path()
    try await ChildProcess.run("nginx", ["-p", path, "-c", "\(path)/nginx.conf", "-s", "stop"])
  }

  func url(_ path: String, host: String = "127.0.0.1") -> URL {
    URL(string: "https://\(host):\(securePort)\(path)")!
  }

  /// Two ports that are free now; nginx cannot choose by itself.
  private static func freePorts() throws -> (Int, Int) {
    let servers = try (0..<2).map { _ in try LoopbackServer { _ in .close } }
    defer { for server in servers { server.stop() } }
    return (servers[0].port, servers[1].port)
  }
}
