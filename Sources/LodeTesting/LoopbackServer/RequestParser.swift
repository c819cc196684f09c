import Foundation
import LodeImage

/// Takes requests out of the bytes of a connection.
struct RequestParser: Sendable {
  enum Result: Sendable {
    case incomplete
    case request(LoopbackServer.Request)
    /// The bytes are no request, or a larger one than the server takes.
    case malformed
  }

  /// The most bytes of a request, head and body together.
  static let limit = 1 << 20

  private var bytes = Data()

  var isFull: Bool { bytes.count >= Self.limit }

  mutating func append(_ new: Data) {
    bytes.append(new)
  }

  mutating func next(connection: Int) -> Result {
    guard let end = bytes.range(of: Data("\r\n\r\n".utf8)) else {
      return isFull ? .malformed : .incomplete
    }
    let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(
      separatedBy: "\r\n")
    let words = lines[0].split(separator: " ")
    guard words.count == 3, words[2].hasPrefix("HTTP/1.") else { return .malformed }
    var fields = HTTPFields()
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { return .malformed }
      fields.append(
        name: String(line[..<colon]),
        value: line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces))
    }
    let length = Int(fields["Content-Length"] ?? "0") ?? -1
    guard (0...Self.limit).contains(length) else { return .malformed }
    guard bytes.distance(from: end.upperBound, to: bytes.endIndex) >= length else {
      return isFull ? .malformed : .incomplete
    }
    let bodyEnd = bytes.index(end.upperBound, offsetBy: length)
    let request = LoopbackServer.Request(
      method: String(words[0]), target: String(words[1]), fields: fields,
      body: Data(bytes[end.upperBound..<bodyEnd]), connection: connection)
    bytes = Data(bytes[bodyEnd...])
    return .request(request)
  }
}
