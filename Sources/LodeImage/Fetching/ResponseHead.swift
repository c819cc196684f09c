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
    let text = line.trimmingBlanks
    switch state {
    case .awaitingStatus:
      // `HTTP/1.1 200 OK`, and `HTTP/2 200 ` from HTTP/2, which has no such line itself.
      guard text.starts(with: "HTTP/".utf8) else { return .incomplete }
      let words = text.split(separator: UInt8(ascii: " "), maxSplits: 2)
      status = words.count > 1 ? Int(words[1].text) ?? 0 : 0
      isMultiplexed = words.first?.text == "HTTP/2"
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

  private mutating func append(_ text: Slice<UnsafeRawBufferPointer>, isFolded: Bool) {
    if isFolded, lastField != nil {
      lastField?.value += " \(text.text)"
      return
    }
    flush()
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else { return }
    lastField = HTTPFields.Field(
      name: text[..<colon].trimmingBlanks.text, value: text[(colon + 1)...].trimmingBlanks.text)
  }

  private mutating func flush() {
    guard let field = lastField else { return }
    fields.append(name: field.name, value: field.value)
    lastField = nil
  }
}

extension Slice<UnsafeRawBufferPointer> {
  /// Field values are UTF-8 in practice and Latin-1 by tradition.
  fileprivate var text: String {
    String(validating: self, as: UTF8.self)
      ?? String(String.UnicodeScalarView(lazy.map { Unicode.Scalar($0) }))
  }
}
