import LodeCore

/// One request under way: to watch it, to change its priority, and to cancel it.
///
/// Made by `ImagePipeline.imageTask(with:)`; it has begun already. May be used from any thread. Dropping
/// it does not cancel the load.
public final class ImageTask: Sendable {
  /// What was asked for.
  public let request: ImageRequest

  let id: UInt64
  private let pipeline: ImagePipeline
  private let state: Locked<State>

  private struct State {
    var status: Status
    var result: Result<ImageResponse, ImagePipelineError>?
    var continuations: [AsyncStream<Event>.Continuation] = []
  }

  init(
    id: UInt64, request: ImageRequest, pipeline: ImagePipeline,
    result: Result<ImageResponse, ImagePipelineError>? = nil
  ) {
    self.id = id
    self.request = request
    self.pipeline = pipeline
    let phase = result.map(Status.Phase.init) ?? .running
    state = Locked(
      State(status: Status(phase: phase, priority: request.priority), result: result))
  }

  /// What the task is doing, read in one go.
  public var status: Status { state.withLock { $0.status } }

  /// How urgent the task is. A change moves work that has not started; it costs nothing later on.
  public var priority: ImageRequest.Priority {
    get { status.priority }
    set {
      let isRunning = state.withLock { state in
        state.status.priority = newValue
        return state.status.phase == .running
      }
      if isRunning { pipeline.setPriority(newValue, of: self) }
    }
  }

  /// Asks for the task to end.
  ///
  /// A request, not an outcome: a task that has just succeeded keeps its success. Otherwise the task has
  /// ended with `.cancelled` when this returns, nothing else is reported, and what nobody else waits for
  /// is stopped. Cancelling again does nothing.
  public func cancel() {
    pipeline.cancel(self)
  }

  /// What happens to the task: any number of `progress`, then exactly one `finished`.
  ///
  /// Each access is a new subscription. It begins with the last progress, if there was one, or with
  /// `finished` if the task is over; nothing is dropped after that.
  public var events: Events {
    let (stream, continuation) = AsyncStream<Event>.makeStream()
    state.withLock { state in
      if let progress = state.status.progress { continuation.yield(.progress(progress)) }
      if let result = state.result {
        continuation.yield(.finished(result))
        continuation.finish()
      } else {
        state.continuations.append(continuation)
      }
    }
    return stream
  }

  /// The picture.
  ///
  /// Cancelling the Swift task that waits here cancels this task.
  public var response: ImageResponse {
    get async throws(ImagePipelineError) {
      for await event in events {
        if case .finished(let result) = event { return try result.get() }
      }
      // The stream ends early only when the waiting Swift task is cancelled.
      cancel()
      throw ImagePipelineError(.cancelled, stage: .request, url: request.url)
    }
  }

  func receive(_ progress: Progress) {
    let continuations = state.withLock { state -> [AsyncStream<Event>.Continuation] in
      guard state.result == nil else { return [] }
      state.status.progress = progress
      return state.continuations
    }
    for continuation in continuations { continuation.yield(.progress(progress)) }
  }

  func finish(with result: Result<ImageResponse, ImagePipelineError>) {
    let continuations = state.withLock { state -> [AsyncStream<Event>.Continuation] in
      guard state.result == nil else { return [] }
      state.result = result
      state.status.phase = Status.Phase(result)
      defer { state.continuations = [] }
      return state.continuations
    }
    for continuation in continuations {
      continuation.yield(.finished(result))
      continuation.finish()
    }
  }
}
