import CGTK4
public import Foundation
public import LodeCodecs
public import LodeCore
public import LodeImage
public import LodePresentation

/// A view that loads pictures and shows them, with a circle while it waits.
///
///     let view = RemoteImageView()
///     gtk_box_append(box, view.widget)
///     view.load(url)
///
/// On the main actor. `widget` goes into any container; the view asks for no room of its own, so give it
/// a size request or let it expand. A load starts when the view has a size, and the picture is decoded
/// for that size in device pixels. When the view is removed from its window the load is cancelled;
/// when it is placed in one again, that load begins anew.
///
/// The last `load` wins. Every way out of a load stops the circle: a picture, a failure, `cancel()`. A
/// failure is shown as a word on a button that tries again.
@safe public final class RemoteImageView: Canvas {
  /// Called with everything that happens to the loads, in order.
  public var onEvent: ((ImageLoadEvent) -> Void)?

  /// How the picture fits into the view. `.fill` is clipped to the view.
  public var contentMode = PixelSize.ContentMode.fit {
    didSet { queueDraw() }
  }

  /// The radius of the corners of the picture and of what stands in for it, in points.
  public var cornerRadius = 0.0 {
    didSet { queueDraw() }
  }

  /// How the circle looks. A change takes effect when the circle is shown next.
  public var indicatorStyle = ActivityIndicatorStyle.ring

  /// What the picture shows, for those who cannot see it.
  public var accessibilityLabel: String? {
    didSet { describe(as: accessibilityLabel ?? "") }
  }

  /// Called by the list that the view is a cell of.
  weak var cellObserver: (any RemoteImageViewObserver)?

  private let makeController: (RemoteImageView) -> ImageLoadController
  private lazy var controller = makeController(self)
  private let painter = SurfacePainter()
  private var indicator: (any ActivityIndicator)?
  private var failureView: FailureView?

  /// The size that the controller has been told of.
  private var laidOutSize: PixelSize?
  private let signals = SignalBag()

  /// Creates a view that shows nothing.
  ///
  /// - Parameters:
  ///   - pipeline: What loads the pictures.
  ///   - clock: What measures the time until the circle appears, and how long it stays.
  public init(
    pipeline: ImagePipeline = .shared, clock: any Clock<Duration> = ContinuousClock()
  ) {
    makeController = { view in
      let controller = ImageLoadController(surface: view, pipeline: pipeline, clock: clock)
      controller.onEvent = { [weak view] in view?.report($0) }
      return controller
    }
    super.init(cssName: "lode-image", role: GTK_ACCESSIBLE_ROLE_IMG)
    unsafe gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
    unsafe signals.connect(widget, "notify::scale-factor") { [weak self] _ in
      self?.sizeMayHaveChanged()
    }
  }

  // MARK: Loading

  /// Loads the picture at `url`; `nil` clears the view.
  public func load(_ url: URL?, options: ImageLoadOptions = .default) {
    load(url.map { ImageRequest(url: $0) }, options: options)
  }

  /// Loads the picture whose URL `string` spells; text that is no URL is a failure that is shown.
  public func load(_ string: String, options: ImageLoadOptions = .default) {
    controller.load(string, options: options)
  }

  /// Loads what `request` asks for; `nil` clears the view.
  public func load(_ request: ImageRequest?, options: ImageLoadOptions = .default) {
    controller.load(request, options: options)
  }

  /// Stops the load; the placeholder stays. Without a load, does nothing.
  public func cancel() { controller.cancel() }

  /// Loads again what failed. Without a failure that is shown, does nothing.
  public func retry() { controller.retry() }

  /// Stops the load and clears the view, which is about to show something else.
  public func prepareForReuse() { controller.prepareForReuse() }

  /// The picture that is shown, or `nil` while there is none.
  public var displayedImage: DecodedImage? {
    if case .image(let image) = painter.content { image } else { nil }
  }

  private func report(_ event: ImageLoadEvent) {
    cellObserver?.view(self, didReport: event)
    onEvent?(event)
  }

  // MARK: Canvas

  override func layOut(width: Int, height: Int) {
    if let indicator { placeCentered(indicator, width: width, height: height) }
    if let failureView { place(failureView, x: 0, y: 0, width: width, height: height) }
    sizeMayHaveChanged()
  }

