/// How long work may run before feedback appears, and how long feedback then stays.
public struct FeedbackTiming: Hashable, Sendable {
  /// The time work may run unannounced. Work that ends within it never shows feedback.
  public var gracePeriod: Duration

  /// The shortest time feedback stays on screen, counted from when it appeared.
  public var minimumDisplayDuration: Duration

  /// Creates a timing policy.
  ///
  /// - Precondition: Neither duration is negative.
  public init(gracePeriod: Duration, minimumDisplayDuration: Duration) {
    precondition(gracePeriod >= .zero, "a grace period cannot be negative")
    precondition(minimumDisplayDuration >= .zero, "a minimum display duration cannot be negative")
    self.gracePeriod = gracePeriod
    self.minimumDisplayDuration = minimumDisplayDuration
  }
}

extension FeedbackTiming {
  /// Feedback at once, and only for as long as the work runs.
  public static let immediate = FeedbackTiming(gracePeriod: .zero, minimumDisplayDuration: .zero)

  /// Nothing for work of up to 200 ms; else feedback for at least 400 ms.
  ///
  /// The figures are those of Firefox's design system (Acorn, "Loading" pattern).
  public static let graceful = FeedbackTiming(
    gracePeriod: .milliseconds(200), minimumDisplayDuration: .milliseconds(400))
}
