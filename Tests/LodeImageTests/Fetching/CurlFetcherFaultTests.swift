#if os(Linux)
import Foundation
import LodeCore
import LodeImage
import LodeTesting
import Testing

private typealias Response = LoopbackServer.Response
private let body = Data(repeating: 0xA5, count: 100_000)

@Suite struct CurlFetcherFaultTests {
  private let fetcher = CurlFetcher()

  private func record(
    limits: FetchLimits = .default, _ response: @escaping @Sendable () -> Response
  ) async throws -> FetchRecorder.Record {
    let server = try LoopbackServer { _ in response() }
    defer { server.stop() }
    let record = await fetcher.record(server.url("/"), limits: limits)
    #expect(record.violations.isEmpty)
    return record
  }

  // MARK: - Reaching the server

  @Test("A port that nobody listens on is a connect error")
  func refusedConnection() async throws {
    let server = try LoopbackServer { _ in .close }
    let url = server.url("/")
    server.stop()
    let record = await fetcher.record(url)
    #expect(record.code == .connect)
    #expect(record.error?.stage == .fetch)
    #expect(record.error?.url == url)
    #expect(record.error?.underlying?.contains("\(server.port)") == true)
  }

  @Test("A name that does not exist is a DNS error")
  func unknownName() async throws {
    // Reserved never to resolve (RFC 6761, §6.4).
    let url = try #require(URL(string: "http://no-such-host.invalid/"))
    #expect(await fetcher.record(url).code == .dns)
  }

  @Test("https to a server that speaks plain HTTP is a TLS error")
  func plainServer() async throws {
    let server = try LoopbackServer { _ in .close }
    defer { server.stop() }
    let url = try #require(URL(string: "https://127.0.0.1:\(server.port)/"))
    // The server waits for the end of a request that never ends; TLS fails by the deadline at the latest.
    let limits = FetchLimits(connectTimeout: .milliseconds(300))
    #expect(await fetcher.record(url, limits: limits).code == .timeout(.connect))
  }

  @Test("Closing or resetting before the head is a connect error", arguments: [true, false])
  func noAnswer(resets: Bool) async throws {
    let record = try await record { resets ? .reset : .close }
    #expect(record.code == .connect)
    #expect(record.responses.isEmpty)
  }

  // MARK: - While the answer arrives

  @Test("A body that ends before its stated length is truncated", arguments: [true, false])
  func truncated(resets: Bool) async throws {
    let record = try await record {
      Response(framing: .stated(200_000), body: [.send(body), resets ? .reset : .close])
    }
    #expect(record.code == .truncated)
    #expect(record.response?.expectedBodySize == ByteCount(200_000))
  }

  @Test("A chunked body without its end, or with a bad length, is truncated")
  func chunks() async throws {
    let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    for rest in ["5\r\nhello\r\n", "ZZ\r\nhello\r\n0\r\n\r\n", "50\r\nhello"] {
      #expect(try await record { .raw(head + rest) }.code == .truncated)
    }
    let whole = try await record {
      Response(framing: .chunked, body: [.send(Data("he".utf8)), .send(Data("llo".utf8))])
    }
    #expect(whole.body == Data("hello".utf8))
    #expect(whole.response?.expectedBodySize == nil)
  }

  @Test("A body without a stated length ends with the connection")
  func untilClose() async throws {
    let record = try await record { Response(framing: .untilClose, body: [.send(body)]) }
    #expect(record.isFinished)
    #expect(record.body == body)
    #expect(record.response?.expectedBodySize == nil)
  }

