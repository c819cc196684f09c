import Foundation
import GalleryContent
import LodeCodecs
import LodeCore
import Testing

@Suite("Animated WebP") struct AnimatedWebPTests {
  private let size = PixelSize(width: 70, height: 50)

  /// A grey picture with a white square of 8 by 8 pixels.
  private func picture(squareAt x: Int, _ y: Int) -> DecodedImage {
    DecodedImage(size: size, isOpaque: true) { bytes in
      for index in 0..<size.pixelCount {
        let (column, row) = (index % size.width, index / size.width)
        let isSquare = (x..<x + 8).contains(column) && (y..<y + 8).contains(row)
        for channel in 0..<3 { bytes[index * 4 + channel] = isSquare ? 255 : 90 }
        bytes[index * 4 + 3] = 255
      }
    }
  }

  private struct Chunk {
    var name: String
    var content: Data
  }

  private func chunks(of file: Data) -> [Chunk] {
    var chunks: [Chunk] = []
    var offset = 12
    while offset + 8 <= file.count {
      let size = number(file, at: offset + 4, bytes: 4)
      let name = String(decoding: file[offset..<offset + 4], as: UTF8.self)
      chunks.append(Chunk(name: name, content: file.subdata(in: offset + 8..<offset + 8 + size)))
      offset += 8 + size + size % 2
    }
    #expect(offset == file.count)
    return chunks
  }

  private func number(_ data: Data, at offset: Int, bytes: Int) -> Int {
    (0..<bytes).reduce(0) { $0 | Int(data[data.startIndex + offset + $1]) << (8 * $1) }
  }

  @Test("The file says its size, and every frame its place, size and duration")
  func container() throws {
    var animation = AnimatedWebP(quality: 70)
    try animation.append(picture(squareAt: 0, 0), for: .milliseconds(100))
    try animation.append(picture(squareAt: 40, 20), for: .milliseconds(250))
    let file = animation.data
    #expect(number(file, at: 4, bytes: 4) == file.count - 8)
    let chunks = chunks(of: file)
    #expect(chunks.map(\.name) == ["VP8X", "ANIM", "ANMF", "ANMF"])
    #expect(number(chunks[0].content, at: 4, bytes: 3) == 69)
    #expect(number(chunks[0].content, at: 7, bytes: 3) == 49)
    let frames = chunks.suffix(2).map { chunk in
      [0, 3, 6, 9, 12].map { number(chunk.content, at: $0, bytes: 3) }
    }
    // x/2, y/2, width - 1, height - 1, milliseconds. Both squares lie in the second frame's bounds,
    // from the first block's corner to the last one's.
    #expect(frames == [[0, 0, 69, 49, 100], [0, 0, 47, 31, 250]])
  }

  @Test("A picture like the one before makes no frame, but lasts longer")
  func repeats() throws {
    var animation = AnimatedWebP(quality: 70)
    try animation.append(picture(squareAt: 0, 0), for: .milliseconds(100))
    try animation.append(picture(squareAt: 0, 0), for: .milliseconds(50))
    #expect(animation.frameCount == 1)
    #expect(number(chunks(of: animation.data)[2].content, at: 12, bytes: 3) == 150)
  }

  @Test("A frame holds only what has changed, and shows the ground where nothing has")
  func changes() throws {
    var animation = AnimatedWebP(quality: 90)
    try animation.append(picture(squareAt: 0, 0), for: .milliseconds(100))
    try animation.append(picture(squareAt: 36, 20), for: .milliseconds(100))
    let frame = try #require(chunks(of: animation.data).last).content.dropFirst(16)
    // The frame by itself is a picture with transparency: the same chunks in a file of their own.
    var header = Data("VP8X".utf8) + Data([10, 0, 0, 0, 0x10, 0, 0, 0, 47, 0, 0, 31, 0, 0])
    header += frame
    let size = header.count + 4
    let file =
      Data("RIFF".utf8) + Data((0..<4).map { UInt8(truncatingIfNeeded: size >> (8 * $0)) })
      + Data("WEBP".utf8) + header
    let image = try ImageDecoder().decode(file, options: DecodingOptions())
    #expect(image.size == PixelSize(width: 48, height: 32))
    image.withUnsafeBytes { bytes in
      func pixel(_ x: Int, _ y: Int) -> ArraySlice<UInt8> {
        Array(bytes[y * image.bytesPerRow + x * 4..<y * image.bytesPerRow + x * 4 + 4])[...]
      }
      #expect(pixel(20, 4).last == 0, "between the squares nothing has changed")
      #expect(pixel(40, 24).last == 255)
      #expect(pixel(40, 24).first ?? 0 > 240, "the new square")
      #expect(abs(Int(pixel(4, 4).first ?? 0) - 90) < 12, "the old one is grey again")
    }
  }

  @Test("Nothing is written without a picture")
  func empty() {
    #expect(AnimatedWebP(quality: 70).data.isEmpty)
  }
}
