extension ImageTask {
  /// What a task was doing at one moment.
  public struct Status: Hashable, Sendable {
    /// Whether it runs, or how it ended.
    public var phase: Phase

    /// How urgent it is.
    public var priority: ImageRequest.Priority

    /// How much has been received; `nil` before the first byte, and for a memory hit.
    public var progress: Progress?

    /// Whether a task runs, or how it ended.
    public enum Phase: Hashable, Sendable {
      case running, succeeded, failed, cancelled

      init(_ result: Result<ImageResponse, ImagePipelineError>) {
        switch result {
        case .success: self = .succeeded
        case .failure(let error): self = error.isCancellation ? .cancelled : .failed
        }
      }
    }
  }
}
