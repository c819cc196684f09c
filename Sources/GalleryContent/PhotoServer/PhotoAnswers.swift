import Foundation
import LodeCore
import LodeTesting

/// What the photo server answers.
final class PhotoAnswers: Sendable {
  private let pictures: [CataloguePicture]
  private let store: PhotoStore
  private let indices: [String: Int]
  /// The pictures that have been refused once already.
  private let refused = Locked<Set<Int>>([])

  init(pictures: [CataloguePicture], store: PhotoStore) {
    self.pictures = pictures
    self.store = store
    indices = Dictionary(
      pictures.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  func path(_ index: Int, _ variant: PhotoStore.Variant) -> String {
    let picture = pictures[index]
    return "/\(variant.rawValue)/\(picture.name).\(picture.format.rawValue)"
  }

  func stop() {
    store.stop()
  }

  /// Called on the server's thread.
  func response(to request: LoopbackServer.Request) -> LoopbackServer.Response {
    guard request.method == "GET" || request.method == "HEAD" else { return .status(405) }
    if request.path == "/feed.json" { return feed(host: request.fields["Host"]) }
    let parts = request.path.split(separator: "/")
    guard parts.count == 2, let variant = PhotoStore.Variant(rawValue: String(parts[0])),
      let index = indices[String(parts[1].prefix { $0 != "." })],
      request.path == path(index, variant)
    else { return .status(404, "There is no such picture.") }
    let key = PhotoStore.Key(index: index, variant: variant)
    switch pictures[index].behaviour {
    case .missing: return .status(404, "There is no such picture.")
    case .gone: return .status(410, "This picture was taken down.")
    case .page: return .ok(Data(Self.page.utf8), type: "text/html; charset=utf-8")
    case .busyOnce where refused.withLock({ $0.insert(index).inserted }):
      return LoopbackServer.Response(
        status: 503, fields: ["Retry-After": "1", "Content-Type": "text/plain"],
        body: [.send(Data("The server is busy.".utf8))])
    case .good, .slow, .cutOff, .damaged, .busyOnce:
      guard let file = store.file(key) else { return whenMade(key, of: request) }
      return answer(file, key)
    }
  }

  private func answer(_ file: Data, _ key: PhotoStore.Key) -> LoopbackServer.Response {
    let picture = pictures[key.index]
    let type = picture.format.mediaType
    switch picture.behaviour {
    case .slow: return slow(file, type: type)
    case .cutOff: return .ok(file.prefix(file.count * 3 / 5), type: type)
    case .damaged: return .ok(damaged(file), type: type)
    case .good, .busyOnce, .missing, .gone, .page: return .ok(file, type: type)
    }
  }

  /// The same address again, as soon as the picture has been made: the thread that answers must not wait,
  /// and what it answers must be known when it answers.
  private func whenMade(
    _ key: PhotoStore.Key, of request: LoopbackServer.Request
  ) -> LoopbackServer.Response {
    // A picture that could not be made would be asked for again and again.
    guard request.query == nil else { return .status(500, "The picture could not be made.") }
    let gate = LoopbackServer.Gate()
    store.make(key.index) { gate.open() }
    let location = "\(request.path)?made"
    let redirect = """
      HTTP/1.1 307 Temporary Redirect\r
      Location: \(location)\r
      Cache-Control: no-store\r
      Content-Length: 0\r
      \r

      """
    return LoopbackServer.Response(
      head: Data(), body: [.stall(gate), .send(Data(redirect.utf8))], keepsConnection: true)
  }

  /// Two and a half seconds for the whole file, whatever its length.
  private func slow(_ file: Data, type: String) -> LoopbackServer.Response {
    let pieces = 25
    var body: [LoopbackServer.Response.Step] = []
    for piece in 0..<pieces {
      let (start, end) = (file.count * piece / pieces, file.count * (piece + 1) / pieces)
      if start < end { body.append(.send(file.subdata(in: start..<end))) }
      body.append(.pause(.milliseconds(100)))
    }
    return LoopbackServer.Response(fields: ["Content-Type": type], body: body)
  }

  /// A file that begins well, and has other bytes in its middle.
  private func damaged(_ file: Data) -> Data {
    var file = Data(file)
    for index in stride(from: file.count / 3, to: file.count / 3 + 64, by: 1)
    where index < file.count {
      file[index] ^= 0x5A
    }
    return file
  }

  private func feed(host: String?) -> LoopbackServer.Response {
    let items = pictures.indices.map { index -> [String: Any] in
      let picture = pictures[index]
      return [
        "id": picture.name, "title": picture.title, "summary": picture.caption,
        "attachments": [["url": path(index, .large), "mime_type": picture.format.mediaType]],
      ]
    }
    let feed: [String: Any] = [
      "version": "https://jsonfeed.org/version/1.1", "title": "Photo Server", "items": items,
    ]
    let data = try? JSONSerialization.data(
      withJSONObject: feed, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    return data.map { .ok($0, type: "application/feed+json") } ?? .status(500)
  }

  private static let page = """
    <!DOCTYPE html>
    <html lang="en">
      <head><title>Welcome to the train's network</title></head>
      <body><h1>Please accept the terms of use</h1><p>Then you may go on.</p></body>
    </html>

    """
}
