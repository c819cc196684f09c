import LodeActivity
import LodeCore
import LodeImage

/// Decides what a view shows while a picture is loaded into it, and when.
///
/// A pure value: every input carries the current instant, and what must be looked up or done is an
/// effect that the owner performs in order. Whatever arrives under another token than that of the current
/// load is dropped.
///
///     idle ──load──▶ probing ──hit──▶ shown
///      │                └──miss──▶ loading ──▶ shown │ failed
///      └──load, no size yet──▶ awaitingSize ──lay out──▶ probing
///     loading ──ended, circle must stay──▶ settling ──circle gone──▶ shown │ failed
///     shown ──view has grown──▶ refining ──ended──▶ shown
///     awaitingSize │ loading │ settling ──view leaves──▶ interrupted ──lay out──▶ probing
package struct ImageLoadStateMachine: Hashable, Sendable {
  package typealias Instant = ActivityClock.Instant
  package typealias Outcome = Result<ImageResponse, ImagePipelineError>

  package enum Effect: Hashable, Sendable {
    case display(SurfaceContent, ImageTransition)
    case beginFeedback(FeedbackTiming)
    case endFeedback
    case dismissFeedback
    /// Look into the memory cache, and call `probed`.
    case probe(LoadToken, ImageRequest)
    case startTask(LoadToken, ImageRequest)
    case cancelTask
    case report(ImageLoadEvent)
  }

  private struct Load: Hashable, Sendable {
    let token: LoadToken
    /// As it was asked for, without the view's size.
    let request: ImageRequest
    let options: ImageLoadOptions
    let start: Instant
  }

  private enum State: Hashable, Sendable {
    /// Nothing is loaded, and no load was asked for that could be repeated.
    case idle
    /// A load waits for the view to have a size.
    case awaitingSize(Load)
    /// The memory cache is being looked into, in this turn.
    case probing(Load)
    /// The pipeline is at work.
    case loading(Load)
    /// The load has ended, but the circle has not been seen for long enough to go.
    case settling(Load, Outcome)
    /// The picture of the request is shown.
    case shown(ImageRequest, ImageResponse)
    /// A picture is shown that was decoded for a smaller view; the same is being made for the view's size.
    /// Nobody waits: there is no circle, and no event.
    case refining(ImageRequest, ImageResponse, LoadToken)
    /// The view left its window before the load had ended; it begins anew when the view is laid out again.
    case interrupted(ImageRequest, ImageLoadOptions)
    /// A failure is shown; the request can be tried again, if there is one.
    case failed(ImageRequest?, ImageLoadOptions)
  }

  /// A picture that takes less time than this to come is shown without a transition, as if nobody had seen
  /// that it was missing. Our choice: three frames at 60 Hz.
  package static let shortestSeenWait = Duration.milliseconds(50)

  private var state = State.idle
  private var tokens = LoadToken.Source()
  private var isIndicatorShown = false
  /// The view's size in pixels and how it fits pictures, as they were told last.
  private var size: PixelSize?
  private var contentMode = PixelSize.ContentMode.fit

  /// The id of the request whose picture is on the surface, if it has one.
  private var pictureID: String?

  /// What the surface shows.
  package private(set) var content = SurfaceContent.empty

  package init() {}

  /// Whether a load has begun and not ended.
  package var isLoading: Bool { currentLoad != nil }

  /// Whether a picture that is shown is being made anew for a larger view.
  package var isRefining: Bool {
    if case .refining = state { true } else { false }
  }

  private var currentLoad: Load? {
    switch state {
    case .awaitingSize(let load), .probing(let load), .loading(let load), .settling(let load, _):
      load
    case .idle, .shown, .refining, .interrupted, .failed:
      nil
    }
  }
}

// MARK: - What the app asks for

extension ImageLoadStateMachine {
  /// - Parameters:
  ///   - size: The view's size in pixels, `nil` until it has one.
  ///   - contentMode: How the view fits pictures.
  package mutating func load(
    _ request: ImageRequest, options: ImageLoadOptions, size: PixelSize?,
    contentMode: PixelSize.ContentMode, at now: Instant
  ) -> [Effect] {
    self.size = size
    self.contentMode = contentMode
    guard !alreadyServes(request) else { return [] }
    var effects = end(.superseded)
    let load = Load(token: tokens.makeToken(), request: request, options: options, start: now)
    effects.append(.report(.started(request)))
    guard let resolved = resolved(request) else {
      state = .awaitingSize(load)
      return effects + beginWait(for: load)
    }
    state = .probing(load)
    return effects + [.probe(load.token, resolved)]
  }

