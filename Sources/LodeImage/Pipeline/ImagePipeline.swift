import Dispatch
import Foundation
import LodeCodecs
import LodeCore

/// Turns requests into pictures: memory cache, fetch, checks, decoding.
///
/// May be used from any thread; no function waits. Identical requests share one fetch and one decoding,
/// the most urgent goes first, and what nobody waits for any more is stopped.
///
/// The book-keeping is `PipelineStateMachine`, a value behind a lock that is held for no I/O and no
/// decoding; this class performs what it decides.
public final class ImagePipeline: Sendable {
  /// What the pipeline is made of.
  public let configuration: Configuration

  private struct State {
    var machine: PipelineStateMachine
    var tasks: [UInt64: ImageTask] = [:]
    var operations: [FetchID: FetchOperation] = [:]
    var nextTaskID: UInt64 = 0
    var isInvalidated = false
  }

  private enum Action: Sendable {
    case start(FetchOperation)
    case cancel(FetchOperation)
    case adjustSuspension(FetchOperation)
    case decode(PictureID, ImageKey, FetchedBody)
    case report(ImageTask, ImageTask.Progress)
    case announceEnd(ImageTask, storesPicture: Bool)

    /// Whether a task ends here that lets its picture be kept.
    var storesPicture: Bool {
      guard case .announceEnd(_, let storesPicture) = self else { return false }
      return storesPicture
    }
  }

  private let state: Locked<State>
  private let decodingQueue = DispatchQueue(
    label: "Lode decoding", qos: .userInitiated, attributes: .concurrent)

  /// Creates a pipeline.
  public init(_ configuration: Configuration = Configuration()) {
    self.configuration = configuration
    state = Locked(State(machine: PipelineStateMachine(limits: configuration.limits)))
  }

  /// Creates a pipeline whose configuration is the default one, edited.
  public convenience init(_ edit: (inout Configuration) -> Void) {
    var configuration = Configuration()
    edit(&configuration)
    self.init(configuration)
  }

  /// Loads a picture.
  ///
  /// Cancelling the Swift task that waits here cancels the load.
  public func image(for request: ImageRequest) async throws(ImagePipelineError) -> ImageResponse {
    try await imageTask(with: request).response
  }

  /// Starts to load a picture. The task has ended already if the picture is in the memory cache.
  public func imageTask(with request: ImageRequest) -> ImageTask {
    if let response = cachedImage(for: request) {
      return ImageTask(id: 0, request: request, pipeline: self, result: .success(response))
    }
    if request.cachePolicy == .cacheOnly {
      return endedTask(for: request, code: .cacheOnlyMiss)
    }
    let (task, actions) = state.withLock { state -> (ImageTask?, [Action]) in
      guard !state.isInvalidated else { return (nil, []) }
      state.nextTaskID += 1
      let task = ImageTask(id: state.nextTaskID, request: request, pipeline: self)
      state.tasks[task.id] = task
      let effects = state.machine.start(
        task.id, key: request.imageKey, priority: request.priority)
      return (task, resolve(effects, in: &state))
    }
    perform(actions)
    return task ?? endedTask(for: request, code: .pipelineInvalidated)
  }

  /// The picture for `request` if it can be shown at once: from the memory cache, without waiting.
  public func cachedImage(for request: ImageRequest) -> ImageResponse? {
    switch request.cachePolicy {
    case .reload, .bypass:
      return nil
    case .default, .cacheOnly:
      guard let image = configuration.memoryCache?.image(for: ImageCacheKey(request)) else {
        return nil
      }
      return ImageResponse(image: image, request: request, source: .memory)
    }
  }

  /// Cancels all tasks; every later request fails with `.pipelineInvalidated`.
  public func invalidate() {
    let actions = state.withLock { state in
      state.isInvalidated = true
      let effects = state.machine.cancelAll(error: ImagePipelineError(.cancelled, stage: .request))
      return resolve(effects, in: &state)
    }
    perform(actions)
  }

  /// Whether nothing is under way. For tests: that nothing was left behind.
  package var isIdle: Bool {
    state.withLock { $0.machine.isIdle && $0.tasks.isEmpty && $0.operations.isEmpty }
  }

  func cancel(_ task: ImageTask) {
    let error = ImagePipelineError(.cancelled, stage: .request, url: task.request.url)
    let actions = state.withLock { state in
      resolve(state.machine.cancel(task.id, error: error), in: &state)
    }
    perform(actions)
  }

