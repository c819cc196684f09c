#if os(Linux)
import Foundation
import LodeCodecs
import Testing

/// Pictures, broken pictures and things that are none, against what two reference decoders made of them.
///
/// The corpus is found through `LODE_SHARED`. Every sixteenth file is looked at, which takes some seconds
/// without optimisation; with `LODE_FULL_CORPUS` set, every file is.
@Suite(
  .enabled(
    if: ProcessInfo.processInfo.environment["LODE_SHARED"] != nil,
    "set LODE_SHARED to the folder that holds corpora/"))
struct CorpusTests {
  private struct Oracle: Decodable {
    struct Entry: Decodable {
      enum Expectation: String, Decodable { case decode, reject, any }

      let expect: Expectation
      let kind: String?
      let size: [Int]?
      let orientation: Int?
      let sha256: String?
      let grid: String?
      let flags: [String]?
    }

    let files: [String: Entry]
  }

  private struct Tally: CustomStringConvertible {
    var files = 0
    var decoded = 0
    var exact = 0
    var refused = 0
    var cut = 0
    var slowest = Duration.zero

    var description: String {
      "corpus: \(files) files, \(decoded) decoded (\(exact) to the byte), \(refused) refused, "
        + "\(cut) of them cut where a reference decoder guesses; slowest \(slowest)"
    }
  }

  /// Files whose pixels are complete and good, and only what follows them is broken; the reference
  /// decoders read on and fail.
  private static let brokenBehindPixels: Set<String> = [
    "go-fuzz-corpus/png/corpus/bab2afd5b1c82095a63f311140c868bf8d0dd119-2"
  ]

  private let decoder = ImageDecoder()

  @Test("Every file decodes to the reference's pixels, or is refused")
  func corpus() throws {
    let environment = ProcessInfo.processInfo.environment
    let folder = URL(filePath: try #require(environment["LODE_SHARED"])).appending(path: "corpora")
    let oracle = try JSONDecoder().decode(
      Oracle.self, from: Data(contentsOf: folder.appending(path: "oracle.json")))
    let step = environment["LODE_FULL_CORPUS"] == nil ? 16 : 1
    var tally = Tally()
    for (index, path) in oracle.files.keys.sorted().enumerated() where index % step == 0 {
      let entry = try #require(oracle.files[path])
      let file = try Data(contentsOf: folder.appending(path: path))
      tally.files += 1
      let start = ContinuousClock.now
      let result = Result { () throws(ImageDecodingError) in
        try decoder.decode(file, options: DecodingOptions())
      }
      let small = Result { () throws(ImageDecodingError) in
        try decoder.decode(
          file, options: DecodingOptions(targetSize: PixelSize(width: 40, height: 30)))
      }
      tally.slowest = max(tally.slowest, ContinuousClock.now - start)
      switch result {
      case .success(let image):
        tally.decoded += 1
        #expect(
          entry.expect != .reject || CorpusTests.brokenBehindPixels.contains(path),
          "\(path) should be refused")
        #expect((try? small.get())?.originalSize == image.originalSize, "\(path), scaled")
        #expect(try decoder.header(of: file)?.size == image.size, "\(path), its header")
        if check(image, entry, path: path, is16Bit: file.count > 24 && file[24] == 16) {
          tally.exact += 1
        }
      case .failure(let error):
        tally.refused += 1
        #expect((try? small.get()) == nil, "\(path), scaled")
        guard ["jpeg", "png", "webp"].contains(entry.kind), entry.expect == .decode else {
          continue
        }
        // A chunk that reaches beyond the file: the references show what they can guess.
        #expect(error == .truncated && entry.kind == "png", "\(path): \(error)")
        tally.cut += 1
      }
    }
    print(tally)
    #expect(tally.cut <= 8)
  }

  /// - Returns: Whether the pixels were the reference's to the byte.
  private func check(_ image: DecodedImage, _ entry: Oracle.Entry, path: String, is16Bit: Bool)
    -> Bool
  {
    guard let size = entry.size else { return false }
    let stored = PixelSize(width: size[0], height: size[1])
    let orientation = entry.kind == "jpeg" ? entry.orientation ?? 1 : 1
    #expect(image.size == (orientation >= 5 ? stored.transposed : stored), "\(path)")
    // The oracle's pixels are not turned upright.
    guard orientation == 1, image.size == stored else { return false }
    if let grid = entry.grid {
      let digits = Array(grid.utf8)
      let expected = stride(from: 0, to: digits.count, by: 2).map { index in
        Int(String(decoding: digits[index..<index + 2], as: UTF8.self), radix: 16) ?? -9
      }
      let worst = zip(image.grid, expected).map { abs($0 - $1) }.max()
      #expect(worst ?? 9 <= 1, "\(path)")
    }
    // The references cut 16 bits to 8, where Lode rounds; premultiplied pixels have no straight sum.
    guard let digest = entry.sha256, image.isOpaque, !(is16Bit && entry.kind == "png")
    else { return false }
    #expect(image.withUnsafeBytes { SHA256.hexDigest(of: $0) } == digest, "\(path)")
    return true
  }
}

extension DecodedImage {
  /// The mean of each channel in 4 × 4 cells, row by row, as the corpus's README defines them.
  fileprivate var grid: [Int] {
    let (width, height) = (size.width, size.height)
    return withUnsafeBytes { bytes in
      (0..<16).flatMap { cell in
        let (column, row) = (cell % 4, cell / 4)
        let x0 = width * column / 4
        let x1 = max(width * (column + 1) / 4, x0 + 1)
        let y0 = height * row / 4
        let y1 = max(height * (row + 1) / 4, y0 + 1)
        var (red, green, blue, alpha) = (0, 0, 0, 0)
        var y = y0
        while y < y1 {
          var offset = y * bytesPerRow + x0 * 4
          let end = y * bytesPerRow + x1 * 4
          while offset < end {
            red += Int(bytes[offset])
            green += Int(bytes[offset + 1])
            blue += Int(bytes[offset + 2])
            alpha += Int(bytes[offset + 3])
            offset += 4
          }
          y += 1
        }
        let count = (x1 - x0) * (y1 - y0)
        return [red, green, blue, alpha].map { ($0 * 2 + count) / (count * 2) }
      }
    }
  }
}
#endif
