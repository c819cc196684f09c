/// The bytes by which binary formats are recognised.
struct MagicNumber {
  private let bytes: [UInt8]
  private let offset: Int
  private let content: SniffedContent

  private init(_ bytes: [UInt8], at offset: Int = 0, _ content: SniffedContent) {
    self.bytes = bytes
    self.offset = offset
    self.content = content
  }

  private init(_ text: String, at offset: Int = 0, _ content: SniffedContent) {
    self.init(Array(text.utf8), at: offset, content)
  }

  /// The formats' own specifications name these signatures.
  private static let table = [
    MagicNumber([0xFF, 0xD8, 0xFF], .image(.jpeg)),
    MagicNumber([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .image(.png)),
    MagicNumber("GIF87a", .unsupportedImage("GIF")),
    MagicNumber("GIF89a", .unsupportedImage("GIF")),
    MagicNumber([0x49, 0x49, 0x2A, 0x00], .unsupportedImage("TIFF")),
    MagicNumber([0x4D, 0x4D, 0x00, 0x2A], .unsupportedImage("TIFF")),
    MagicNumber([0x49, 0x49, 0x2B, 0x00], .unsupportedImage("BigTIFF")),
    MagicNumber([0x4D, 0x4D, 0x00, 0x2B], .unsupportedImage("BigTIFF")),
    MagicNumber([0x00, 0x00, 0x01, 0x00], .unsupportedImage("ICO")),
    MagicNumber([0x00, 0x00, 0x02, 0x00], .unsupportedImage("CUR")),
    MagicNumber([0xFF, 0x0A], .unsupportedImage("JPEG XL")),
    MagicNumber(
      [0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A], .unsupportedImage("JPEG XL")),
    MagicNumber(
      [0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A],
      .unsupportedImage("JPEG 2000")),
    MagicNumber([0xFF, 0x4F, 0xFF, 0x51], .unsupportedImage("JPEG 2000")),
    MagicNumber([0x8A, 0x4D, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .unsupportedImage("MNG")),
    MagicNumber("8BPS\0", .unsupportedImage("Photoshop")),
    MagicNumber("qoif", .unsupportedImage("QOI")),
    MagicNumber("%PDF-", .other(kind: "a PDF document", firstWords: "")),
    MagicNumber([0x1F, 0x8B, 0x08], .other(kind: "compressed data (gzip)", firstWords: "")),
    MagicNumber([0x50, 0x4B, 0x03, 0x04], .other(kind: "a ZIP archive", firstWords: "")),
    MagicNumber([0x1A, 0x45, 0xDF, 0xA3], .other(kind: "a video", firstWords: "")),
  ]

  static func content(of prefix: FileBytes) -> SniffedContent? {
    for number in table where prefix.has(number.bytes, at: number.offset) { return number.content }
    return container(prefix) ?? bitmap(prefix)
  }

  /// Whether `prefix` is too short to be told from the beginning of a picture that has a decoder.
  static func isBeginning(_ prefix: FileBytes) -> Bool {
    for number in table where prefix.count < number.bytes.count {
      guard case .image = number.content else { continue }
      if prefix.has(Array(number.bytes.prefix(prefix.count)), at: 0) { return true }
    }
    return prefix.count < 12 && prefix.has("RIFF", at: 0)
  }

  /// Formats that share a container: RIFF, and ISO/IEC 14496-12, whose first box names its brands.
  private static func container(_ prefix: FileBytes) -> SniffedContent? {
    if prefix.has("RIFF", at: 0), prefix.count >= 12 {
      return prefix.has("WEBP", at: 8)
        ? .image(.webP) : .other(kind: "a sound or video", firstWords: "")
    }
    guard prefix.has("ftyp", at: 4), let boxLength = prefix.uint32(at: 0, isBigEndian: true),
      prefix.count >= 12
    else { return nil }
    // The major brand is followed by a version and the brands it is compatible with.
    let end = min(boxLength, prefix.count) - 4
    let brands = [8] + stride(from: 16, through: max(end, 0), by: 4)
    if brands.contains(where: { prefix.has("avif", at: $0) || prefix.has("avis", at: $0) }) {
      return .unsupportedImage("AVIF")
    }
    let heic: [StaticString] = ["heic", "heix", "hevc", "hevx", "heim", "heis", "mif1", "msf1"]
    if brands.contains(where: { offset in heic.contains { prefix.has($0, at: offset) } }) {
      return .unsupportedImage("HEIC")
    }
    return .other(kind: "a video", firstWords: "")
  }

  /// BMP begins with two letters, which is little; the length of its second header tells it from text.
  private static func bitmap(_ prefix: FileBytes) -> SniffedContent? {
    guard prefix.has("BM", at: 0), let length = prefix.uint32(at: 14, isBigEndian: false),
      [12, 16, 40, 52, 56, 64, 108, 124].contains(length)
    else { return nil }
    return .unsupportedImage("BMP")
  }
}
