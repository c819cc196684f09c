public import LodeImage

/// Loads pictures into a surface. The one place where it is decided what a view shows, and when.
///
/// A view owns its controller, and the controller keeps only a weak reference to the view. All on the
/// main actor. A load is identified by a token of its own: whatever arrives for another load than the
/// current one is dropped in the turn in which it would have touched the view.
///
/// Guarantees:
/// - The last call wins. Each load ends with exactly one `ImageLoadEvent.ended`.
/// - The surface shows the circle only while a load runs, and for the rest of its minimum display
///   duration; never together with a picture or a failure.
/// - Loading the request that is shown, or being loaded, does nothing.
@MainActor
public final class ImageLoadController {
  /// Called with everything that happens to the loads, in order.
  public var onEvent: (@MainActor (ImageLoadEvent) -> Void)?

  /// Creates a controller for `surface`.
  public init(
    surface: any ImageSurface, pipeline: ImagePipeline,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    fatalError()
  }

  /// Loads `request` in place of what is shown; `nil` clears the surface.
  public func load(_ request: ImageRequest?, options: ImageLoadOptions = .default) {}

  /// Loads the URL that `string` spells; text that is no URL is a failure that is shown.
  public func load(_ string: String, options: ImageLoadOptions = .default) {}

  /// Stops the load; the placeholder stays. Without a load, does nothing.
  public func cancel() {}

  /// Stops the load and clears the surface: the view is about to show something else.
  public func prepareForReuse() {}

  /// Loads the request again whose failure is shown. Without one, does nothing.
  public func retry() {}

  /// To be called by the surface when it has been laid out: a load that waited for a size starts.
  public func surfaceDidLayOut() {}
}
