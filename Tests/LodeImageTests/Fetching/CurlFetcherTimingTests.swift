#if os(Linux)
import Foundation
import LodeCore
import LodeImage
import LodeTesting
import Testing

private typealias Response = LoopbackServer.Response
private let short = Duration.milliseconds(150)

@Suite struct CurlFetcherDeadlineTests {
  private let fetcher = CurlFetcher()
  private let gate = LoopbackServer.Gate()

  @Test("Silence for the idle deadline is an idle timeout, wherever it begins")
  func idle() async throws {
    let server = try LoopbackServer { [gate] request in
      let stalls: [Response.Step] = [.stall(gate)]
      return switch request.path {
      case "/head": Response(head: Data(), body: stalls)
      case "/field": Response(head: Data("HTTP/1.1 200 OK\r\nConte".utf8), body: stalls)
      case "/body": Response(framing: .stated(1000), body: stalls)
      default: Response(framing: .stated(1000), body: [.send(Data(count: 500))] + stalls)
      }
    }
    defer { server.stop() }
    let limits = FetchLimits(idleTimeout: short)
    for path in ["/head", "/field", "/body", "/middle"] {
      let start = ContinuousClock.now
      let record = await fetcher.record(server.url(path), limits: limits)
      #expect(record.code == .timeout(.idle), "\(path)")
      #expect(start.duration(to: .now) >= short)
      await server.wait { $0.exchanges(for: path).first?.activity == .ended(.cutByClient) }
    }
  }

  @Test("Bytes that come slowly are no silence, but the total deadline ends them")
  func total() async throws {
    let drip: [Response.Step] = (0..<1000).flatMap { _ in
      [Response.Step.send(Data([1])), .pause(.milliseconds(20))]
    }
    let server = try LoopbackServer { _ in Response(body: drip) }
    defer { server.stop() }
    let limits = FetchLimits(idleTimeout: .seconds(2), totalTimeout: .seconds(3))
    let record = await fetcher.record(server.url("/"), limits: limits)
    #expect(record.code == .timeout(.total))
    #expect(record.body.count > 10)
  }

  @Test("A server that accepts no connection is a connect timeout")
  func connect() async throws {
    let port = try DeafPort(isSilent: true)
    let limits = FetchLimits(connectTimeout: short)
    let url = try #require(URL(string: "http://127.0.0.1:\(port.number)/"))
    #expect(await fetcher.record(url, limits: limits).code == .timeout(.connect))
  }

  @Test("Waiting for a free connection is neither a connect nor an idle timeout")
  func queued() async throws {
    let server = try LoopbackServer { [gate] request in
      Response(body: request.path == "/first" ? [.stall(gate), .send(Data([1]))] : [])
    }
    defer { server.stop() }
    var configuration = NetworkConfiguration()
    configuration.maximumConnectionsPerHost = 1
    let fetcher = CurlFetcher(configuration)
    let first = FetchRecorder()
    _ = fetcher.fetch(FetchRequest(url: server.url("/first")), handler: first.receive)
    await server.waitForRequests(1)
    let second = FetchRecorder()
    let limits = FetchLimits(connectTimeout: .milliseconds(1500), idleTimeout: .milliseconds(1500))
    _ = fetcher.fetch(
      FetchRequest(url: server.url("/second"), limits: limits), handler: second.receive)
    // Elsewhere a whole connect deadline passes.
    let port = try DeafPort(isSilent: true)
    let silent = try #require(URL(string: "http://127.0.0.1:\(port.number)/"))
    let longer = FetchLimits(connectTimeout: .seconds(2))
    #expect(await fetcher.record(silent, limits: longer).code == .timeout(.connect))
    #expect(!second.record.hasEnded)
    gate.open()
    #expect(await second.waitForEnd().isFinished)
    #expect(await first.waitForEnd().isFinished)
  }
}

