import Foundation
import LodeCodecs
import LodeCore
import LodeTesting

/// The files of the photo server: made when they are first wanted, kept in the person's cache folder.
///
/// Pictures are made on threads of the store's own, as many as there are processors; everything else is
/// quick. May be used from any thread.
final class PhotoStore: Sendable {
  enum Variant: String, CaseIterable, Sendable {
    /// For a cell: at most 720 pixels on its longer side.
    case small
    /// For the whole window.
    case large
  }

  /// Which file of which picture.
  struct Key: Hashable, Sendable {
    var index: Int
    var variant: Variant
  }

  /// Raised whenever the pictures come out differently.
  private static let version = "1"

  private struct State {
    /// Files that could not be written, and are kept here instead.
    var unwritten: [Key: Data] = [:]
    var waiting: [Int: [@Sendable () -> Void]] = [:]
  }

  private let pictures: [CataloguePicture]
  private let folder: URL
  private let photographs: URL?
  private let queue: OperationQueue
  private let state = Locked(State())

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - cacheFolder: The folder for the gallery's files. What other versions left there is removed.
  ///   - photographFolder: Where photographs are, if they are installed.
  init(pictures: [CataloguePicture], cacheFolder: URL, photographFolder: URL) {
    self.pictures = pictures
    let files = FileManager.default
    let first = pictures.lazy.compactMap(\.photograph).first
    let sample = first.map { photographFolder.appending(path: $0.file) }
    let hasPhotographs = sample.map { files.fileExists(atPath: $0.path(percentEncoded: false)) }
    photographs = hasPhotographs == true ? photographFolder : nil
    // With and without photographs, the same picture has two contents.
    let name = "v\(Self.version)\(photographs == nil ? "-painted" : "")"
    folder = cacheFolder.appending(path: name, directoryHint: .isDirectory)
    try? files.createDirectory(at: folder, withIntermediateDirectories: true)
    for old in (try? files.contentsOfDirectory(at: cacheFolder, includingPropertiesForKeys: nil))
      ?? []
    where old.lastPathComponent.hasPrefix("v")
      && !old.lastPathComponent.hasPrefix("v\(Self.version)")
    {
      try? files.removeItem(at: old)
    }
    queue = OperationQueue()
    queue.maxConcurrentOperationCount = ProcessInfo.processInfo.activeProcessorCount
    queue.qualityOfService = .userInitiated
  }

  /// `$XDG_CACHE_HOME/lode-gallery`, by the XDG Base Directory Specification `~/.cache` where it is unset.
  static var userCacheFolder: URL {
    let environment = ProcessInfo.processInfo.environment
    let root =
      environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? URL(filePath: $0) : nil }
      ?? FileManager.default.homeDirectoryForCurrentUser.appending(path: ".cache")
    return root.appending(path: "lode-gallery", directoryHint: .isDirectory)
  }

  /// Whether the photograph of a picture is installed.
  func hasPhotograph(_ index: Int) -> Bool {
    photographs != nil && pictures[index].photograph != nil
  }

  /// The file, if it has been made.
  func file(_ key: Key) -> Data? {
    if let data = state.withLock({ $0.unwritten[key] }) { return data }
    let data = try? Data(contentsOf: location(key), options: .mappedIfSafe)
    return data?.isEmpty == true ? nil : data
  }

  /// Makes the files of a picture and then calls `completion`, on a thread of the store's own.
  ///
  /// Asked twice at the same time, they are made once.
  func make(_ index: Int, completion: @escaping @Sendable () -> Void) {
    let isFirst = state.withLock { state in
      state.waiting[index, default: []].append(completion)
      return state.waiting[index]?.count == 1
    }
    guard isFirst else { return }
    queue.addOperation { [self] in
      if file(Key(index: index, variant: .large)) == nil
        || file(Key(index: index, variant: .small)) == nil
      {
        makeFiles(index)
      }
      for completion in state.withLock({ $0.waiting.removeValue(forKey: index) }) ?? [] {
        completion()
      }
    }
  }

  /// Forgets what is still to be made. What is being made is finished.
  func stop() {
    queue.cancelAllOperations()
    queue.waitUntilAllOperationsAreFinished()
  }

  private func makeFiles(_ index: Int) {
    let picture = pictures[index]
    let large = photographImage(picture) ?? paintedImage(picture)
    let small = Self.scaled(large, to: PixelSize(width: 720, height: 720)) ?? large
    for (variant, image) in [(Variant.small, small), (.large, large)] {
      guard let data = try? picture.format.encoding.encode(image) else { continue }
      let key = Key(index: index, variant: variant)
      do {
        try data.write(to: location(key), options: .atomic)
      } catch {
        state.withLock { $0.unwritten[key] = data }
      }
    }
  }

  private func location(_ key: Key) -> URL {
    let picture = pictures[key.index]
    return folder.appending(
      path: "\(picture.name)-\(key.variant.rawValue).\(picture.format.rawValue)")
  }

  private func paintedImage(_ picture: CataloguePicture) -> DecodedImage {
    let canvas = Canvas(size: picture.size)
    var generator = SeededGenerator(seed: picture.seed)
    picture.scene.paint(canvas, using: &generator)
    return canvas.makeImage(grain: picture.grain, using: &generator)
  }

  private func photographImage(_ picture: CataloguePicture) -> DecodedImage? {
    guard let photographs, let photograph = picture.photograph,
      let data = try? Data(contentsOf: photographs.appending(path: photograph.file))
    else { return nil }
    // So large that the part that is shown has the picture's longer side.
    let side = Double(max(picture.size.width, picture.size.height))
    let whole = PixelSize(
      width: Int(side / photograph.width), height: Int(side / photograph.height))
    let options = DecodingOptions(targetSize: whole, contentMode: .fit)
    guard let image = try? ImageDecoder().decode(data, options: options) else { return nil }
    return image.part(
      left: photograph.left, top: photograph.top, width: photograph.width,
      height: photograph.height)
  }

  /// The codecs scale while they decode: lossless WebP is the way there that loses nothing.
  private static func scaled(_ image: DecodedImage, to size: PixelSize) -> DecodedImage? {
    guard let data = try? ImageEncoding.jpeg(quality: 96).encode(image) else { return nil }
    return try? ImageDecoder().decode(
      data, options: DecodingOptions(targetSize: size, contentMode: .fit))
  }
}

extension CataloguePicture.Format {
  fileprivate var encoding: ImageEncoding {
    switch self {
    case .jpeg: .jpeg(quality: 86)
    case .webP: .webP(quality: 82)
    case .png: .png
    }
  }
}

extension DecodedImage {
  /// A rectangle of the picture, its edges as fractions of the whole.
  func part(left: Double, top: Double, width: Double, height: Double) -> DecodedImage {
    let x = min(size.width - 1, Int(Double(size.width) * left))
    let y = min(size.height - 1, Int(Double(size.height) * top))
    let part = PixelSize(
      width: max(1, min(size.width - x, Int(Double(size.width) * width))),
      height: max(1, min(size.height - y, Int(Double(size.height) * height))))
    guard part != size else { return self }
    return DecodedImage(size: part, isOpaque: isOpaque) { target in
      withUnsafeBytes { source in
        for row in 0..<part.height {
          let start = (y + row) * bytesPerRow + x * 4
          target.baseAddress!.advanced(by: row * part.width * 4).copyMemory(
            from: source.baseAddress!.advanced(by: start), byteCount: part.width * 4)
        }
      }
    }
  }
}
