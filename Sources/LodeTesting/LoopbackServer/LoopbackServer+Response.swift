public import Foundation
public import LodeImage

extension LoopbackServer {
  /// An answer, as a script.
  ///
  ///     // Half of a picture, then silence until the test opens the gate, then a reset.
  ///     Response(
  ///       fields: ["Content-Type": "image/png"], framing: .stated(photo.count),
  ///       body: [.send(photo.prefix(1000)), .stall(gate), .reset])
  public struct Response: Sendable {
    /// Something that the server does.
    public enum Step: Sendable {
      /// Sends bytes.
      case send(Data)
      /// Sends one byte, over and over, without the memory for all of them.
      case fill(UInt8, count: Int)
      /// Sends nothing for a while, in real time.
      case pause(Duration)
      /// Sends nothing until the gate is open.
      case stall(Gate)
      /// Closes the connection in good order.
      case close
      /// Resets the connection.
      case reset
    }

    /// How the client learns where the body ends.
    public enum Framing: Hashable, Sendable {
      /// By a `Content-Length` that is true.
      case contentLength
      /// By a `Content-Length` that says this, true or not.
      case stated(Int)
      /// By chunks: each step that sends is one.
      case chunked
      /// By the end of the connection.
      case untilClose
    }

    /// The status line and the header fields, on the wire.
    public var head: Data

    /// What follows, on the wire. Not sent to a request by HEAD.
    public var body: [Step]

    /// Whether the connection is kept for the next request, if the client wants to.
    public var keepsConnection: Bool

    /// Creates an answer that is sent as it is.
    public init(head: Data, body: [Step] = [], keepsConnection: Bool = false) {
      self.head = head
      self.body = body
      self.keepsConnection = keepsConnection
    }

    /// Creates an answer whose head is made from its parts.
    ///
    /// - Parameters:
    ///   - fields: The header fields; `Content-Length`, `Transfer-Encoding` and `Connection` are added as
    ///     the framing needs them.
    ///   - body: What follows the head. With `.chunked` the last chunk is added at the end.
    public init(
      status: Int = 200, fields: HTTPFields = HTTPFields(), framing: Framing = .contentLength,
      keepsConnection: Bool = true, body: [Step] = []
    ) {
      var lines = ["HTTP/1.1 \(status) \(Self.reason(for: status))"]
      lines += fields.fields.map { "\($0.name): \($0.value)" }
      var keepsConnection = keepsConnection
      switch framing {
      // These statuses have no body and say nothing of its length (RFC 9112, §6.3).
      case .contentLength where status < 200 || status == 204 || status == 304: break
      case .contentLength: lines.append("Content-Length: \(body.reduce(0) { $0 + $1.byteCount })")
      case .stated(let count): lines.append("Content-Length: \(count)")
      case .chunked: lines.append("Transfer-Encoding: chunked")
      case .untilClose: keepsConnection = false
      }
      if !keepsConnection { lines.append("Connection: close") }
      self.init(
        head: Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8),
        body: framing == .chunked
          ? body.flatMap(\.asChunk) + [.send(Data("0\r\n\r\n".utf8))] : body,
        keepsConnection: keepsConnection)
    }

    /// The steps for a request by `method`, with neighbouring pieces joined into one write.
    func steps(for method: String) -> [Step] {
      var steps: [Step] = head.isEmpty ? [] : [.send(head)]
      guard method != "HEAD" else { return steps }
      for step in body {
        if case .send(let data) = step, case .send(let last)? = steps.last {
          steps[steps.count - 1] = .send(last + data)
        } else {
          steps.append(step)
        }
      }
      return steps
    }

    private static func reason(for status: Int) -> String {
      let reasons = [
        200: "OK", 204: "No Content", 206: "Partial Content", 301: "Moved Permanently",
        302: "Found",
        303: "See Other", 304: "Not Modified", 307: "Temporary Redirect", 308: "Permanent Redirect",
        401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 410: "Gone",
        429: "Too Many Requests",
        500: "Internal Server Error", 503: "Service Unavailable",
      ]
      return reasons[status] ?? "Status"
    }
  }
}

extension LoopbackServer.Response {
  /// Status 200 with a body.
  public static func ok(_ body: Data, type: String = "application/octet-stream") -> Self {
    Self(fields: ["Content-Type": type], body: [.send(body)])
  }

  /// A status with a body of text, such as an error page.
  public static func status(_ status: Int, _ text: String = "") -> Self {
    Self(
      status: status, fields: text.isEmpty ? [:] : ["Content-Type": "text/plain"],
      body: text.isEmpty ? [] : [.send(Data(text.utf8))])
  }

  /// A redirect.
  public static func redirect(to location: String, status: Int = 302) -> Self {
    Self(status: status, fields: ["Location": location])
  }

  /// Bytes as they are, head included, and then the end of the connection.
  public static func raw(_ text: String) -> Self {
    Self(head: Data(text.utf8))
  }

  /// No answer: the connection is closed in good order.
  public static let close = Self(head: Data(), body: [.close])

  /// No answer: the connection is reset.
  public static let reset = Self(head: Data(), body: [.reset])
}

extension LoopbackServer.Response.Step {
  fileprivate var byteCount: Int {
    switch self {
    case .send(let data): data.count
    case .fill(_, let count): count
    case .pause, .stall, .close, .reset: 0
    }
  }

  fileprivate var asChunk: [Self] {
    guard byteCount > 0 else { return [self] }
    return [
      .send(Data("\(String(byteCount, radix: 16))\r\n".utf8)), self, .send(Data("\r\n".utf8)),
    ]
  }
}