  func setPriority(_ priority: ImageRequest.Priority, of task: ImageTask) {
    state.withLock { $0.machine.setPriority(priority, of: task.id) }
  }

  private func endedTask(
    for request: ImageRequest, code: ImagePipelineError.Code
  ) -> ImageTask {
    let error = ImagePipelineError(code, stage: .request, url: request.url)
    return ImageTask(id: 0, request: request, pipeline: self, result: .failure(error))
  }
}

// MARK: - Effects

extension ImagePipeline {
  /// Looks up what the effects name, under the lock, so that they can be performed without it.
  private func resolve(_ effects: [PipelineStateMachine.Effect], in state: inout State) -> [Action]
  {
    effects.compactMap { effect in
      switch effect {
      case .startFetch(let id, let key):
        let operation = makeOperation(id, key)
        state.operations[id] = operation
        return .start(operation)
      case .cancelFetch(let id):
        return state.operations.removeValue(forKey: id).map { .cancel($0) }
      case .suspendFetch(let id):
        state.operations[id]?.setSuspended(true)
        return state.operations[id].map { .adjustSuspension($0) }
      case .resumeFetch(let id):
        state.operations[id]?.setSuspended(false)
        return state.operations[id].map { .adjustSuspension($0) }
      case .startDecoding(let id, let key, let body):
        return .decode(id, key, body)
      case .progress(let id, let progress):
        return state.tasks[id].map { .report($0, progress) }
      case .finish(let id, let result):
        return state.tasks.removeValue(forKey: id).map { task in
          let isSuccess = task.settle(with: result)
          return .announceEnd(task, storesPicture: isSuccess && task.request.cachePolicy != .bypass)
        }
      }
    }
  }

  private func perform(_ actions: [Action]) {
    for action in actions {
      switch action {
      case .start(let operation): operation.start()
      case .cancel(let operation): operation.cancel()
      case .adjustSuspension(let operation): operation.adjustSuspension()
      case .decode(let id, let key, let body): decode(id, key, body)
      case .report(let task, let progress): task.receive(progress)
      case .announceEnd(let task, storesPicture: _): task.announceEnd()
      }
    }
  }

  private func makeOperation(_ id: FetchID, _ key: FetchKey) -> FetchOperation {
    FetchOperation(
      request: FetchRequest(
        url: key.url, headers: key.headers, limits: configuration.fetchLimits),
      fetcher: configuration.fetcher,
      checks: ResponseChecks(
        decoder: configuration.decoder, imageLimits: configuration.imageLimits)
    ) { [self] in fetch(id, did: $0) }
  }

  private func fetch(_ id: FetchID, did event: FetchOperation.Event) {
    let actions = state.withLock { state in
      switch event {
      case .received(let count, let progress):
        return resolve(
          state.machine.fetchReceived(count, of: id, progress: progress), in: &state)
      case .succeeded(let body):
        state.operations[id] = nil
        return resolve(state.machine.fetchSucceeded(id, body: body), in: &state)
      case .failed(let error):
        state.operations[id] = nil
        return resolve(state.machine.fetchFailed(id, error: error), in: &state)
      }
    }
    perform(actions)
  }

  private func decode(_ id: PictureID, _ key: ImageKey, _ body: FetchedBody) {
    decodingQueue.async { [self] in
      let result = decodedPicture(key, body)
      let actions = state.withLock { state in
        resolve(state.machine.decodingFinished(id, with: result), in: &state)
      }
      // Stored before anybody hears of it, so that whoever asks again then finds it.
      if case .success(let picture) = result, actions.contains(where: \.storesPicture) {
        configuration.memoryCache?.store(picture.image, for: ImageCacheKey(key))
      }
      perform(actions)
    }
  }

  private func decodedPicture(
    _ key: ImageKey, _ body: FetchedBody
  ) -> Result<DecodedPicture, ImagePipelineError> {
    let options = DecodingOptions(
      targetSize: key.targetSize, contentMode: key.contentMode, limits: configuration.imageLimits)
    do throws(ImageDecodingError) {
      let image = try configuration.decoder.decode(body.data, options: options)
      return .success(DecodedPicture(image: image, source: body.source))
    } catch {
      return .failure(ImagePipelineError(error, url: key.fetch.url))
    }
  }
}
