#if os(Linux)
import Foundation
import LodeCore
import LodeImage
import LodeTesting
import Testing

private typealias Response = LoopbackServer.Response
private let photo = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })

/// What every network fetcher has to keep, whichever library is below it.
@Suite struct NetworkFetcherConformanceTests {
  enum Kind: CaseIterable {
    case curl, session

    func make() -> any DataFetching {
      switch self {
      case .curl: CurlFetcher()
      case .session: URLSessionFetcher()
      }
    }
  }

  @Test("A body arrives whole, in order, after its head", arguments: Kind.allCases)
  func body(kind: Kind) async throws {
    let server = try LoopbackServer { request in
      request.path == "/chunks"
        ? Response(framing: .chunked, body: [.send(photo), .send(photo)])
        : .ok(photo, type: "image/png")
    }
    defer { server.stop() }
    let fetcher = kind.make()
    let plain = await fetcher.record(server.url("/plain"), headers: ["Accept": "image/webp"])
    #expect(plain.isFinished)
    #expect(plain.body == photo)
    #expect(plain.response?.status == 200)
    #expect(plain.response?.url == server.url("/plain"))
    #expect(plain.response?.headers["content-type"] == "image/png")
    #expect(plain.response?.expectedBodySize == ByteCount(photo.count))
    #expect(plain.violations.isEmpty)
    let chunked = await fetcher.record(server.url("/chunks"))
    #expect(chunked.body == photo + photo)
    #expect(chunked.response?.expectedBodySize == nil)
    let fields = server.status.exchanges[0].request.fields
    #expect(fields["Accept"] == "image/webp")
    #expect(fields["User-Agent"] == "Lode")
  }

  @Test(
    "A status that means failure is an answer, also where a password is asked for",
    arguments: Kind.allCases)
  func statuses(kind: Kind) async throws {
    let server = try LoopbackServer { request in
      let status = Int(request.path.dropFirst()) ?? 0
      return Response(
        status: status,
        fields: status == 401 ? ["WWW-Authenticate": "Basic realm=\"x\""] : ["X-A": "1"],
        body: status == 401 ? [.send(Data("go away".utf8))] : [])
    }
    defer { server.stop() }
    let fetcher = kind.make()
    for status in [204, 206, 304, 401, 403, 404, 500, 503] {
      let record = await fetcher.record(server.url("/\(status)"))
      #expect(record.response?.status == status)
      #expect(record.isFinished, "\(status): \(String(describing: record.error))")
      #expect(record.violations.isEmpty)
    }
  }

