#if os(Linux)
import Foundation
import LodeCore
import LodeImage
import LodeTesting
import Testing

private let photo = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })

@Suite struct CurlFetcherTests {
  private let fetcher = CurlFetcher()

  @Test("A body arrives whole, after its head, in pieces of at most 64 KiB")
  func plainBody() async throws {
    let server = try LoopbackServer { _ in .ok(photo, type: "image/png") }
    defer { server.stop() }
    let record = await fetcher.record(server.url("/a.png?x=1#f"))
    #expect(record.isFinished)
    #expect(record.body == photo)
    #expect(record.chunkSizes.allSatisfy { $0 <= 65_536 })
    #expect(record.response?.status == 200)
    #expect(record.response?.headers["content-type"] == "image/png")
    #expect(record.response?.expectedBodySize == ByteCount(photo.count))
    #expect(record.response?.url == server.url("/a.png?x=1#f"))
    #expect(record.violations.isEmpty)
    #expect(server.status.exchanges.map(\.request.target) == ["/a.png?x=1"])
  }

  @Test("Fetches one after the other share a connection")
  func keepsConnections() async throws {
    let server = try LoopbackServer { _ in .ok(photo) }
    defer { server.stop() }
    for index in 0..<5 { _ = await fetcher.record(server.url("/\(index)")) }
    #expect(server.status.connectionCount == 1)
  }

  @Test("No more connections are opened to a host than allowed")
  func connectionsPerHost() async throws {
    let gate = LoopbackServer.Gate()
    let server = try LoopbackServer { _ in .init(body: [.stall(gate), .send(photo)]) }
    defer { server.stop() }
    var configuration = NetworkConfiguration()
    configuration.maximumConnectionsPerHost = 2
    let fetcher = CurlFetcher(configuration)
    let recorders = (0..<8).map { _ in FetchRecorder() }
    for recorder in recorders {
      _ = fetcher.fetch(FetchRequest(url: server.url("/")), handler: recorder.receive)
    }
    await server.waitForRequests(2)
    gate.open()
    for recorder in recorders { #expect(await recorder.waitForEnd().isFinished) }
    #expect(server.status.connectionCount == 2)
  }

  @Test("A status that means failure is an answer", arguments: [204, 304, 404, 500])
  func statusIsReported(status: Int) async throws {
    let server = try LoopbackServer { _ in .status(status) }
    defer { server.stop() }
    let record = await fetcher.record(server.url("/"))
    #expect(record.isFinished)
    #expect(record.response?.status == status)
    #expect(record.body.isEmpty)
  }

  @Test("The caller's header fields are sent and take precedence")
  func headers() async throws {
    let server = try LoopbackServer { _ in .ok(Data()) }
    defer { server.stop() }
    _ = await fetcher.record(
      server.url("/"), headers: ["Accept": "image/webp", "User-Agent": "Test/1", "X-Empty": ""])
    let fields = try #require(server.status.exchanges.first).request.fields
    #expect(fields["Accept"] == "image/webp")
    #expect(fields["User-Agent"] == "Test/1")
    #expect(fields["X-Empty"] == "")
    #expect(fields["Cookie"] == nil)
  }

  @Test("A line break in a header field is refused before anything is sent")
  func headerInjection() async throws {
    let server = try LoopbackServer { _ in .ok(Data()) }
    defer { server.stop() }
    for headers in [["X-A": "1\r\nX-B: 2"], ["X-A: 1\r\nX-B": "2"], ["": "2"]] {
      #expect(await fetcher.record(server.url("/"), headers: headers).code == .invalidURL)
    }
    #expect(server.status.exchanges.isEmpty)
  }

  @Test("Other schemes and URLs without a host are refused")
  func schemes() async throws {
    let ftp = try #require(URL(string: "FTP://127.0.0.1/x"))
    #expect(await fetcher.record(ftp).code == .unsupportedScheme("ftp"))
    let hostless = try #require(URL(string: "http:///x"))
    #expect(await fetcher.record(hostless).code == .invalidURL)
  }
}
#endif
