public import LodeCore
public import LodePresentation

/// A view that remembers what it was told to show. On the main actor.
@MainActor
public final class RecordingSurface: ImageSurface {
  /// One thing the surface was told.
  public enum Record: Hashable, Sendable {
    /// Another content, and the transition to it.
    case display(SurfaceContent, ImageTransition)
    /// The circle was shown or hidden.
    case indicator(Bool)
  }

  /// Everything so far, in order.
  public private(set) var records: [Record] = []

  /// What is shown.
  public private(set) var content = SurfaceContent.empty

  /// Whether the circle is shown.
  public private(set) var isIndicatorShown = false

  public var pixelSize: PixelSize?
  public var contentMode = PixelSize.ContentMode.fit

  private var waiters: [(condition: (RecordingSurface) -> Bool, CheckedContinuation<Void, Never>)] =
    []

  /// Creates a surface of `pixelSize`; `nil` is a view that has not been laid out.
  public init(pixelSize: PixelSize? = PixelSize(width: 100, height: 100)) {
    self.pixelSize = pixelSize
  }

  public func display(_ content: SurfaceContent, transition: ImageTransition) {
    self.content = content
    record(.display(content, transition))
  }

  public func setIndicatorShown(_ isShown: Bool) {
    isIndicatorShown = isShown
    record(.indicator(isShown))
  }

  /// Waits until `condition` holds; looks again whenever the surface is told something.
  public func changes(until condition: @escaping (RecordingSurface) -> Bool) async {
    guard !condition(self) else { return }
    await withCheckedContinuation { waiters.append((condition, $0)) }
  }

  private func record(_ record: Record) {
    records.append(record)
    let met = waiters.filter { $0.condition(self) }
    waiters.removeAll { $0.condition(self) }
    for (_, continuation) in met { continuation.resume() }
  }
}