@Suite struct CurlFetcherBackPressureTests {
  @Test("A suspended fetch holds the server up, outlasts the idle deadline, and loses nothing")
  func suspension() async throws {
    let size = 32 << 20
    let server = try LoopbackServer(sendBufferSize: 65_536) { request in
      request.path == "/large" ? Response(body: [.fill(7, count: size)]) : .ok(Data(count: 1000))
    }
    defer { server.stop() }
    let fetcher = CurlFetcher()
    let box = TaskBox()
    let recorder = FetchRecorder(keepsBody: false) { event in
      if case .response = event { box.suspend() }
    }
    let request = FetchRequest(
      url: server.url("/large"), limits: FetchLimits(idleTimeout: .milliseconds(1500)))
    box.set(fetcher.fetch(request, handler: recorder.receive))
    await server.wait { $0.exchanges(for: "/large").first?.activity == .blocked }

    // The fetcher's thread goes round often, and longer than the idle deadline.
    let start = ContinuousClock.now
    while start.duration(to: .now) < .seconds(2) {
      #expect(await fetcher.record(server.url("/small")).isFinished)
    }
    let held = server.status.exchanges(for: "/large")[0]
    #expect(held.activity == .blocked)
    // The socket buffers of both sides, and one buffer of libcurl.
    #expect(held.sent < .mebibytes(4))
    #expect(recorder.record.chunkSizes.isEmpty)

    box.resume()
    let record = await recorder.waitForEnd()
    #expect(record.isFinished)
    #expect(record.chunkSizes.reduce(0, +) == size)
    #expect(record.violations.isEmpty)
  }

  @Test("A fetch that is suspended after each piece gets them one by one, decoded ones too")
  func stepping() async throws {
    let folder = try TemporaryFolder()
    let content = Data((0..<2_000_000).map { UInt8(truncatingIfNeeded: $0 / 5 ^ $0 / 300) })
    let file = try folder.write(content, to: "body")
    try await ChildProcess.run("gzip", [file.path()])
    let packed = try Data(contentsOf: file.appendingPathExtension("gz"))
    let server = try LoopbackServer { request in
      request.path == "/gzip"
        ? Response(fields: ["Content-Encoding": "gzip"], body: [.send(packed)]) : .ok(content)
    }
    defer { server.stop() }
    let fetcher = CurlFetcher()
    for path in ["/plain", "/gzip"] {
      let box = TaskBox()
      let recorder = FetchRecorder { event in if case .body = event { box.suspend() } }
      box.set(fetcher.fetch(FetchRequest(url: server.url(path)), handler: recorder.receive))
      var count = 0
      while true {
        count += 1
        let record = await recorder.wait { [count] in $0.chunkSizes.count >= count || $0.hasEnded }
        if record.hasEnded { break }
        #expect(record.chunkSizes.count == count)
        box.resume()
      }
      #expect(recorder.record.body == content, "\(path)")
      #expect(recorder.record.violations.isEmpty)
    }
  }

  @Test("A suspended fetch can be cancelled, and ends at the total deadline")
  func endings() async throws {
    let server = try LoopbackServer { _ in Response(body: [.fill(7, count: 32 << 20)]) }
    defer { server.stop() }
    let fetcher = CurlFetcher()
    let cancelled = TaskBox()
    let first = FetchRecorder(keepsBody: false) { _ in cancelled.suspend() }
    cancelled.set(fetcher.fetch(FetchRequest(url: server.url("/1")), handler: first.receive))
    await server.wait { $0.exchanges(for: "/1").first?.activity == .blocked }
    cancelled.cancel()
    await server.wait { $0.exchanges(for: "/1").first?.activity == .ended(.cutByClient) }
    #expect(!first.record.hasEnded)

    let box = TaskBox()
    let second = FetchRecorder(keepsBody: false) { _ in box.suspend() }
    let limits = FetchLimits(totalTimeout: short)
    box.set(
      fetcher.fetch(FetchRequest(url: server.url("/2"), limits: limits), handler: second.receive))
    #expect(await second.waitForEnd().code == .timeout(.total))
  }
}
#endif
