public import Foundation
public import LodeCodecs
import LodeCore

/// Writes pictures that follow each other as one animated WebP file, which plays for ever.
///
/// Container: RFC 9649, §2.7. Of each picture only the blocks that differ from the one before are kept;
/// the rest is transparent, so that a recording of a window stays small.
public struct AnimatedWebP {
  private struct Frame {
    var data: Data
    var x: Int
    var y: Int
    var size: PixelSize
    var duration: Duration
  }

  /// The sides of a block, in pixels: those of the codec's own, so that no edge runs through one.
  private static let blockSide = 16

  private let quality: Int
  private var size: PixelSize?
  private var frames: [Frame] = []
  private var last: DecodedImage?

  /// Creates an empty animation.
  ///
  /// - Parameter quality: From 0 to 100.
  public init(quality: Int) {
    self.quality = quality
  }

  /// The number of pictures that differ from the one before.
  public var frameCount: Int { frames.count }

  /// Adds a picture, shown for `duration`. A picture like the one before prolongs that one.
  ///
  /// - Precondition: It is opaque and as large as the first, which has at most 16,384 pixels a side.
  /// - Throws: What the encoder reports.
  public mutating func append(
    _ image: DecodedImage, for duration: Duration
  ) throws(ImageEncodingError) {
    precondition(image.isOpaque && size.map { $0 == image.size } ?? true)
    size = image.size
    guard let last else {
      self.last = image
      frames.append(
        Frame(
          data: Self.chunks(of: try ImageEncoding.webP(quality: quality).encode(image)), x: 0, y: 0,
          size: image.size, duration: duration))
      return
    }
    let blocks = ChangedBlocks(from: last, to: image, side: Self.blockSide)
    guard let bounds = blocks.bounds else {
      frames[frames.count - 1].duration += duration
      return
    }
    self.last = image
    let part = blocks.changedPart(of: image)
    frames.append(
      Frame(
        data: Self.chunks(of: try ImageEncoding.webP(quality: quality).encode(part)), x: bounds.x,
        y: bounds.y, size: part.size, duration: duration))
  }

  /// The file; empty without pictures.
  public var data: Data {
    guard let size else { return Data() }
    var body = Data("WEBP".utf8)
    // Flags: animation, alpha.
    body.appendChunk("VP8X") {
      $0.append(contentsOf: [0x12, 0, 0, 0])
      $0.append24(size.width - 1)
      $0.append24(size.height - 1)
    }
    // No background, no end.
    body.appendChunk("ANIM") { $0.append(contentsOf: [0, 0, 0, 0, 0, 0]) }
    for frame in frames {
      body.appendChunk("ANMF") {
        $0.append24(frame.x / 2)
        $0.append24(frame.y / 2)
        $0.append24(frame.size.width - 1)
        $0.append24(frame.size.height - 1)
        $0.append24(min(0xFF_FFFF, Int((frame.duration / .milliseconds(1)).rounded())))
        // Laid over what is there, and left there.
        $0.append(0)
        $0.append(frame.data)
      }
    }
    var file = Data("RIFF".utf8)
    file.append32(body.count)
    return file + body
  }

  /// The chunks of a WebP file with one picture that belong into a frame.
  private static func chunks(of file: Data) -> Data {
    var chunks = Data()
    var offset = file.startIndex + 12
    while offset + 8 <= file.endIndex {
      let size = (0..<4).reduce(0) { $0 | Int(file[offset + 4 + $1]) << (8 * $1) }
      let end = min(file.endIndex, offset + 8 + size + size % 2)
      if file[offset..<offset + 4] != Data("VP8X".utf8) { chunks += file[offset..<end] }
      offset = end
    }
    return chunks
  }
}

/// Which blocks of a picture differ from another's.
private struct ChangedBlocks {
  /// The smallest rectangle around all of them, in pixels; its corner has even coordinates.
  private(set) var bounds: (x: Int, y: Int, width: Int, height: Int)?
  private var isChanged: [Bool]
  private let side: Int
  private let columns: Int

  init(from old: DecodedImage, to new: DecodedImage, side: Int) {
    self.side = side
    let size = new.size
    columns = (size.width + side - 1) / side
    let rows = (size.height + side - 1) / side
    isChanged = Array(repeating: false, count: columns * rows)
    old.withUnsafeBytes { oldBytes in
      new.withUnsafeBytes { newBytes in
        for y in 0..<size.height {
          for column in 0..<columns where !isChanged[y / side * columns + column] {
            let x = column * side
            let count = min(side, size.width - x) * 4
            let a = oldBytes.baseAddress! + y * old.bytesPerRow + x * 4
            let b = newBytes.baseAddress! + y * new.bytesPerRow + x * 4
            if memcmp(a, b, count) != 0 { isChanged[y / side * columns + column] = true }
          }
        }
      }
    }
    let changed = isChanged.indices.filter { isChanged[$0] }
    guard let first = changed.first, let last = changed.last else { return }
    let left = (changed.map { $0 % columns }.min() ?? 0) * side
    let right = min(size.width, ((changed.map { $0 % columns }.max() ?? 0) + 1) * side)
    let top = first / columns * side
    let bottom = min(size.height, (last / columns + 1) * side)
    bounds = (left, top, right - left, bottom - top)
  }

  /// The part of the picture within the bounds, transparent where nothing has changed.
  func changedPart(of image: DecodedImage) -> DecodedImage {
    guard let bounds else { return image }
    let size = PixelSize(width: bounds.width, height: bounds.height)
    return DecodedImage(size: size) { target in
      target.initializeMemory(as: UInt8.self, repeating: 0)
      image.withUnsafeBytes { source in
        for y in 0..<size.height {
          let row = (bounds.y + y) / side * columns
          for x in stride(from: 0, to: size.width, by: side)
          where isChanged[row + (bounds.x + x) / side] {
            let from = (bounds.y + y) * image.bytesPerRow + (bounds.x + x) * 4
            target.baseAddress!.advanced(by: (y * size.width + x) * 4).copyMemory(
              from: source.baseAddress! + from, byteCount: min(side, size.width - x) * 4)
          }
        }
      }
    }
  }
}

extension Data {
  fileprivate mutating func append24(_ value: Int) {
    for shift in [0, 8, 16] { append(UInt8(truncatingIfNeeded: value >> shift)) }
  }

  fileprivate mutating func append32(_ value: Int) {
    append24(value)
    append(UInt8(truncatingIfNeeded: value >> 24))
  }

  /// Appends a chunk: its name, its length, its content, and a byte that makes its end even.
  fileprivate mutating func appendChunk(_ name: String, _ fill: (inout Data) -> Void) {
    var content = Data()
    fill(&content)
    append(Data(name.utf8))
    append32(content.count)
    append(content)
    if content.count % 2 == 1 { append(0) }
  }
}
