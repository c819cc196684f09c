public import LodeImage

/// What happens to a load, in order: `started`, any number of `progress`, and exactly one `ended`.
///
/// Delivered on the main actor. A memory hit gives `started` and `ended` in the same turn. Where there is
/// no request, for `nil` and for text that is no URL, `ended` comes alone. A controller that is released
/// stops its load and reports nothing.
public enum ImageLoadEvent: Hashable, Sendable {
  /// The load began.
  case started(ImageRequest)
  /// More bytes are there.
  case progress(ImageTask.Progress)
  /// The load is over. What it ended with is on the surface already.
  case ended(ImageLoadOutcome)
}

/// How a load ended.
public enum ImageLoadOutcome: Hashable, Sendable {
  /// The picture is shown.
  case success(ImageResponse)
  /// A word about the failure is shown.
  case failure(ImagePipelineError)
  /// Somebody cancelled it, or the view went away.
  case cancelled
  /// Another load took the view over, or the view was cleared.
  case superseded
}
