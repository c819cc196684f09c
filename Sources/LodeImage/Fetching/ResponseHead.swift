package import LodeCore

/// Gathers the lines of an answer's head.
///
/// Interim answers (1xx) are dropped, folded lines are joined (RFC 9112, §5.2), and lines that come
/// after the head, which are trailers, are ignored.
package struct ResponseHead: Hashable, Sendable {
  /// What a line led to.
  package enum Progress: Hashable, Sendable {
    /// The head goes on.
    case incomplete
    /// The line was the last one of the final head.
    case complete
    /// The head is no head, for this reason.
    case refused(String)
  }

  private enum State: Hashable, Sendable {
    case awaitingStatus
    case fields
    case complete
  }

  /// The most bytes of all heads of one request together, interim ones included: Chrome's limit.
  package static let limit = ByteCount.kibibytes(256)

  /// The most lines of them: curl's limit.
  package static let lineLimit = 5000

  package private(set) var status = 0
  /// Whether the answer came over HTTP/2, whose connections are shared.
  package private(set) var isMultiplexed = false
  package private(set) var fields = HTTPFields()
  private var state = State.awaitingStatus
  private var received = 0
  private var lineCount = 0
  private var lastField: HTTPFields.Field?

  package init() {}

  package var isComplete: Bool { state == .complete }

  package mutating func receive(line: UnsafeRawBufferPointer) -> Progress {
    guard state != .complete else { return .incomplete }
    received += line.count
    lineCount += 1
    guard received <= Self.limit.bytes, lineCount <= Self.lineLimit else {
      return .refused(
        "The head of the answer is larger than \(Self.limit) or \(Self.lineLimit) lines")
    }
    // A proxy may take either for the end of a line (RFC 9112, §2.2).
    guard !line.dropLast(2).contains(where: { $0 == 0x0D || $0 == 0 }) else {
      return .refused("There is a stray control character in the head of the answer")
    }
    let text = Self.text(line)
    switch state {
    case .awaitingStatus:
      // `HTTP/1.1 200 OK`, and `HTTP/2 200 ` from HTTP/2, which has no such line itself.
      guard text.hasPrefix("HTTP/") else { return .incomplete }
      let words = text.split(separator: " ", maxSplits: 2)
      status = words.count > 1 ? Int(words[1]) ?? 0 : 0
      isMultiplexed = words.first == "HTTP/2"
      fields = HTTPFields()
      state = .fields
      return .incomplete
    case .fields:
      if text.isEmpty {
        flush()
        state = (100..<200).contains(status) ? .awaitingStatus : .complete
        return isComplete ? .complete : .incomplete
      }
      append(text, isFolded: line[0] == UInt8(ascii: " ") || line[0] == UInt8(ascii: "\t"))
      return .incomplete
    case .complete:
      return .incomplete
    }
  }

  private mutating func append(_ text: Substring, isFolded: Bool) {
    if isFolded, lastField != nil {
      lastField?.value += " \(text)"
      return
    }
    flush()
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return }
    lastField = HTTPFields.Field(
      name: String(text[..<colon].trimmingBlanks),
      value: String(text[text.utf8.index(after: colon)...].trimmingBlanks))
  }

  private mutating func flush() {
    guard let field = lastField else { return }
    fields.append(name: field.name, value: field.value)
    lastField = nil
  }

  /// Field values are UTF-8 in practice and Latin-1 by tradition.
  private static func text(_ line: UnsafeRawBufferPointer) -> Substring {
    let text =
      String(validating: line, as: UTF8.self)
      ?? String(String.UnicodeScalarView(line.lazy.map { Unicode.Scalar($0) }))
    return text[...].trimmingBlanks
  }
}

extension ResponseHead {
  /// Whether the body's bytes are what the server sends, with no content coding to be undone.
  package var isUncoded: Bool {
    guard let coding = fields["Content-Encoding"] else { return true }
    return coding.isEmpty || coding.lowercased() == "identity"
  }

  /// What `Content-Length` says.
  package enum StatedLength: Hashable, Sendable {
    /// There is none, or a transfer coding overrides it (RFC 9112, §6.3), or it is more than an `Int` can
    /// hold: then the end of the connection is the end of the body, as in curl and browsers.
    case none
    case bytes(ByteCount)
    /// No number, or two different ones.
    case malformed
  }

  package var statedLength: StatedLength {
    guard fields["Transfer-Encoding"] == nil, let text = fields["Content-Length"] else {
      return .none
    }
    // The same length twice is tolerated (RFC 9110, §8.6).
    let values = text.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmingBlanks)
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard
      values.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(digits.contains) }),
      Set(values.map { $0.drop { $0 == "0" } }).count == 1
    else { return .malformed }
    return Int(values[0]).map { .bytes(ByteCount($0)) } ?? .none
  }

  /// The length of the body after content decoding, where it is known in advance.
  package var expectedBodySize: ByteCount? {
    guard isUncoded, case .bytes(let count) = statedLength else { return nil }
    return count
  }
}

extension Substring {
  /// Without the white space at both ends, that of the end of a line included.
  fileprivate var trimmingBlanks: Substring {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0.isNewline }
    guard let start = firstIndex(where: { !isBlank($0) }) else { return self[endIndex...] }
    return self[start...lastIndex { !isBlank($0) }!]
  }
}
