public import LodeCore

extension ImageTask {
  /// What happens to a task.
  public enum Event: Hashable, Sendable {
    /// More bytes are there.
    case progress(Progress)
    /// The task is over. The last event.
    case finished(Result<ImageResponse, ImagePipelineError>)
  }

  /// The events of a task, in order; to be iterated once.
  public typealias Events = AsyncStream<Event>

  /// How far a load is.
  public struct Progress: Hashable, Sendable {
    /// The bytes received.
    public var received: ByteCount

    /// The bytes there will be, or `nil` where it is not known.
    public var expected: ByteCount?

    /// Creates a progress.
    public init(received: ByteCount, expected: ByteCount?) {
      self.received = received
      self.expected = expected
    }

    /// The part that is there, from 0 to 1, or `nil` where it is not known.
    public var fraction: Double? {
      guard let expected, expected > .zero else { return nil }
      return min(1, Double(received.bytes) / Double(expected.bytes))
    }
  }
}