  /// `nil`, or text that is no URL, is loaded.
  ///
  /// Nothing clears the view; an error is shown. Both end with the error, so that a caller hears of them.
  package mutating func loadNothing(because error: ImagePipelineError) -> [Effect] {
    var effects = end(.superseded)
    effects.append(.dismissFeedback)
    if error.code == .requestMissing {
      state = .idle
      effects += show(.empty, .none)
    } else {
      state = .failed(nil, .default)
      effects += show(.failure(error), .none)
    }
    return effects + [.report(.ended(.failure(error)))]
  }

  /// Ends the load; the placeholder stays.
  package mutating func cancel() -> [Effect] {
    switch state {
    case .awaitingSize, .probing, .loading, .settling:
      let effects = end(.cancelled)
      state = .idle
      return [.dismissFeedback] + effects
    case .refining(let request, let response, _):
      state = .shown(request, response)
      return [.cancelTask]
    case .interrupted:
      state = .idle
      return []
    case .idle, .shown, .failed:
      return []
    }
  }

  /// The view leaves its window: a load ends as cancelled, and begins anew when the view is laid out again.
  package mutating func leave() -> [Effect] {
    guard let load = currentLoad else {
      if isRefining { return cancel() }
      return []
    }
    let effects = cancel()
    state = .interrupted(load.request, load.options)
    return effects
  }

  /// Ends the load, and clears the view.
  package mutating func prepareForReuse() -> [Effect] {
    let effects = end(.cancelled)
    state = .idle
    return [.dismissFeedback] + show(.empty, .none) + effects
  }

  package mutating func retry(
    size: PixelSize?, contentMode: PixelSize.ContentMode, at now: Instant
  ) -> [Effect] {
    guard case .failed(let request?, let options) = state else { return [] }
    return load(request, options: options, size: size, contentMode: contentMode, at: now)
  }

  private func alreadyServes(_ request: ImageRequest) -> Bool {
    if let load = currentLoad { return load.request == request }
    switch state {
    case .shown(let shown, _), .refining(let shown, _, _):
      return shown == request && request.cachePolicy != .reload
    case .idle, .awaitingSize, .probing, .loading, .settling, .interrupted, .failed:
      return false
    }
  }

  /// Ends the current load, if there is one, with its one terminal event.
  private mutating func end(_ outcome: ImageLoadOutcome) -> [Effect] {
    switch state {
    case .loading:
      [.cancelTask, .report(.ended(outcome))]
    case .awaitingSize, .probing, .settling:
      [.report(.ended(outcome))]
    case .refining:
      [.cancelTask]
    case .idle, .shown, .interrupted, .failed:
      []
    }
  }
}

// MARK: - What comes back

extension ImageLoadStateMachine {
  /// The view has been laid out.
  package mutating func layOut(
    size: PixelSize?, contentMode: PixelSize.ContentMode, at now: Instant
  ) -> [Effect] {
    self.size = size
    self.contentMode = contentMode
    if case .interrupted(let request, let options) = state {
      return load(request, options: options, size: size, contentMode: contentMode, at: now)
    }
    guard case .awaitingSize(let load) = state else { return refine() }
    guard let resolved = resolved(load.request) else { return [] }
    state = .probing(load)
    return [.probe(load.token, resolved)]
  }

  /// Makes a picture anew that was decoded for a view that has become clearly larger since.
  private mutating func refine() -> [Effect] {
    guard case .shown(let request, let response) = state, request.targetSize == nil, let size,
      response.image.isScaledDown
    else { return [] }
    let wanted = response.image.originalSize.scaledDown(
      to: size, contentMode: request.contentMode ?? contentMode)
    // Less than a quarter more in each direction is not worth a fetch: our choice.
    guard 4 * wanted.width > 5 * response.image.size.width else { return [] }
    guard let resolved = resolved(request) else { return [] }
    let token = tokens.makeToken()
    state = .refining(request, response, token)
    return [.probe(token, resolved)]
  }

