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
    var continuations: [Int: AsyncStream<Event>.Continuation] = [:]
    var nextSubscription = 0
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
    let subscription = state.withLock { state in
      state.nextSubscription += 1
      if let progress = state.status.progress { continuation.yield(.progress(progress)) }
      if let result = state.result {
        continuation.yield(.finished(result))
        continuation.finish()
      } else {
        state.continuations[state.nextSubscription] = continuation
      }
      return state.nextSubscription
    }
    continuation.onTermination = { [weak self] _ in
      // Releasing a stream that nobody iterates any more ends its buffering.
      _ = self?.state.withLock { $0.continuations.removeValue(forKey: subscription) }
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

  /// How many subscriptions are open. For tests: that none is left.
  package var subscriptionCount: Int { state.withLock { $0.continuations.count } }

  func receive(_ progress: Progress) {
    let continuations = state.withLock { state -> [AsyncStream<Event>.Continuation] in
      guard state.result == nil else { return [] }
      state.status.progress = progress
      return Array(state.continuations.values)
    }
    for continuation in continuations { continuation.yield(.progress(progress)) }
  }

  /// Notes how the task ended. Called under the pipeline's lock, where that is decided; nobody is told.
  ///
  /// - Returns: Whether it succeeded.
  func settle(with result: Result<DecodedPicture, ImagePipelineError>) -> Bool {
    let result = result.map {
      ImageResponse(image: $0.image, request: request, source: $0.source)
    }.mapError { $0.about(request.url) }
    return state.withLock { state in
      state.result = result
      state.status.phase = Status.Phase(result)
      return state.status.phase == .succeeded
    }
  }

  /// Tells everybody who listens how the task ended.
  func announceEnd() {
    let (result, continuations) = state.withLock { state in
      defer { state.continuations = [:] }
      return (state.result, Array(state.continuations.values))
    }
    guard let result else { preconditionFailure("the end of a task that has not ended") }
    for continuation in continuations {
      continuation.yield(.finished(result))
      continuation.finish()
    }
  }
}
