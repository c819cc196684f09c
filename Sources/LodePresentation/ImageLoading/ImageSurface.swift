public import LodeCodecs
public import LodeCore
public import LodeImage

/// What a view must offer so that pictures can be loaded into it.
///
/// For implementers: translate and nothing else. Every decision about loading has been taken by the
/// controller; a surface does what it is told, at once, and never asks what state the load is in.
/// All on the main actor.
@MainActor
public protocol ImageSurface: AnyObject {
  /// Shows `content` in place of what was shown, with `transition` from the one to the other.
  ///
  /// Called with another content each time. A transition that is still running ends where it is.
  func display(_ content: SurfaceContent, transition: ImageTransition)

  /// Shows or hides the circle. Strictly alternating, beginning with `true`.
  ///
  /// A surface that is not on screen draws nothing and animates nothing until it is.
  func setIndicatorShown(_ isShown: Bool)

  /// The size of the view in device pixels, or `nil` until it has been laid out.
  ///
  /// Whenever it changes, the view calls `ImageLoadController.surfaceDidLayOut()`.
  var pixelSize: PixelSize? { get }

  /// How the view fits a picture into itself; what a request asks for takes precedence when decoding.
  var contentMode: PixelSize.ContentMode { get }
}

/// What a surface shows: one of these, never two.
public enum SurfaceContent: Hashable, Sendable {
  /// Nothing.
  case empty
  /// What stands in for a picture that is being loaded.
  case placeholder(Placeholder)
  /// The picture.
  case image(DecodedImage)
  /// A word about what went wrong, and a way to try again.
  case failure(ImagePipelineError)
}

/// What stands in for a picture while it is loaded.
public enum Placeholder: Hashable, Sendable {
  /// A plain area in a quiet colour of the view's theme.
  case plain
  /// A picture, such as a small version of the one to come.
  case image(DecodedImage)
}

/// How one content gives way to the next.
public enum ImageTransition: Hashable, Sendable {
  /// At once.
  case none
  /// The old fades out while the new fades in.
  case crossfade(Duration)
}
