import LodeActivity
import LodeCore
public import LodeImage

/// Loads pictures into a surface: the one place where it is decided what a view shows, and when.
///
/// A view owns its controller, and the controller keeps only a weak reference to the view. All on the
/// main actor. A load is identified by a token of its own: whatever arrives for another load than the
/// current one is dropped in the turn in which it would have touched the view.
///
/// Guarantees:
/// - The last call wins. Each load ends with exactly one `ImageLoadEvent.ended`.
/// - The circle is asked for before any network work, and never for a picture in the memory cache.
/// - The surface shows the circle only while a load runs, and for the rest of its minimum display
///   duration, for which the result waits: never together with a new picture or a failure.
/// - Loading the request that is shown, or is being loaded, does nothing.
@MainActor
public final class ImageLoadController {
  /// Called with everything that happens to the loads, in order. May call the controller.
  public var onEvent: (@MainActor (ImageLoadEvent) -> Void)?

  private weak var surface: (any ImageSurface)?
  private let pipeline: ImagePipeline
  private let clock: ActivityClock
  private var machine = ImageLoadStateMachine()
  private var effects: [ImageLoadStateMachine.Effect] = []
  private var isPerforming = false
  private var task: ImageTask?
  private var listener: Task<Void, Never>?

  private lazy var feedback = FeedbackDriver(timing: .immediate, clock: clock) { [weak self] in
    self?.indicatorDidChange($0)
  }

  /// Creates a controller for `surface`.
  ///
  /// - Parameters:
  ///   - pipeline: Where the pictures come from.
  ///   - clock: What grace periods and minimum display durations are measured by.
  public init(
    surface: any ImageSurface, pipeline: ImagePipeline = .shared,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.surface = surface
    self.pipeline = pipeline
    self.clock = ActivityClock(clock)
  }

  deinit {
    task?.cancel()
    listener?.cancel()
  }

  /// What the surface shows.
  public var content: SurfaceContent { machine.content }

  /// Whether a load has begun and not ended.
  public var isLoading: Bool { machine.isLoading }

  /// Loads `request` in place of what is shown; `nil` clears the surface.
  ///
  /// A picture in the memory cache is shown before this returns, without a circle or a transition.
  /// Otherwise the load starts as soon as the surface has a size.
  public func load(_ request: ImageRequest?, options: ImageLoadOptions = .default) {
    guard let request else {
      perform(machine.loadNothing(because: ImagePipelineError(.requestMissing, stage: .request)))
      return
    }
    perform(
      machine.load(
        request, options: options, size: surface?.pixelSize,
        contentMode: surface?.contentMode ?? .fit, at: clock.now))
  }

  /// Loads the URL that `string` spells; text that is no URL is a failure, and is shown as one.
  public func load(_ string: String, options: ImageLoadOptions = .default) {
    do throws(ImagePipelineError) {
      load(try ImageRequest(string), options: options)
    } catch {
      perform(machine.loadNothing(because: error))
    }
  }

  /// Ends the load; the circle goes at once, the placeholder stays. Without a load, does nothing.
  public func cancel() {
    perform(machine.cancel())
  }

  /// Ends the load, and clears the surface: it is about to show something else, or to go.
  public func prepareForReuse() {
    perform(machine.prepareForReuse())
  }

  /// Loads the request again whose failure is shown. Without one, does nothing.
  public func retry() {
    perform(
      machine.retry(
        size: surface?.pixelSize, contentMode: surface?.contentMode ?? .fit, at: clock.now))
  }

  /// To be called by the surface when it has been laid out, and whenever its size has changed.
  ///
  /// A load that waits for a size starts. A picture that was scaled down for a view that is clearly larger
  /// now is made anew; until it is there the old one stays, and nobody is told.
  public func surfaceDidLayOut() {
    guard let surface else { return }
    perform(
      machine.layOut(
        size: surface.pixelSize, contentMode: surface.contentMode, at: clock.now))
  }

  /// To be called by the surface when it leaves its window.
  ///
  /// A load ends as cancelled; it begins anew when the surface is laid out again, unless something else has
  /// been asked for until then. A picture or a failure that is shown stays.
  public func surfaceDidLeaveWindow() {
    perform(machine.leave())
  }
}

// MARK: - Effects

extension ImageLoadController {
  /// Performs effects in the order in which the inputs came, also where an effect causes an input.
  private func perform(_ new: [ImageLoadStateMachine.Effect]) {
    effects += new
    guard !isPerforming else { return }
    isPerforming = true
    var next = 0
    while next < effects.count {
      perform(effects[next])
      next += 1
    }
    effects.removeAll(keepingCapacity: true)
    isPerforming = false
  }

  private func perform(_ effect: ImageLoadStateMachine.Effect) {
    switch effect {
    case .display(let content, let transition):
      surface?.display(content, transition: transition)
    case .beginFeedback(let timing):
      feedback.timing = timing
      feedback.begin()
    case .endFeedback:
      feedback.end()
    case .dismissFeedback:
      feedback.dismiss()
    case .probe(let token, let request):
      perform(machine.probed(token, request, found: pipeline.cachedImage(for: request)))
    case .startTask(let token, let request):
      start(request, as: token)
    case .cancelTask:
      stopTask()
    case .report(let event):
      onEvent?(event)
    }
  }

  private func start(_ request: ImageRequest, as token: LoadToken) {
    let task = pipeline.imageTask(with: request)
    self.task = task
    listener = Task { [weak self] in
      for await event in task.events {
        guard !Task.isCancelled else { return }
        self?.receive(event, as: token)
      }
    }
  }

  private func receive(_ event: ImageTask.Event, as token: LoadToken) {
    switch event {
    case .progress(let progress):
      perform(machine.progressed(token, progress))
    case .finished(let outcome):
      // The task holds its result: it is not needed any more.
      task = nil
      listener = nil
      perform(machine.finished(token, with: outcome, at: clock.now))
    }
  }

  private func stopTask() {
    listener?.cancel()
    listener = nil
    task?.cancel()
    task = nil
  }

  private func indicatorDidChange(_ isShown: Bool) {
    surface?.setIndicatorShown(isShown)
    if isShown {
      machine.indicatorDidShow()
    } else {
      perform(machine.indicatorDidHide(at: clock.now))
    }
  }
}