  @Test("Interim answers are dropped, with their fields", arguments: [100, 102, 103, 104])
  func interim(status: Int) async throws {
    let record = try await record {
      .raw("HTTP/1.1 \(status) X\r\nX-A: 1\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
    }
    #expect(record.body == Data("ok".utf8))
    #expect(record.response?.status == 200)
    #expect(record.response?.headers["X-A"] == nil)
  }

  @Test("Lines that end with a bare LF, and folded ones, are read")
  func looseHead() async throws {
    let record = try await record {
      .raw("HTTP/1.1 200 OK\nX-A: 1\n  2\nContent-Length: 2\n\nok")
    }
    #expect(record.body == Data("ok".utf8))
    #expect(record.response?.headers["X-A"] == "1 2")
  }

  @Test("A head that begins with a folded line is refused, and leaves no mark on the next fetch")
  func foldedFirstLine() async throws {
    for _ in 0..<20 {
      #expect(try await record { .ok(body) }.isFinished)
      let folded = try await record {
        .raw("HTTP/1.1 200 OK\r\n X-A: 1\r\nContent-Length: 2\r\n\r\nok")
      }
      #expect(folded.isFinished || folded.code == .connect)
    }
  }

  @Test(
    "What is no HTTP is a connect error, and never a body",
    arguments: [
      "hello", "\u{1}\u{2}\u{3}\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhello",
    ])
  func rubbish(text: String) async throws {
    let record = try await record { .raw(text) }
    #expect(record.code == .connect)
    #expect(record.responses.isEmpty)
  }

  @Test("Two different lengths are a connect error")
  func twoLengths() async throws {
    let record = try await record {
      .raw("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nabc")
    }
    #expect(record.code == .connect)
  }

  @Test("A head without end is cut off", arguments: [true, false])
  func largeHead(oneLine: Bool) async throws {
    let field = "X-A: \(String(repeating: "a", count: oneLine ? 2_000_000 : 1000))\r\n"
    let fields = String(repeating: field, count: oneLine ? 1 : 2000)
    let record = try await record { .raw("HTTP/1.1 200 OK\r\n\(fields)\r\nhello") }
    #expect(record.code == .connect)
    #expect(record.responses.isEmpty)
  }

  // MARK: - Size and coding

  @Test(
    "A stated length over the cap is refused before any body",
    arguments: ["100001", "1000000000000000"])
  func statedTooLarge(length: String) async throws {
    let record = try await record(limits: FetchLimits(maximumBodySize: ByteCount(100_000))) {
      Response(fields: ["Content-Length": length], framing: .untilClose, body: [.send(body)])
    }
    #expect(record.code == .tooLarge(.bytes))
    #expect(record.responses.isEmpty)
  }

  @Test("A body of unknown length is cut off at the cap")
  func streamedTooLarge() async throws {
    let limits = FetchLimits(maximumBodySize: ByteCount(100_000))
    let record = try await record(limits: limits) {
      Response(framing: .chunked, body: [.fill(1, count: 1 << 30)])
    }
    #expect(record.code == .tooLarge(.bytes))
    #expect(record.body.count <= 100_000)
    #expect(try await self.record(limits: limits) { .ok(body) }.isFinished)
  }

  /// A gzip member of 64 MiB of zeros, about 64 KiB large.
  private func bomb(_ folder: TemporaryFolder) async throws -> Data {
    let file = try folder.write(Data(count: 64 << 20), to: "zeros")
    try await ChildProcess.run("gzip", ["-9", file.path()])
    return try Data(contentsOf: file.appendingPathExtension("gz"))
  }

  @Test("The cap counts decoded bytes, so that a gzip bomb is cut off")
  func gzipBomb() async throws {
    let bomb = try await bomb(TemporaryFolder())
    let answer: @Sendable () -> Response = {
      Response(fields: ["Content-Encoding": "gzip"], body: [.send(bomb)])
    }
    let limits = FetchLimits(maximumBodySize: .mebibytes(8))
    let capped = try await record(limits: limits, answer)
    #expect(capped.code == .tooLarge(.bytes))
    #expect(capped.body.count <= 8 << 20)
    let whole = try await record(answer)
    #expect(whole.body.count == 64 << 20)
    #expect(whole.response?.expectedBodySize == nil)
  }

  @Test(
    "A content coding that is unknown or damaged is a decoding error", arguments: ["gzip", "x-foo"])
  func badCoding(coding: String) async throws {
    let record = try await record {
      Response(fields: ["Content-Encoding": coding], body: [.send(body)])
    }
    #expect(record.code == .decoding)
    #expect(record.error?.stage == .fetch)
    #expect(record.body.isEmpty)
  }
}
#endif
