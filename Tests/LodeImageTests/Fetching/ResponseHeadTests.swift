import Foundation
import LodeCore
import LodeImage
import Testing

@Suite struct ResponseHeadTests {
  private var head = ResponseHead()

  private mutating func receive(_ lines: String...) -> [ResponseHead.Progress] {
    lines.map { line in
      Data("\(line)\r\n".utf8).withUnsafeBytes { head.receive(line: $0) }
    }
  }

  @Test("The last head counts, folded lines are joined, and trailers are ignored")
  mutating func lines() {
    #expect(
      receive("HTTP/1.1 100 Continue", "X-A: 0", "") == Array(repeating: .incomplete, count: 3))
    #expect(
      receive("HTTP/1.1 206 Partial Content", "X-A:1", "\t 2", "X-B:  ", "")
        == Array(repeating: .incomplete, count: 4) + [.complete])
    #expect(head.status == 206)
    #expect(head.fields == ["X-A": "1 2", "X-B": ""])
    #expect(receive("X-A: 3", "") == [.incomplete, .incomplete])
    #expect(head.fields == ["X-A": "1 2", "X-B": ""])
    #expect(!head.isMultiplexed)
  }

  @Test("Values that are no UTF-8 are Latin-1")
  mutating func latin1() {
    _ = receive("HTTP/2 200 ")
    #expect(head.isMultiplexed)
    _ = Data([0x41, 0x3A, 0xE4]).withUnsafeBytes { head.receive(line: $0) }
    _ = receive("B: ä", "")
    #expect(head.fields == ["A": "ä", "B": "ä"])
  }

  @Test("Too many bytes, too many lines and stray control characters are refused")
  mutating func refusals() {
    func isRefused(_ lines: [String]) -> Bool {
      var head = ResponseHead()
      return lines.contains { line in
        let progress = Data(line.utf8).withUnsafeBytes { head.receive(line: $0) }
        if case .refused = progress { return true } else { return false }
      }
    }
    #expect(isRefused(["HTTP/1.1 200 OK\r\n", "A: b\rC: d\r\n"]))
    #expect(isRefused(["HTTP/1.1 200 OK\r\n", "A: b\0\r\n"]))
    #expect(isRefused(Array(repeating: "A: \(String(repeating: "a", count: 1021))", count: 257)))
    #expect(!isRefused(Array(repeating: "A: \(String(repeating: "a", count: 1021))", count: 256)))
    #expect(isRefused(Array(repeating: "A: b\n", count: 5001)))
    #expect(!isRefused(Array(repeating: "A: b\n", count: 5000)))
  }

  @Test(
    "The stated length is a number, or none, or refused",
    arguments: [
      ("5", .bytes(ByteCount(5))), ("5, 5", .bytes(ByteCount(5))), ("005,5", .bytes(ByteCount(5))),
      ("0", .bytes(.zero)), ("5,6", .malformed), ("5,", .malformed), ("", .malformed),
      ("-5", .malformed), ("+5", .malformed), ("5 6", .malformed), ("0x5", .malformed),
      ("18446744073709551621", .none),
    ] as [(String, ResponseHead.StatedLength)])
  mutating func lengths(text: String, expected: ResponseHead.StatedLength) {
    _ = receive("HTTP/1.1 200 OK", "Content-Length: \(text)", "")
    #expect(head.statedLength == expected)
  }

  @Test("The size of the body is known from an uncoded length alone")
  mutating func expectedSize() {
    for (fields, expected) in [
      (["Content-Length: 7"], 7), (["Content-Length: 7", "Content-Encoding: identity"], 7),
      (["Content-Length: 7", "Content-Encoding: gzip"], nil),
      (["Content-Length: 7", "Transfer-Encoding: chunked"], nil), ([], nil),
    ] as [([String], Int?)] {
      head = ResponseHead()
      _ = receive("HTTP/1.1 200 OK")
      for field in fields { _ = receive(field) }
      _ = receive("")
      #expect(head.expectedBodySize == expected.map { ByteCount($0) })
    }
  }
}
