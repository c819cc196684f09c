import Foundation
public import LodeCodecs
public import LodeCore

/// Keeps decoded pictures in memory, up to a number of bytes; what was not used for longest goes first.
///
/// May be used from any thread. A look-up is O(1).
public final class MemoryImageCache: ImageCaching {
  private let storage: Locked<LRUStorage<ImageCacheKey, DecodedImage>>

  /// Creates a cache.
  ///
  /// - Parameter costLimit: The most memory the pictures may take together. An image larger than a tenth
  ///   of it is not kept, so that one picture does not push out all others.
  public init(costLimit: ByteCount = MemoryImageCache.defaultCostLimit) {
    storage = Locked(LRUStorage(costLimit: costLimit.bytes, entryCostLimit: costLimit.bytes / 10))
  }

  /// An eighth of the machine's memory, at most 512 MiB.
  public static let defaultCostLimit = min(
    ByteCount(Int(clamping: ProcessInfo.processInfo.physicalMemory / 8)), .mebibytes(512))

  public func image(for key: ImageCacheKey) -> DecodedImage? {
    storage.withLock { $0.value(for: key) }
  }

  public func store(_ image: DecodedImage, for key: ImageCacheKey) {
    // What is pushed out is freed after the lock is released.
    _ = storage.withLock { $0.insert(image, for: key, cost: image.cost.bytes) }
  }

  public func removeImage(for key: ImageCacheKey) {
    _ = storage.withLock { $0.removeValue(for: key) }
  }

  public func removeAll() {
    _ = storage.withLock { $0.removeAll() }
  }

  /// The memory the pictures take together.
  public var totalCost: ByteCount { ByteCount(storage.withLock { $0.totalCost }) }

  /// The number of pictures.
  public var count: Int { storage.withLock { $0.count } }
}
