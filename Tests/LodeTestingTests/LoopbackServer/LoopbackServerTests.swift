import Foundation
import LodeCore
import LodeImage
import LodeTesting
import Testing

private typealias Response = LoopbackServer.Response

/// A client that sends and reads bytes as a test tells it, over a blocking socket on a thread of its own.
private final class RawClient: Sendable {
  private let descriptor: Int32

  init(_ server: LoopbackServer) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(server.port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(result == 0)
  }

  deinit {
    close(descriptor)
  }

  func send(_ text: String) {
    let bytes = Array(text.utf8)
    #expect(write(descriptor, bytes, bytes.count) == bytes.count)
  }

  /// Reads until the text ends with `ending`, or to the end of the connection.
  func read(until ending: String? = nil) async -> String {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { [self] in
        var text = ""
        var buffer = [UInt8](repeating: 0, count: 4096)
        while ending.map({ !text.hasSuffix($0) }) ?? true {
          let count = Foundation.read(descriptor, &buffer, buffer.count)
          if count < 0 { text += "<reset>" }
          guard count > 0 else { break }
          text += String(decoding: buffer[..<count], as: UTF8.self)
        }
        continuation.resume(returning: text)
      }
    }
  }
}

@Suite struct LoopbackServerTests {
  @Test(
    "A request arrives with method, target, fields and body, and the answer is what was scripted")
  func exchange() async throws {
    let server = try LoopbackServer { _ in .ok(Data("hello".utf8), type: "text/plain") }
    defer { server.stop() }
    let client = try RawClient(server)
    client.send(
      "POST /a?b=c HTTP/1.1\r\nX-A:  1 \r\nContent-Length: 4\r\nConnection: close\r\n\r\nbody")
    #expect(
      await client.read()
        == "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello")
    let status = await server.wait { $0.openConnectionCount == 0 }
    let exchange = try #require(status.exchanges.first)
    #expect(exchange.request.method == "POST")
    #expect(exchange.request.path == "/a")
    #expect(exchange.request.query == "b=c")
    #expect(exchange.request.fields["x-a"] == "1")
    #expect(exchange.request.body == Data("body".utf8))
    #expect(exchange.activity == .ended(.done))
  }

  @Test("A connection is kept for the next request, also where both came at once")
  func keepAlive() async throws {
    let server = try LoopbackServer { .ok(Data($0.path.utf8)) }
    defer { server.stop() }
    let client = try RawClient(server)
    client.send("GET /1 HTTP/1.1\r\n\r\nGET /2 HTTP/1.1\r\n\r\n")
    #expect(await client.read(until: "\r\n\r\n/2").contains("\r\n\r\n/1HTTP/1.1 200"))
    let totals = server.status.totals()
    #expect(totals.requestCount == 2)
    #expect(totals.connectionCount == 1)
    #expect(totals.endings == [.done: 2])
  }

  @Test("HEAD gets the head alone; chunks are framed; a status without a body states no length")
  func framing() async throws {
    let server = try LoopbackServer { request in
      switch request.path {
      case "/chunks":
        Response(framing: .chunked, body: [.send(Data("hello".utf8)), .fill(0x61, count: 17)])
      case "/204": .status(204)
      default: .ok(Data("hello".utf8))
      }
    }
    defer { server.stop() }
    let client = try RawClient(server)
    client.send("HEAD / HTTP/1.1\r\n\r\n")
    #expect(await client.read(until: "\r\n\r\n").contains("Content-Length: 5\r\n"))
    client.send("GET /chunks HTTP/1.1\r\n\r\n")
    let chunks = await client.read(until: "0\r\n\r\n")
    #expect(chunks.hasSuffix("\r\n\r\n5\r\nhello\r\n11\r\naaaaaaaaaaaaaaaaa\r\n0\r\n\r\n"))
    client.send("GET /204 HTTP/1.1\r\n\r\n")
    #expect(await client.read(until: "\r\n\r\n") == "HTTP/1.1 204 No Content\r\n\r\n")
  }

  @Test("What is no request closes the connection, and is not counted")
  func malformed() async throws {
    let server = try LoopbackServer { _ in .ok(Data()) }
    defer { server.stop() }
    for text in ["rubbish\r\n\r\n", "GET / HTTP/1.1\r\nno colon\r\n\r\n", "GET / SPDY/3\r\n\r\n"] {
      let client = try RawClient(server)
      client.send(text)
      #expect(await client.read() == "")
    }
    #expect(server.status.exchanges.isEmpty)
    #expect(server.status.connectionCount == 3)
  }

  @Test("An answer stands at its gate until it is opened, and an open gate holds nothing up")
  func gates() async throws {
    let gate = LoopbackServer.Gate()
    let server = try LoopbackServer { _ in
      Response(
        framing: .stated(2), body: [.send(Data("a".utf8)), .stall(gate), .send(Data("b".utf8))])
    }
    defer { server.stop() }
    let client = try RawClient(server)
    client.send("GET / HTTP/1.1\r\n\r\n")
    #expect(await client.read(until: "a").hasSuffix("\r\n\r\na"))
    await server.wait { $0.exchanges.first?.activity == .stalled }
    gate.open()
    #expect(await client.read(until: "b") == "b")
    client.send("GET / HTTP/1.1\r\n\r\n")
    #expect(await client.read(until: "ab").hasSuffix("\r\n\r\nab"))
  }

  @Test("Endings are told apart: done, closed, reset, cut by the client, stopped")
  func endings() async throws {
    let gate = LoopbackServer.Gate()
    let server = try LoopbackServer { request in
      switch request.path {
      case "/close": Response(framing: .stated(9), body: [.send(Data("x".utf8)), .close])
      case "/reset": Response(framing: .stated(9), body: [.reset])
      case "/silent": .close
      default: Response(framing: .stated(9), body: [.stall(gate)])
      }
    }
    let texts = [("/close", "x"), ("/reset", "<reset>"), ("/silent", "")]
    for (path, end) in texts {
      let client = try RawClient(server)
      client.send("GET \(path) HTTP/1.1\r\n\r\n")
      #expect(await client.read().hasSuffix(end))
    }
    do {
      let client = try RawClient(server)
      client.send("GET /cut HTTP/1.1\r\n\r\n")
      await server.wait { $0.exchanges(for: "/cut").first?.activity == .stalled }
    }
    await server.wait { $0.exchanges(for: "/cut").first?.activity == .ended(.cutByClient) }
    let client = try RawClient(server)
    client.send("GET /stopped HTTP/1.1\r\n\r\n")
    await server.wait { $0.exchanges(for: "/stopped").first?.activity == .stalled }
    server.stop()
    let status = server.status
    #expect(status.openConnectionCount == 0)
    #expect(status.isStopped)
    #expect(
      status.totals().endings == [.closed: 2, .reset: 1, .cutByClient: 1, .stopped: 1])
  }

  @Test("A client that does not read blocks the answer")
  func blocked() async throws {
    let server = try LoopbackServer(sendBufferSize: 65_536) { _ in
      Response(body: [.fill(0x61, count: 1 << 30)])
    }
    defer { server.stop() }
    let client = try RawClient(server)
    client.send("GET / HTTP/1.1\r\n\r\n")
    let status = await server.wait { $0.exchanges.first?.activity == .blocked }
    #expect(status.exchanges[0].sent < .mebibytes(16))
    withExtendedLifetime(client) {}
  }

  @Test("Offline, every connection is reset, also those that are open")
  func offline() async throws {
    let gate = LoopbackServer.Gate()
    let server = try LoopbackServer { _ in Response(framing: .stated(9), body: [.stall(gate)]) }
    defer { server.stop() }
    let open = try RawClient(server)
    open.send("GET /open HTTP/1.1\r\n\r\n")
    await server.wait { $0.exchanges.first?.activity == .stalled }
    server.conditions.isOffline = true
    #expect(await open.read().hasSuffix("<reset>"))
    #expect(server.status.totals().endings == [.reset: 1])
    let late = try RawClient(server)
    #expect(await late.read() == "<reset>")
    server.conditions.isOffline = false
    gate.open()
    let again = try RawClient(server)
    again.send("GET /again HTTP/1.1\r\n\r\n")
    await server.waitForRequests(1, to: "/again")
  }

  @Test("A server can be stopped twice, by its handler, and by its release; waits end with it")
  func stopping() async throws {
    let server = try LoopbackServer { _ in .close }
    async let waited = server.wait { $0.exchanges.count == 99 }
    server.stop()
    server.stop()
    #expect(await waited.isStopped)

    let holder = Locked<LoopbackServer?>(nil)
    let stopping = try LoopbackServer { _ in
      holder.withLock { $0 }?.stop()
      return .ok(Data())
    }
    holder.withLock { $0 = stopping }
    let client = try RawClient(stopping)
    client.send("GET / HTTP/1.1\r\n\r\n")
    _ = await client.read()
    #expect(await stopping.wait { _ in false }.isStopped)
    holder.withLock { $0 = nil }

    let orphan: RawClient
    do {
      let released = try LoopbackServer { _ in .close }
      orphan = try RawClient(released)
    }
    _ = await orphan.read()
  }

  @Test("A cancelled task does not wait")
  func cancelledWait() async throws {
    let server = try LoopbackServer { _ in .close }
    defer { server.stop() }
    let task = Task { await server.wait { _ in false } }
    task.cancel()
    #expect(await task.value.exchanges.isEmpty)
  }

  @Test(
    "The history keeps the latest exchanges, and those under way, and no more than twice its limit")
  func history() async throws {
    let gate = LoopbackServer.Gate()
    let server = try LoopbackServer(historyLimit: 3) { request in
      request.path == "/held" ? .init(body: [.stall(gate), .send(Data([1]))]) : .status(204)
    }
    defer { server.stop() }
    let held = try RawClient(server)
    held.send("GET /held HTTP/1.1\r\nHost: a\r\n\r\n")
    await server.waitForRequests(1)
    let client = try RawClient(server)
    for number in 1...20 {
      client.send("GET /\(number) HTTP/1.1\r\nHost: a\r\n\r\n")
      _ = await client.read(until: "\r\n\r\n")
    }
    let paths = server.status.exchanges.map(\.request.path)
    #expect(paths.first == "/held" && paths.suffix(3) == ["/18", "/19", "/20"])
    #expect(paths.count <= 7)
    gate.open()
  }

  @Test("Clearing the status forgets what has ended, and nothing else")
  func clearing() async throws {
    let gate = LoopbackServer.Gate()
    let server = try LoopbackServer { request in
      request.path == "/held" ? Response(body: [.stall(gate), .send(Data("z".utf8))]) : .ok(Data())
    }
    defer { server.stop() }
    let client = try RawClient(server)
    client.send("GET /1 HTTP/1.1\r\n\r\nGET /held HTTP/1.1\r\n\r\n")
    await server.wait { $0.exchanges(for: "/held").first?.activity == .stalled }
    server.clearStatus()
    #expect(server.status.exchanges.map(\.request.path) == ["/held"])
    gate.open()
    _ = await client.read(until: "z")
    #expect(await server.wait { $0.totals().endings == [.done: 1] }.exchanges.count == 1)
  }
}

@Suite struct TokenBucketTests {
  @Test("No more than the rate and one burst passes in any time")
  func rate() {
    let start = ContinuousClock.now
    var bucket = TokenBucket<ContinuousClock.Instant>(bytesPerSecond: 1000, at: start)
    #expect(bucket.available(at: start) == 0)
    var taken = 0
    var now = start
    while start.duration(to: now) < .seconds(2) {
      let count = bucket.available(at: now)
      #expect(count <= 50, "a burst is 50 ms")
      bucket.take(count)
      taken += count
      #expect(bucket.nextInstant() > now)
      now = bucket.nextInstant()
    }
    #expect((1900...2050).contains(taken))
  }

  @Test("The slowest rate passes something, at last")
  func slowest() {
    let start = ContinuousClock.now
    var bucket = TokenBucket<ContinuousClock.Instant>(bytesPerSecond: 1, at: start)
    #expect(bucket.available(at: start.advanced(by: .seconds(1))) == 1)
  }
}
