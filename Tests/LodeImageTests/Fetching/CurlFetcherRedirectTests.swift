#if os(Linux)
import Foundation
import LodeCore
import LodeImage
import LodeTesting
import Testing

@Suite struct CurlFetcherRedirectTests {
  private let fetcher = CurlFetcher()
  private let secrets = [
    "Authorization": "Bearer secret", "Cookie": "sid=secret", "X-Api-Key": "secret",
    "Accept": "image/webp", "Range": "bytes=0-9",
  ]

  @Test("A chain of 20 redirects is followed over one connection, and the 21st is refused")
  func chains() async throws {
    let server = try LoopbackServer { request in
      let left = Int(request.path.dropFirst()) ?? 0
      return left == 0 ? .ok(Data("end".utf8)) : .redirect(to: "\(left - 1)")
    }
    defer { server.stop() }
    let record = await fetcher.record(server.url("/20"))
    #expect(record.body == Data("end".utf8))
    #expect(record.response?.url == server.url("/0"))
    #expect(record.responses.count == 1)
    #expect(server.status.connectionCount == 1)
    #expect(await fetcher.record(server.url("/21")).code == .redirect(.limit))
    #expect(server.status.totals().requestCount == 21 + 21)
  }

  @Test("Credentials never reach another origin, and cookies are not kept")
  func credentials() async throws {
    let other = try LoopbackServer { _ in .ok(Data("other".utf8)) }
    defer { other.stop() }
    let target = other.url("/there").absoluteString
    let server = try LoopbackServer { request in
      switch request.path {
      case "/away":
        .init(status: 302, fields: ["Location": target, "Set-Cookie": "session=secret"])
      case "/within": .redirect(to: "/here", status: 308)
      default: .ok(Data("here".utf8))
      }
    }
    defer { server.stop() }
    let away = await fetcher.record(
      try #require(URL(string: "http://user:secret@127.0.0.1:\(server.port)/away")),
      headers: secrets)
    #expect(away.body == Data("other".utf8))
    let arrived = try #require(other.status.exchanges.first).request.fields
    #expect(arrived.fields.allSatisfy { !$0.value.contains("secret") })
    #expect(arrived["Authorization"] == nil)
    #expect(arrived["Accept"] == "image/webp")
    #expect(arrived["Range"] == "bytes=0-9")

    _ = await fetcher.record(server.url("/within"), headers: secrets)
    let within = server.status.exchanges(for: "/here")[0].request.fields
    #expect(within["Authorization"] == "Bearer secret")
    #expect(within["X-Api-Key"] == "secret")
    #expect(within["Cookie"] == "sid=secret")
  }

  @Test(
    "A redirect to another scheme, or to nowhere, is refused",
    arguments: ["file:///etc/hosts", "data:,hello", "ftp://127.0.0.1:1/", ""])
  func schemes(location: String) async throws {
    let server = try LoopbackServer { _ in .redirect(to: location) }
    defer { server.stop() }
    let record = await fetcher.record(server.url("/"))
    #expect(record.code == .redirect(.scheme))
    #expect(record.responses.isEmpty)
  }

  @Test("A redirect's body is no part of the picture, however it ends")
  func redirectBodies() async throws {
    let location: HTTPFields = ["Location": "/end"]
    let server = try LoopbackServer { request in
      switch request.path {
      case "/small": .init(status: 302, fields: location, body: [.send(Data("page".utf8))])
      case "/large": .init(status: 302, fields: location, body: [.fill(1, count: 1 << 30)])
      case "/cut":
        .init(
          status: 302, fields: location, framing: .stated(10),
          body: [.send(Data("page".utf8)), .close])
      default: .ok(Data("end".utf8))
      }
    }
    defer { server.stop() }
    for path in ["/small", "/large", "/cut"] {
      let record = await fetcher.record(server.url(path))
      #expect(record.body == Data("end".utf8), "\(path)")
      #expect(record.violations.isEmpty)
    }
    #expect(server.status.totals(for: "/large").sent < .mebibytes(32))
  }

  @Test("The total deadline counts all hops together")
  func totalDeadline() async throws {
    let server = try LoopbackServer(conditions: .init(latency: .milliseconds(60))) { _ in
      .redirect(to: "/")
    }
    defer { server.stop() }
    let limits = FetchLimits(idleTimeout: .seconds(5), totalTimeout: .milliseconds(200))
    #expect(await fetcher.record(server.url("/"), limits: limits).code == .timeout(.total))
  }
}
#endif
