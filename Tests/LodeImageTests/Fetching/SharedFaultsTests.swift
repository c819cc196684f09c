#if os(Linux)
import Foundation
import LodeCore
import LodeImage
import Testing

private let sharedFolder = ProcessInfo.processInfo.environment["LODE_SHARED"].map {
  URL(filePath: $0)
}

/// The fault server of the shared material, whose routes were not written for this fetcher.
@Suite(.enabled(if: sharedFolder != nil, "LODE_SHARED is not set"))
struct SharedFaultsTests {
  private struct Ports: Decodable {
    var http: Int
    var other: Int
    var tls_good: Int
    var tls_self: Int
    var tls_expired: Int
    var tls_wronghost: Int
    var tls_1_0: Int
    var sink: Int
    var malformed: Int
    var ca: String
  }

  /// The parts of malformed-replies.json that are used here.
  private struct Replies: Decodable {
    struct Reply: Decodable {
      var id: Int
      var path: String
      var follow: Bool?
      var outcome: String
      var status: Int?
      var bytes: Int?
    }
    var tests: [Reply]
  }

  private let limits = FetchLimits(
    connectTimeout: .seconds(5), idleTimeout: .milliseconds(700), totalTimeout: .seconds(20),
    maximumBodySize: .mebibytes(8))

  private func withServer(
    _ body: (Ports, CurlFetcher, _ route: (String) -> URL) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    let script = try #require(sharedFolder).appending(path: "faults/server.py").path()
    let server = try await ChildProcess.start(
      "python3",
      [
        script, "0", "--stall", "5", "--bomb-mb", "64", "--giant-mb", "32", "--certs",
        folder.url.path(),
      ])
    defer { server.stop() }
    let ports = try JSONDecoder().decode(Ports.self, from: Data(await server.firstLine().utf8))
    var configuration = NetworkConfiguration()
    configuration.additionalTrustRoots = [try TrustRoot(contentsOf: URL(filePath: ports.ca))]
    try await body(ports, CurlFetcher(configuration)) { route in
      URL(string: "http://127.0.0.1:\(ports.http)/\(route)")!
    }
  }

  @Test("Each fault of the network and of the protocol has its typed error")
  func faults() async throws {
    let expected: [(ImagePipelineError.Code, [String])] = [
      (.connect, ["close-at-start", "rst-at-start", "garbage", "http09", "cl-neg", "header-huge"]),
      (
        .timeout(.idle),
        ["stall-before-headers", "stall-mid-headers", "stall-after-headers", "stall-mid-body"]
      ),
      (
        .truncated,
        ["rst-mid-body", "truncated-cl", "chunk-bad-size", "chunk-no-end", "chunk-short", "resume"]
      ),
      (.tooLarge(.bytes), ["gzip-bomb", "cl-huge", "giant", "endless"]),
      (.redirect(.scheme), ["to-file", "to-data", "to-ftp", "to-empty"]),
      (.redirect(.limit), ["loop", "chain25"]),
      (.decoding, ["gzip-bad", "unknown-encoding"]),
    ]
    try await withServer { _, fetcher, route in
      for (code, routes) in expected {
        for name in routes {
          var limits = limits
          // The server takes its time to make the bomb.
          if name == "gzip-bomb" { limits.idleTimeout = .seconds(15) }
          let record = await fetcher.record(route(name), limits: limits)
          #expect(record.code == code, "\(name): \(String(describing: record.error))")
          #expect(record.violations.isEmpty, "\(name)")
        }
      }
    }
  }

  @Test("Answers that look odd but are good, and statuses that mean failure, arrive")
  func answers() async throws {
    try await withServer { ports, fetcher, route in
      for name in [
        "ok", "lf", "cl-overflow", "100", "102", "103", "104", "no-cl-close", "chain5", "chain19",
      ] {
        let record = await fetcher.record(route(name), limits: limits)
        #expect(record.isFinished, "\(name): \(String(describing: record.error))")
        #expect(record.response?.status == 200)
        #expect(record.body.count == 69)
      }
      for status in [204, 205, 206, 304, 401, 404, 429, 503] {
        let record = await fetcher.record(route("\(status)"), limits: limits)
        #expect(record.isFinished)
        #expect(record.response?.status == status)
      }
      let short = await fetcher.record(route("cl-too-small"), limits: limits)
      #expect(short.body.count == 20)
      // Closed at the second request of a connection: libcurl asks again over a new one.
      for _ in 0..<3 {
        #expect(await fetcher.record(route("reused-close"), limits: limits).isFinished)
      }
    }
  }

  @Test("Without a certificate that holds there is no answer, and credentials stay at home")
  func security() async throws {
    try await withServer { ports, fetcher, route in
      func secure(_ port: Int, _ path: String = "ok") -> URL {
        URL(string: "https://127.0.0.1:\(port)/\(path)")!
      }
      #expect(await fetcher.record(secure(ports.tls_good), limits: limits).body.count == 69)
      for port in [ports.tls_self, ports.tls_expired, ports.tls_wronghost, ports.tls_1_0] {
        #expect(await fetcher.record(secure(port), limits: limits).code == .tls)
      }
      let downgrade = await fetcher.record(secure(ports.tls_good, "to-plain"), limits: limits)
      #expect(downgrade.code == .redirect(.downgrade))
      let sink = URL(string: "http://127.0.0.1:\(ports.sink)/")!
      #expect(await fetcher.record(sink, limits: limits).code == .timeout(.idle))

      _ = await fetcher.record(
        route("to-other"), headers: ["Authorization": "secret", "X-Api-Key": "secret"],
        limits: limits)
      let log = await fetcher.record(route("log"), limits: limits).body
      struct Entry: Decodable {
        var port: Int
        var headers: [String: String]
      }
      let entries = try JSONDecoder().decode([Entry].self, from: log)
      let away = entries.filter { $0.port == ports.other }
      #expect(away.count == 1)
      #expect(
        away.allSatisfy { !$0.headers.values.contains("secret") && $0.headers["cookie"] == nil })
    }
  }

  @Test("Of the malformed replies the good ones are read and the bad ones are refused")
  func malformedReplies() async throws {
    // Two locations in an answer that is no redirect: nobody follows either.
    let forgiven: Set<Int> = [772]
    let file = try #require(sharedFolder).appending(path: "faults/malformed-replies.json")
    let replies = try JSONDecoder().decode(Replies.self, from: Data(contentsOf: file)).tests
    try await withServer { ports, fetcher, _ in
      for reply in replies where reply.follow != true {
        let url = try #require(URL(string: "http://127.0.0.1:\(ports.malformed)\(reply.path)"))
        let record = await fetcher.record(url, limits: limits)
        switch reply.outcome {
        case "body" where ![301, 302, 303, 307, 308].contains(reply.status ?? 0):
          #expect(record.isFinished, "\(reply.id): \(String(describing: record.error))")
          #expect(record.response?.status == reply.status, "\(reply.id)")
          #expect(record.body.count == reply.bytes, "\(reply.id)")
        case "error" where !forgiven.contains(reply.id):
          #expect(record.error != nil, "\(reply.id): \(record.body.count) bytes")
        default: break
        }
        #expect(record.violations.isEmpty, "\(reply.id)")
      }
    }
  }
}
#endif
