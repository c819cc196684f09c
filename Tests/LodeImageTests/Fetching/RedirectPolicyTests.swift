import Foundation
import LodeImage
import Testing

@Suite struct RedirectPolicyTests {
  private let secrets = [
    "Authorization": "Basic x", "Cookie": "a=b", "X-Api-Key": "k", "Host": "h",
  ]
  private let harmless = [
    "Accept": "image/*", "ACCEPT-Language": "en", "User-Agent": "u", "Range": "bytes=0-",
    "Cache-Control": "no-cache",
  ]

  private func decide(
    _ location: String?, from base: String = "http://a.test/b/c/d;p?q", status: Int = 302,
    headers: [String: String] = [:], count: Int = 0, limits: FetchLimits = .default
  ) throws -> RedirectPolicy.Decision {
    let hop = RedirectHop(
      url: try #require(URL(string: base)), headers: headers, redirectCount: count)
    let fields = HTTPFields(location.map { [.init(name: "lOCATION", value: $0)] } ?? [])
    return RedirectPolicy(limits: limits).decide(status: status, fields: fields, after: hop)
  }

  private func hop(_ decision: RedirectPolicy.Decision) throws -> RedirectHop {
    guard case .follow(let hop) = decision else {
      Issue.record("not followed: \(decision)")
      throw CancellationError()
    }
    return hop
  }

  @Test("301, 302, 303, 307 and 308 are redirects; no other status is")
  func statuses() throws {
    for status in 200...599 {
      let decision = try decide("/x", status: status)
      if [301, 302, 303, 307, 308].contains(status) {
        #expect(try hop(decision).url.absoluteString == "http://a.test/x")
      } else {
        #expect(decision == .answer, "\(status)")
      }
    }
  }

  @Test("As many redirects are followed as the limit says, and not one more")
  func count() throws {
    for count in 0..<20 { #expect(try hop(decide("/x", count: count)).redirectCount == count + 1) }
    #expect(try decide("/x", count: 20) == .refuse(.limit))
    #expect(
      try decide("/x", limits: FetchLimits(maximumRedirectCount: 0)) == .refuse(.limit))
  }

  @Test(
    "Only http and https are followed",
    arguments: [
      "file:///etc/hosts", "data:image/png,x", "ftp://a.test/", "javascript:0", "about:blank",
      "blob:http://a.test/1", "http:///nowhere", "https://", "http:", "mailto:a@b.test",
    ])
  func schemes(location: String) throws {
    #expect(try decide(location) == .refuse(.scheme))
  }

  @Test("A redirect without a target, or with two, is refused; the same one twice is not")
  func locations() throws {
    #expect(try decide(nil) == .refuse(.scheme))
    #expect(try decide("") == .refuse(.scheme))
    let hop = RedirectHop(url: try #require(URL(string: "http://a.test/")), headers: [:])
    let policy = RedirectPolicy(limits: .default)
    let two: HTTPFields = ["Location": "/x", "location": "/y"]
    #expect(policy.decide(status: 302, fields: two, after: hop) == .refuse(.scheme))
    let same: HTTPFields = ["Location": "/x", "location": "/x"]
    #expect(try self.hop(policy.decide(status: 302, fields: same, after: hop)).url.path() == "/x")
  }

  @Test(
    "From https to http is refused unless it is allowed, case of the scheme regardless",
    arguments: ["http://a.test/", "HTTP://a.test/", "http://b.test/"])
  func downgrade(location: String) throws {
    #expect(try decide(location, from: "HTTPS://a.test/") == .refuse(.downgrade))
    let allowing = FetchLimits(allowsInsecureRedirects: true)
    #expect(try hop(decide(location, from: "https://a.test/", limits: allowing)).redirectCount == 1)
    #expect(try hop(decide("https://a.test/", from: "http://a.test/")).redirectCount == 1)
  }

  // The examples of RFC 3986, §5.4, whose results are http URLs.
  @Test(
    "A relative target is resolved by RFC 3986",
    arguments: [
      ("g", "/b/c/g"), ("./g", "/b/c/g"), ("g/", "/b/c/g/"), ("/g", "/g"), ("?y", "/b/c/d;p?y"),
      ("g?y", "/b/c/g?y"), (";x", "/b/c/;x"), ("g;x", "/b/c/g;x"), ("g;x?y", "/b/c/g;x?y"),
      (".", "/b/c/"), ("./", "/b/c/"), ("..", "/b/"), ("../", "/b/"), ("../g", "/b/g"),
      ("../..", "/"), ("../../", "/"), ("../../g", "/g"), ("../../../g", "/g"),
      ("../../../../g", "/g"), ("/./g", "/g"), ("/../g", "/g"), ("g.", "/b/c/g."),
      (".g", "/b/c/.g"), ("g..", "/b/c/g.."), ("..g", "/b/c/..g"), ("./../g", "/b/g"),
      ("./g/.", "/b/c/g/"), ("g/./h", "/b/c/g/h"), ("g/../h", "/b/c/h"),
      ("g;x=1/./y", "/b/c/g;x=1/y"), ("g;x=1/../y", "/b/c/y"), ("g?y/./x", "/b/c/g?y/./x"),
      ("g?y/../x", "/b/c/g?y/../x"),
    ])
  func relative(location: String, expected: String) throws {
    #expect(try hop(decide(location)).url.absoluteString == "http://a.test\(expected)")
  }

  @Test("A target with its own host, or with characters that need an escape, is followed")
  func absolute() throws {
    #expect(try hop(decide("//b.test/g")).url.absoluteString == "http://b.test/g")
    #expect(try hop(decide("HTTPS://B.test/g")).url.scheme?.lowercased() == "https")
    #expect(try hop(decide("/ä b")).url.absoluteString == "http://a.test/%C3%A4%20b")
  }

  @Test(
    "A fragment is inherited unless the target has its own",
    arguments: [("/x", "f%20g"), ("/x#own", "own"), ("/x#", nil), ("//b.test/", "f%20g")]
      as [(String, String?)])
  func fragments(location: String, expected: String?) throws {
    let url = try hop(decide(location, from: "http://a.test/a#f%20g")).url
    #expect(url.fragment(percentEncoded: true) ?? "" == expected ?? "")
  }

  @Test("Within an origin all header fields go along")
  func sameOrigin() throws {
    let headers = secrets.merging(harmless) { $1 }
    for target in ["/x", "http://a.test:80/x", "HTTP://A.TEST/x"] {
      #expect(try hop(decide(target, headers: headers)).headers == headers)
    }
  }

  @Test(
    "Across origins only harmless header fields go along",
    arguments: [
      "http://b.test/", "http://a.test:81/", "https://a.test/", "http://sub.a.test/",
      "//b.test/", "http://a.test./",
    ])
  func crossOrigin(location: String) throws {
    let headers = secrets.merging(harmless) { $1 }
    #expect(try hop(decide(location, headers: headers)).headers == harmless)
  }

  @Test("A user name goes along within the origin, and never to another one")
  func userInformation() throws {
    let base = "http://u:p@a.test/"
    #expect(try hop(decide("/x", from: base)).url.user() == "u")
    let crossed = try hop(decide("http://v:q@b.test/x", from: base)).url
    #expect(crossed.absoluteString == "http://b.test/x")
  }

  @Test("A field that was dropped stays dropped when the chain leads back")
  func noReturn() throws {
    let there = try hop(decide("http://b.test/", headers: secrets))
    let policy = RedirectPolicy(limits: .default)
    let back = policy.decide(status: 302, fields: ["Location": "http://a.test/"], after: there)
    #expect(try hop(back).headers.isEmpty)
  }
}
