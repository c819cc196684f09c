#if os(Linux)
import Foundation
import LodeCodecs
import Testing

/// What is no picture is told by name, and what the first bytes say about one that is.
@Suite struct ContentTests {
  private let decoder = ImageDecoder()

  @Test(
    "What servers send instead of pictures is named, with its first words",
    arguments: [
      (
        "<!DOCTYPE html><html><head><title>404 Not Found</title></head></html>", "a web page",
        "404 Not Found"
      ),
      ("\n  <!-- cached -->\n<HTML lang=en><body>Sign in</body>", "a web page", "Sign in"),
      (
        "<?xml version=\"1.0\"?><Error><Code>AccessDenied</Code></Error>", "an XML document",
        "AccessDenied"
      ),
      ("{\"error\": \"no such picture\"}", "JSON", "{\"error\": \"no such picture\"}"),
      ("  [1, 2, 3]  and more than enough", "JSON", "[1, 2, 3] and more than enough"),
      (
        "\u{FEFF}Not found:\tthis picture was moved\u{1B}[31m", "text",
        "Not found: this picture was moved [31m"
      ),
      ("Forbidden", "text", "Forbidden"),
      ("", "empty", ""),
      ("%PDF-1.7 and so on, binary after this", "a PDF document", ""),
      (
        "\u{0}\u{1}\u{2}\u{3}\u{4} thirty-two bytes that are nothing", "data of an unknown kind", ""
      ),
    ])
  func noPicture(text: String, kind: String, firstWords: String) {
    let expected = ImageDecodingError.notAnImage(kind: kind, firstWords: firstWords)
    #expect(throws: expected) {
      try decoder.decode(Data(text.utf8), options: DecodingOptions())
    }
    if text.utf8.count >= 32 {
      #expect(throws: expected) { try decoder.header(of: Data(text.utf8)) }
    }
  }

  @Test("First words are at most 80 characters in one line")
  func longText() {
    let text = Data(String(repeating: "a long  story\n", count: 400).utf8)
    let error = #expect(throws: ImageDecodingError.self) { try decoder.header(of: text) }
    guard case .notAnImage("text", let words) = error else {
      Issue.record("expected text, got \(String(describing: error))")
      return
    }
    #expect(words.count == 80)
    #expect(words.hasPrefix("a long story a long story"))
  }

  @Test("Text in UTF-16 is text")
  func utf16() {
    let text = Data([0xFF, 0xFE] + "Not here any more".utf16.flatMap { [UInt8($0), 0] })
    #expect(throws: ImageDecodingError.notAnImage(kind: "text", firstWords: "Not here any more")) {
      try decoder.decode(text, options: DecodingOptions())
    }
  }

  @Test(
    "Pictures that no decoder knows are named",
    arguments: [
      (Array("GIF89a".utf8), "GIF"),
      ([0, 0, 0, 0x1C] + Array("ftypavif\0\0\0\0mif1avif".utf8), "AVIF"),
      ([0, 0, 0, 0x18] + Array("ftypmif1\0\0\0\0mif1heic".utf8), "HEIC"),
      ([0, 0, 0, 0x1C] + Array("ftypmif1\0\0\0\0mif1avif".utf8), "AVIF"),
      (Array("BM".utf8) + [UInt8](repeating: 0, count: 12) + [40, 0, 0, 0], "BMP"),
      (Array("II".utf8) + [42, 0], "TIFF"), (Array("MM".utf8) + [0, 42], "TIFF"),
      ([0, 0, 1, 0], "ICO"), ([0xFF, 0x0A], "JPEG XL"), (Array("qoif".utf8), "QOI"),
      (Array("<svg xmlns='http://www.w3.org/2000/svg'>".utf8), "SVG"),
      (
        Array("<?xml version='1.0'?>\n<!-- by hand -->\n<!DOCTYPE svg PUBLIC 'x'>\n<svg>".utf8),
        "SVG"
      ),
    ] as [([UInt8], String)])
  func unsupported(bytes: [UInt8], name: String) {
    let file = Data(bytes + [UInt8](repeating: 0x20, count: 40))
    #expect(throws: ImageDecodingError.unsupportedFormat(name)) { try decoder.header(of: file) }
    #expect(throws: ImageDecodingError.unsupportedFormat(name)) {
      try decoder.decode(file, options: DecodingOptions())
    }
  }

  @Test(
    "A header that arrives byte by byte is unknown, and then known for good",
    arguments: [
      ImageEncoding.jpeg(quality: 80), .png, .webP(quality: 80), .webPLossless,
    ])
  func byteByByte(encoding: ImageEncoding) throws {
    var file = try encoding.encode(.makeScene(300, 200))
    if case .jpeg = encoding {
      file = JPEGSegments.insert(
        JPEGSegments.exif(orientation: 1, isBigEndian: false)
          + JPEGSegments.segment(0xFE, [UInt8](repeating: 0xFF, count: 300)), into: file)
    }
    var known: Int?
    for length in 0...min(file.count, 1_200) {
      // A slice, so that its indices do not begin at zero.
      let beginning = (Data([1, 2, 3]) + file.prefix(length)).dropFirst(3)
      let header = try decoder.header(of: beginning)
      if let header {
        #expect(header.size == PixelSize(width: 300, height: 200))
        known = known ?? length
      } else {
        #expect(known == nil, "known at \(known ?? 0), unknown at \(length)")
      }
    }
    #expect(try #require(known) < 1_000)
  }

  @Test(
    "The first bytes of a signature are a cut picture, not data of an unknown kind",
    arguments: [
      [0xFF], [0xFF, 0xD8], [0x89, 0x50, 0x4E], [0x52, 0x49, 0x46, 0x46, 0x10, 0, 0, 0],
    ] as [[UInt8]])
  func cutSignature(bytes: [UInt8]) throws {
    #expect(try decoder.header(of: Data(bytes)) == nil)
    #expect(throws: ImageDecodingError.truncated) {
      try decoder.decode(Data(bytes), options: DecodingOptions())
    }
  }
}
#endif
