import Foundation
import LodeGTK
import LodeTesting

/// The bytes of a test picture: its number, which becomes its colour, and its size.
nonisolated func pictureData(_ number: Int, width: Int = 40, height: Int = 40) -> Data {
  Data("picture \(number) \(width) \(height)".utf8)
}

/// A picture of one colour: the number's three bytes are red, green and blue.
nonisolated func picture(_ number: Int, width: Int = 40, height: Int = 40) -> DecodedImage {
  DecodedImage(size: PixelSize(width: width, height: height), isOpaque: true) { bytes in
    for pixel in 0..<(width * height) {
      bytes[pixel * 4] = UInt8(number >> 16 & 255)
      bytes[pixel * 4 + 1] = UInt8(number >> 8 & 255)
      bytes[pixel * 4 + 2] = UInt8(number & 255)
      bytes[pixel * 4 + 3] = 255
    }
  }
}

let red = 0xFF0000
let green = 0x00FF00
let blue = 0x0000FF

extension WidgetSnapshot.Pixel {
  /// The number of the test picture that has this colour.
  var number: Int { Int(red) << 16 | Int(green) << 8 | Int(blue) }
}

/// Decodes what `pictureData` makes, at the size it says.
nonisolated struct NumberDecoder: ImageDecoding {
  func header(of data: Data) throws(ImageDecodingError) -> ImageHeader? {
    let size = try parse(data).size
    return ImageHeader(format: .png, size: size)
  }

  func decode(
    _ data: Data, options: DecodingOptions
  ) throws(ImageDecodingError) -> DecodedImage {
    let (number, size) = try parse(data)
    return picture(number, width: size.width, height: size.height)
  }

  private func parse(_ data: Data) throws(ImageDecodingError) -> (number: Int, size: PixelSize) {
    let words = String(decoding: data, as: UTF8.self).split(separator: " ")
    guard words.count == 4, words[0] == "picture", let number = Int(words[1]),
      let width = Int(words[2]), let height = Int(words[3])
    else { throw .notAnImage(kind: "text", firstWords: "") }
    return (number, PixelSize(width: width, height: height))
  }
}

extension ImagePipeline {
  /// A pipeline on a scripted network, with test pictures and, if wanted, no cache.
  convenience init(_ fetcher: any DataFetching, caches: Bool = true) {
    self.init {
      $0.fetcher = fetcher
      $0.decoder = NumberDecoder()
      if !caches { $0.memoryCache = nil }
    }
  }
}

extension ScriptedFetch {
  /// Answers with a picture.
  func send(picture number: Int) {
    respond()
    send(pictureData(number))
    finish()
  }
}

func url(_ name: some CustomStringConvertible) -> URL {
  URL(filePath: "/\(name)", relativeTo: URL(string: "https://pictures.test"))
}

/// The events of a view, and a way to wait for them.
final class EventLog {
  private(set) var events: [ImageLoadEvent] = []
  private var waiters: [(condition: ([ImageLoadEvent]) -> Bool, CheckedContinuation<Void, Never>)] =
    []

  init(_ view: RemoteImageView) {
    view.onEvent = { [weak self] in self?.append($0) }
  }

  var outcomes: [ImageLoadOutcome] {
    events.compactMap { if case .ended(let outcome) = $0 { outcome } else { nil } }
  }

  /// Waits until `count` loads have ended.
  func ends(_ count: Int) async {
    await wait {
      $0.count { if case .ended = $0 { true } else { false } } >= count
    }
  }

  private func wait(until condition: @escaping ([ImageLoadEvent]) -> Bool) async {
    guard !condition(events) else { return }
    await withCheckedContinuation { waiters.append((condition, $0)) }
  }

  private func append(_ event: ImageLoadEvent) {
    events.append(event)
    let met = waiters.filter { $0.condition(events) }
    waiters.removeAll { $0.condition(events) }
    for (_, continuation) in met { continuation.resume() }
  }
}