  @Test("Redirects are followed by the policy", arguments: Kind.allCases)
  func redirects(kind: Kind) async throws {
    let other = try LoopbackServer { _ in .ok(Data("other".utf8)) }
    defer { other.stop() }
    let target = other.url("/there").absoluteString
    let server = try LoopbackServer { request in
      switch request.path {
      case "/away": .init(status: 302, fields: ["Location": target, "Set-Cookie": "a=secret"])
      case "/within": .redirect(to: "here", status: 307)
      case "/loop": .redirect(to: "/loop")
      case "/file": .redirect(to: "file:///etc/hosts")
      case "/data": .redirect(to: "data:,x")
      case "/nowhere": .status(302)
      default: .ok(Data("here".utf8))
      }
    }
    defer { server.stop() }
    let fetcher = kind.make()
    let secrets = [
      "Authorization": "secret", "Cookie": "secret", "X-Api-Key": "secret", "Range": "r",
    ]
    #expect(await fetcher.record(server.url("/away"), headers: secrets).body == Data("other".utf8))
    let arrived = other.status.exchanges[0].request.fields
    #expect(arrived.fields.allSatisfy { !$0.value.contains("secret") })
    #expect(arrived["Range"] == "r")
    let within = await fetcher.record(server.url("/within"), headers: secrets)
    #expect(within.response?.url == server.url("/here"))
    let kept = server.status.exchanges(for: "/here")[0].request.fields
    #expect(kept["X-Api-Key"] == "secret")
    #expect(kept["Cookie"] == "secret")
    #expect(await fetcher.record(server.url("/loop")).code == .redirect(.limit))
    #expect(server.status.totals(for: "/loop").requestCount == 21)
    // URLSession on Linux takes a redirect to nowhere for no answer at all.
    #expect(
      await fetcher.record(server.url("/nowhere")).code
        == (kind == .curl ? .redirect(.scheme) : .connect))
    for path in ["/file", "/data"] {
      let record = await fetcher.record(server.url(path))
      #expect(record.code == .redirect(.scheme), "\(path)")
      #expect(record.responses.isEmpty)
    }
  }

  @Test("The cap counts decoded bytes, stated or not", arguments: Kind.allCases)
  func cap(kind: Kind) async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Data(count: 16 << 20), to: "zeros")
    try await ChildProcess.run("gzip", [file.path()])
    let bomb = try Data(contentsOf: file.appendingPathExtension("gz"))
    let server = try LoopbackServer { request in
      switch request.path {
      case "/gzip": Response(fields: ["Content-Encoding": "gzip"], body: [.send(bomb)])
      case "/stream": Response(framing: .chunked, body: [.fill(1, count: 1 << 30)])
      default: .ok(photo)
      }
    }
    defer { server.stop() }
    let fetcher = kind.make()
    let limits = FetchLimits(maximumBodySize: ByteCount(photo.count - 1))
    for path in ["/gzip", "/stream", "/stated"] {
      let record = await fetcher.record(server.url(path), limits: limits)
      #expect(record.code == .tooLarge(.bytes), "\(path)")
      #expect(record.body.count < photo.count)
      #expect(record.violations.isEmpty)
    }
    #expect(await fetcher.record(server.url("/gzip")).body.count == 16 << 20)
  }

  @Test("Faults have their codes", arguments: Kind.allCases)
  func faults(kind: Kind) async throws {
    let gate = LoopbackServer.Gate()
    let server = try LoopbackServer { request in
      switch request.path {
      case "/close": .close
      case "/reset": .reset
      case "/cut": Response(framing: .stated(photo.count + 1), body: [.send(photo), .close])
      case "/silent": Response(head: Data(), body: [.stall(gate)])
      case "/stall": Response(framing: .stated(9), body: [.send(Data([1])), .stall(gate)])
      default: Response(fields: ["Content-Encoding": "x-foo"], body: [.send(photo)])
      }
    }
    defer { server.stop() }
    let fetcher = kind.make()
    // Short only where silence is what is to be seen.
    let short = FetchLimits(idleTimeout: .milliseconds(200))
    let expected: [(String, ImagePipelineError.Code)] = [
      ("/close", .connect), ("/reset", .connect), ("/cut", .truncated),
      ("/silent", .timeout(.idle)), ("/stall", .timeout(.idle)), ("/coding", .decoding),
    ]
    for (path, code) in expected {
      let limits = code == .timeout(.idle) ? short : FetchLimits()
      let record = await fetcher.record(server.url(path), limits: limits)
      #expect(record.code == code, "\(path): \(String(describing: record.error))")
      #expect(record.violations.isEmpty)
    }
    let port = try DeafPort()
    let refused = try #require(URL(string: "http://127.0.0.1:\(port.number)/"))
    #expect(await fetcher.record(refused).code == .connect)
    let unknown = try #require(URL(string: "http://no-such-host.invalid/"))
    #expect(await fetcher.record(unknown).code == .dns)
    let total = FetchLimits(totalTimeout: .milliseconds(200))
    #expect(await fetcher.record(server.url("/silent"), limits: total).code == .timeout(.total))
  }

  @Test("A suspended fetch reports nothing, and then everything", arguments: Kind.allCases)
  func suspension(kind: Kind) async throws {
    let server = try LoopbackServer { _ in .ok(photo) }
    defer { server.stop() }
    let fetcher = kind.make()
    let box = TaskBox()
    let recorder = FetchRecorder { event in if case .response = event { box.suspend() } }
    let request = FetchRequest(
      url: server.url("/"), limits: FetchLimits(idleTimeout: .milliseconds(1500)))
    box.set(fetcher.fetch(request, handler: recorder.receive))
    _ = await recorder.wait { !$0.responses.isEmpty || $0.hasEnded }
    let start = ContinuousClock.now
    while start.duration(to: .now) < .seconds(2) {
      #expect(await fetcher.record(server.url("/other")).isFinished)
    }
    // One buffer may have been on its way.
    #expect(recorder.record.chunkSizes.reduce(0, +) <= 65_536)
    box.resume()
    let record = await recorder.waitForEnd()
    #expect(record.body == photo)
    #expect(record.violations.isEmpty)
  }

  @Test("Cancelling frees the connection and reports nothing", arguments: Kind.allCases)
  func cancelling(kind: Kind) async throws {
    let gate = LoopbackServer.Gate()
    let server = try LoopbackServer { _ in Response(framing: .stated(9), body: [.stall(gate)]) }
    defer { server.stop() }
    let fetcher = kind.make()
    let recorder = FetchRecorder()
    let (released, continuation) = AsyncStream<Void>.makeStream()
    let task: any FetchTask
    do {
      let token = Token { continuation.finish() }
      task = fetcher.fetch(FetchRequest(url: server.url("/"))) { event in
        _ = token
        recorder.receive(event)
      }
    }
    _ = await recorder.wait { !$0.responses.isEmpty }
    task.cancel()
    task.cancel()
    await server.wait { $0.exchanges.first?.activity == .ended(.cutByClient) }
    for await _ in released {}
    #expect(!recorder.record.hasEnded)
  }

  @Test(
    "A fetcher that is released closes its connections after the last fetch",
    arguments: Kind.allCases)
  func release(kind: Kind) async throws {
    let gate = LoopbackServer.Gate()
    let server = try LoopbackServer { _ in Response(body: [.stall(gate), .send(photo)]) }
    defer { server.stop() }
    let recorder = FetchRecorder()
    do {
      let fetcher = kind.make()
      _ = fetcher.fetch(FetchRequest(url: server.url("/")), handler: recorder.receive)
      await server.waitForRequests(1)
    }
    gate.open()
    #expect(await recorder.waitForEnd().body == photo)
    await server.wait { $0.openConnectionCount == 0 }
  }

  @Test("Fetches that are cancelled at once leave nothing behind", arguments: Kind.allCases)
  func races(kind: Kind) async throws {
    let server = try LoopbackServer { _ in .ok(Data(count: 500)) }
    defer { server.stop() }
    let fetcher = kind.make()
    let left = Locked(500)
    let (over, continuation) = AsyncStream<Void>.makeStream()
    for index in 0..<500 {
      let token = Token {
        let count = left.withLock { left in
          left -= 1
          return left
        }
        if count == 0 { continuation.finish() }
      }
      let task = fetcher.fetch(FetchRequest(url: server.url("/"))) { _ in _ = token }
      if index % 2 == 0 { task.cancel() }
    }
    for await _ in over {}
    #expect(await fetcher.record(server.url("/")).isFinished)
  }
}
#endif