  /// The request with the view's size where it has none of its own, or `nil` while that is not known.
  private func resolved(_ request: ImageRequest) -> ImageRequest? {
    guard let target = request.targetSize ?? size else { return nil }
    var resolved = request
    resolved.targetSize = target
    resolved.contentMode = request.contentMode ?? contentMode
    return resolved
  }

  /// The memory cache has been looked into.
  package mutating func probed(
    _ token: LoadToken, _ request: ImageRequest, found response: ImageResponse?
  ) -> [Effect] {
    if case .refining(_, _, token) = state {
      guard let response else { return [.startTask(token, request)] }
      return refined(to: response)
    }
    guard case .probing(let load) = state, load.token == token else { return [] }
    if let response {
      return [.dismissFeedback] + show(response, of: load, .none)
    }
    state = .loading(load)
    return beginWait(for: load) + [.startTask(token, request)]
  }

  package mutating func progressed(
    _ token: LoadToken, _ progress: ImageTask.Progress
  ) -> [Effect] {
    guard case .loading(let load) = state, load.token == token else { return [] }
    return [.report(.progress(progress))]
  }

  package mutating func finished(
    _ token: LoadToken, with outcome: Outcome, at now: Instant
  ) -> [Effect] {
    if case .refining(let request, let response, token) = state {
      if case .success(let response) = outcome { return refined(to: response) }
      // What is shown is good; it stays.
      state = .shown(request, response)
      return []
    }
    guard case .loading(let load) = state, load.token == token else { return [] }
    if case .failure(let error) = outcome, error.isCancellation {
      // Cancelled from outside, such as by the pipeline's invalidation.
      state = .idle
      return [.dismissFeedback, .report(.ended(.cancelled))]
    }
    guard isIndicatorShown else {
      return [.endFeedback] + reveal(load, outcome, at: now)
    }
    state = .settling(load, outcome)
    return [.endFeedback]
  }

  package mutating func indicatorDidShow() {
    isIndicatorShown = true
  }

  package mutating func indicatorDidHide(at now: Instant) -> [Effect] {
    isIndicatorShown = false
    guard case .settling(let load, let outcome) = state else { return [] }
    return reveal(load, outcome, at: now)
  }

  private mutating func reveal(_ load: Load, _ outcome: Outcome, at now: Instant) -> [Effect] {
    let wasSeen = load.start.duration(to: now) >= Self.shortestSeenWait
    let transition = wasSeen ? load.options.transition : .none
    switch outcome {
    case .success(let response):
      return show(response, of: load, transition)
    case .failure(let error):
      state = .failed(load.request, load.options)
      return show(.failure(error), transition) + [.report(.ended(.failure(error)))]
    }
  }

  /// What is seen while a load runs: the placeholder, or the picture that may stay; then the circle.
  private mutating func beginWait(for load: Load) -> [Effect] {
    let feedback = Effect.beginFeedback(load.options.timing)
    if load.options.keepsPictureOfSameID, let pictureID, pictureID == load.request.id {
      return [feedback]
    }
    let placeholder = load.options.placeholder.map { SurfaceContent.placeholder($0) } ?? .empty
    return show(placeholder, .none) + [feedback]
  }

  private mutating func show(_ content: SurfaceContent, _ transition: ImageTransition) -> [Effect] {
    if case .image = content {} else { pictureID = nil }
    guard content != self.content else { return [] }
    self.content = content
    return [.display(content, transition)]
  }

  private mutating func show(
    _ response: ImageResponse, of load: Load, _ transition: ImageTransition
  ) -> [Effect] {
    state = .shown(load.request, response)
    pictureID = load.request.id
    return show(.image(response.image), transition) + [.report(.ended(.success(response)))]
      + refine()
  }

  private mutating func refined(to response: ImageResponse) -> [Effect] {
    guard case .refining(let request, let old, _) = state else { return [] }
    let isBetter = response.image.size.width > old.image.size.width
    state = .shown(request, isBetter ? response : old)
    guard isBetter else { return [] }
    return show(.image(response.image), .none) + refine()
  }
}
