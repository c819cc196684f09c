#if os(Linux)
import Foundation
import LodeCore
import LodeImage
import Testing

@Suite(.enabled(if: NginxServer.isInstalled, "needs nginx and openssl"))
struct CurlFetcherSecureTests {
  private func fetcher(trusting server: NginxServer, connections: Int = 6) -> CurlFetcher {
    var configuration = NetworkConfiguration()
    configuration.additionalTrustRoots = [server.trustRoot]
    configuration.maximumConnectionsPerHost = connections
    return CurlFetcher(configuration)
  }

  private func connections(
    of fetcher: CurlFetcher, to server: NginxServer, count: Int
  ) async -> (protocols: Set<String>, connections: Set<String>) {
    let recorders = (0..<count).map { _ in FetchRecorder() }
    for recorder in recorders {
      _ = fetcher.fetch(FetchRequest(url: server.url("/protocol")), handler: recorder.receive)
    }
    var protocols = Set<String>()
    var connections = Set<String>()
    for recorder in recorders {
      let record = await recorder.waitForEnd()
      #expect(record.error == nil)
      let words = String(decoding: record.body, as: UTF8.self).split(separator: " ")
      protocols.insert(String(words.first ?? ""))
      connections.insert(String(words.last ?? ""))
    }
    return (protocols, connections)
  }

  @Test("30 fetches at once share one HTTP/2 connection")
  func multiplexing() async throws {
    let server = try await NginxServer(http2: true)
    defer { server.stop() }
    let used = await connections(of: fetcher(trusting: server), to: server, count: 30)
    #expect(used.protocols == ["HTTP/2.0"])
    #expect(used.connections.count == 1)
  }

  @Test("Over TLS without HTTP/2 there are no more connections than allowed")
  func http1() async throws {
    let server = try await NginxServer(http2: false)
    defer { server.stop() }
    let used = await connections(
      of: fetcher(trusting: server, connections: 3), to: server, count: 30)
    #expect(used.protocols == ["HTTP/1.1"])
    // A quick server may have answered before a second one was opened.
    #expect((1...3).contains(used.connections.count))
  }

  @Test("Over TLS without HTTP/2 each answer that is held back keeps a connection of its own")
  func heldConnections() async throws {
    let server = try await NginxServer(http2: false)
    defer { server.stop() }
    let fetcher = fetcher(trusting: server, connections: 3)
    let held = (0..<3).map { _ in
      let box = TaskBox()
      let recorder = FetchRecorder(keepsBody: false) { event in
        if case .response = event { box.suspend() }
      }
      return (box, recorder)
    }
    for (box, recorder) in held {
      box.set(fetcher.fetch(FetchRequest(url: server.url("/large")), handler: recorder.receive))
    }
    for (_, recorder) in held {
      let record = await recorder.wait { !$0.responses.isEmpty || $0.hasEnded }
      #expect(record.responses.count == 1 && !record.hasEnded)
    }
    let fourth = FetchRecorder()
    _ = fetcher.fetch(FetchRequest(url: server.url("/protocol")), handler: fourth.receive)
    held[0].0.cancel()
    #expect(await fourth.waitForEnd().isFinished)
    for (box, _) in held { box.cancel() }
  }

  @Test("A suspended stream does not hold up the others, and loses nothing")
  func suspension() async throws {
    let server = try await NginxServer(http2: true)
    defer { server.stop() }
    let fetcher = fetcher(trusting: server)
    let box = TaskBox()
    let recorder = FetchRecorder(keepsBody: false) { event in
      if case .response = event { box.suspend() }
    }
    box.set(fetcher.fetch(FetchRequest(url: server.url("/large")), handler: recorder.receive))
    _ = await recorder.wait { !$0.responses.isEmpty }
    for _ in 0..<20 { #expect(await fetcher.record(server.url("/protocol")).isFinished) }
    #expect(recorder.record.chunkSizes.isEmpty)
    box.resume()
    let record = await recorder.waitForEnd()
    #expect(record.isFinished)
    #expect(record.chunkSizes.reduce(0, +) == 32 << 20)
  }

  @Test("A certificate of an unknown authority, or for another host, is refused")
  func distrust() async throws {
    let server = try await NginxServer(http2: true)
    defer { server.stop() }
    let unknown = await CurlFetcher().record(server.url("/protocol"))
    #expect(unknown.code == .tls)
    #expect(unknown.error?.underlying?.isEmpty == false)
    let fetcher = fetcher(trusting: server)
    #expect(await fetcher.record(server.url("/protocol", host: "localhost")).code == .tls)
    #expect(await fetcher.record(server.url("/protocol")).isFinished)
  }

  @Test("A redirect to plain HTTP is refused unless the limits allow it")
  func downgrade() async throws {
    let server = try await NginxServer(http2: true)
    defer { server.stop() }
    let fetcher = fetcher(trusting: server)
    #expect(await fetcher.record(server.url("/to-plain")).code == .redirect(.downgrade))
    let allowed = await fetcher.record(
      server.url("/to-plain"), limits: FetchLimits(allowsInsecureRedirects: true))
    #expect(String(decoding: allowed.body, as: UTF8.self).hasPrefix("HTTP/1.1"))
  }

  @Test("What is no certificate is refused when it is given")
  func trustRoots() {
    #expect(throws: TrustRoot.NotACertificate.self) { try TrustRoot(pem: "hello") }
    #expect(throws: (any Error).self) {
      try TrustRoot(contentsOf: URL(filePath: "/no/such/file.pem"))
    }
  }
}
#endif
