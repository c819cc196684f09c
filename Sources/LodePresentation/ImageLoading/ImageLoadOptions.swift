public import LodeActivity

/// How a load looks while it runs and when it ends.
public struct ImageLoadOptions: Hashable, Sendable {
  /// What is shown until the picture is there.
  public var placeholder: Placeholder?

  /// Whether the picture that is shown stays until the new one is there, if both are pictures of the
  /// same thing: if `ImageRequest.id` is set, and is the same.
  public var keepsPictureOfSameID: Bool

  /// When the circle appears, and for how long at least.
  public var timing: FeedbackTiming

  /// How the picture appears if somebody saw that it was being waited for. Without a wait it is shown
  /// at once.
  public var transition: ImageTransition

  /// Creates options.
  public init(
    placeholder: Placeholder? = .plain, keepsPictureOfSameID: Bool = true,
    timing: FeedbackTiming = .immediate,
    transition: ImageTransition = .crossfade(.milliseconds(200))
  ) {
    self.placeholder = placeholder
    self.keepsPictureOfSameID = keepsPictureOfSameID
    self.timing = timing
    self.transition = transition
  }

  /// A plain placeholder, a circle at once, and a crossfade of 0.2 s.
  public static let `default` = ImageLoadOptions()
}
