/// How the circle of a view looks.
public struct ActivityIndicatorStyle: Hashable, Sendable {
  /// What is drawn.
  public enum Shape: Hashable, Sendable {
    /// Lode's own ring, an `ActivityRing`.
    case ring
    /// GTK's spinner, a `NativeSpinner`.
    case native
  }

  /// What is drawn.
  public var shape: Shape

  /// The diameter in points; smaller where there is less room.
  public var diameter: Double

  /// Creates a style.
  public init(_ shape: Shape, diameter: Double = 32) {
    self.shape = shape
    self.diameter = diameter
  }

  /// A ring of 32 points.
  public static let ring = ActivityIndicatorStyle(.ring)

  /// GTK's spinner, 32 points large.
  public static let native = ActivityIndicatorStyle(.native)

  /// A ring of `diameter` points.
  public static func ring(diameter: Double) -> ActivityIndicatorStyle {
    ActivityIndicatorStyle(.ring, diameter: diameter)
  }

  /// GTK's spinner, `diameter` points large.
  public static func native(diameter: Double) -> ActivityIndicatorStyle {
    ActivityIndicatorStyle(.native, diameter: diameter)
  }
}

/// What a view needs of its circle.
protocol ActivityIndicator: WidgetPeer {
  var style: ActivityIndicatorStyle { get }
  var isOverPicture: Bool { get set }
  func start()
  func stop()
}

extension ActivityRing: ActivityIndicator {
  var style: ActivityIndicatorStyle { .ring(diameter: diameter) }
}

extension NativeSpinner: ActivityIndicator {
  var style: ActivityIndicatorStyle { .native(diameter: diameter) }

  /// GTK draws its spinner in one way only.
  var isOverPicture: Bool {
    get { false }
    set {}
  }
}

extension ActivityIndicatorStyle {
  func makeIndicator() -> any ActivityIndicator {
    switch shape {
    case .ring: ActivityRing(diameter: diameter)
    case .native: NativeSpinner(diameter: diameter)
    }
  }
}