  override func draw(_ snapshot: OpaquePointer, width: Double, height: Double) {
    unsafe drawContent(snapshot, width: width, height: height)
    let bounds = graphene_rect_t(width: width, height: height)
    unsafe SurfacePainter.pushClip(snapshot, bounds, cornerRadius: cornerRadius)
    unsafe drawChildren(snapshot)
    unsafe gtk_snapshot_pop(snapshot)
  }

  override func tick(_ frameTime: Duration) -> Bool {
    queueDraw()
    return painter.advance(to: frameTime)
  }

  override func mapChanged(_ isMapped: Bool) {
    isTicking = false
    painter.finishTransition()
    cellObserver?.view(self, mapDidChange: isMapped)
    // A window that is shown again lays out nothing whose size it knows.
    if isMapped { sizeMayHaveChanged() }
  }

  override func rootChanged(_ isRooted: Bool) {
    guard !isRooted else { return }
    // The same size in another window is a new one: whatever waits for it must hear of it.
    laidOutSize = nil
    controller.surfaceDidLeaveWindow()
  }

  private func drawContent(_ snapshot: OpaquePointer, width: Double, height: Double) {
    let style = SurfacePainter.Style(
      contentMode: contentMode, cornerRadius: cornerRadius,
      scaleFactor: Double(unsafe gtk_widget_get_scale_factor(widget)), foreground: foreground)
    unsafe painter.draw(snapshot, width: width, height: height, style: style)
  }

  /// What is on screen now, to fade away from it.
  private func recordContent() -> RenderNode? {
    unsafe RenderNode { snapshot in
      unsafe drawContent(
        snapshot, width: Double(gtk_widget_get_width(widget)),
        height: Double(gtk_widget_get_height(widget)))
    }
  }

  /// Tells the controller about a new size, once the window's layout is done: it will change the view.
  ///
  /// The size counts as told only then, since a window that goes before its frame takes the work with it.
  private func sizeMayHaveChanged() {
    guard let size = pixelSize else { return laidOutSize = nil }
    guard size != laidOutSize else { return }
    unsafe LayoutPass.of(widget)?.schedule(on: widget) { [weak self] in self?.sizeDidChange() }
  }

  private func sizeDidChange() {
    let size = pixelSize
    guard size != laidOutSize else { return }
    laidOutSize = size
    controller.surfaceDidLayOut()
  }
}

extension RemoteImageView: ImageSurface {
  /// Part of `ImageSurface`; called by the view's controller alone.
  public func display(_ content: SurfaceContent, transition: ImageTransition) {
    if case .crossfade(let duration) = transition, duration > .zero, isMapped, animationsAreEnabled
    {
      painter.show(content, from: recordContent(), duration: duration)
      isTicking = true
    } else {
      painter.show(content)
      isTicking = false
    }
    if case .failure(let error) = content { showFailure(error) } else { failureView?.error = nil }
    indicator?.isOverPicture = content.image != nil
    queueDraw()
  }

  /// Part of `ImageSurface`; called by the view's controller alone.
  public func setIndicatorShown(_ isShown: Bool) {
    if isShown {
      let indicator = makeIndicator()
      indicator.isOverPicture = painter.content.image != nil
      indicator.start()
    } else {
      indicator?.stop()
    }
    setBusy(isShown)
  }

  /// The view's size in device pixels, or `nil` until it has been laid out.
  public var pixelSize: PixelSize? {
    let scale = Int(unsafe gtk_widget_get_scale_factor(widget))
    let size = PixelSize(
      width: Int(unsafe gtk_widget_get_width(widget)) * scale,
      height: Int(unsafe gtk_widget_get_height(widget)) * scale)
    return size.isEmpty ? nil : size
  }

  /// The circle, made when it is needed first, and again after a change of style.
  private func makeIndicator() -> any ActivityIndicator {
    if let indicator, indicator.style == indicatorStyle { return indicator }
    if let indicator { unsafe gtk_widget_unparent(indicator.widget) }
    let indicator = indicatorStyle.makeIndicator()
    addChild(indicator)
    self.indicator = indicator
    return indicator
  }

  private func showFailure(_ error: ImagePipelineError) {
    if failureView == nil {
      let view = FailureView()
      view.onRetry = { [weak self] in self?.retry() }
      addChild(view)
      failureView = view
    }
    failureView?.error = error
  }
}

/// What a list wants to know of a view that is one of its cells.
protocol RemoteImageViewObserver: AnyObject {
  func view(_ view: RemoteImageView, mapDidChange isMapped: Bool)
  func view(_ view: RemoteImageView, didReport event: ImageLoadEvent)
}
