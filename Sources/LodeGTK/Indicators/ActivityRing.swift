import CGTK4

/// An animated circle: something is loading, and nobody knows for how long.
///
/// It has the colour of the text around it, and is visible while it is started. All rings of a program
/// turn in step. A ring that is not on screen costs nothing: it asks for no frames. Where the desktop
/// does not want animations (`gtk-enable-animations`), it stands still and asks for no frames either.
@safe public final class ActivityRing: Canvas {
  /// Whether the ring is shown.
  public private(set) var isStarted = false

  /// The diameter in points; the ring is smaller where there is less room. Made for 16 to 64.
  public var diameter: Double {
    didSet { updateSize() }
  }

  /// Whether there may be a picture behind the ring. It is then white on a translucent dark disc, which
  /// is legible on whatever the picture shows.
  public var isOverPicture = false {
    didSet { if isOverPicture != oldValue { updateSize() } }
  }

  /// How long the ring takes to appear.
  static let fadeInDuration = 0.15

  /// The diameter of the disc, as a multiple of the ring's.
  private static let discRatio = 1.75

  private let settingsSignals = SignalBag()
  private var now: Double?
  private var startTime: Double?

  /// Creates a ring that is not started.
  public init(diameter: Double = 32) {
    self.diameter = diameter
    super.init(cssName: "lode-ring", role: GTK_ACCESSIBLE_ROLE_PROGRESS_BAR)
    unsafe gtk_widget_set_visible(widget, 0)
    unsafe gtk_widget_set_can_target(widget, 0)
    unsafe gtk_widget_set_halign(widget, GTK_ALIGN_CENTER)
    unsafe gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
    describe(as: WidgetTexts.current.loading, isBusy: true)
    updateSize()
  }

  /// Shows the ring. Does nothing if it is started.
  public func start() {
    guard !isStarted else { return }
    isStarted = true
    startTime = nil
    unsafe gtk_widget_set_visible(widget, 1)
  }

  /// Hides the ring. Does nothing if it is not started.
  public func stop() {
    guard isStarted else { return }
    isStarted = false
    unsafe gtk_widget_set_visible(widget, 0)
  }

  // MARK: Animation

  override func mapChanged(_ isMapped: Bool) {
    settingsSignals.disconnectAll()
    if isMapped, let settings = unsafe gtk_widget_get_settings(widget) {
      unsafe settingsSignals.connect(settings, "notify::gtk-enable-animations") { [weak self] _ in
        self?.updateAnimation()
      }
    }
    updateAnimation()
  }

  private func updateAnimation() {
    isTicking = isMapped && animationsAreEnabled
    if !isTicking { now = nil }
    queueDraw()
  }

  override func tick(_ frameTime: Duration) -> Bool {
    let time = frameTime / .seconds(1)
    now = time
    if startTime == nil { startTime = time }
    queueDraw()
    return true
  }

  private func updateSize() {
    let side = Int((isOverPicture ? diameter * Self.discRatio : diameter).rounded(.up))
    setNaturalSize(width: side, height: side)
    queueDraw()
  }

  // MARK: Drawing

  override func draw(_ snapshot: OpaquePointer, width: Double, height: Double) {
    var bounds = graphene_rect_t(width: width, height: height)
    guard let context = unsafe gtk_snapshot_append_cairo(snapshot, &bounds) else { return }
    defer { unsafe cairo_destroy(context) }
    let room = min(width, height)
    let diameter = min(self.diameter, isOverPicture ? room / Self.discRatio : room)
    unsafe cairo_translate(context, width / 2, height / 2)
    let opacity = now.map { min(1, ($0 - (startTime ?? $0)) / Self.fadeInDuration) } ?? 1
    var color = foreground
    if isOverPicture {
      color = GdkRGBA(red: 1, green: 1, blue: 1, alpha: 1)
      unsafe cairo_set_source_rgba(context, 0.08, 0.08, 0.1, 0.55 * opacity)
      unsafe cairo_arc(context, 0, 0, diameter * Self.discRatio / 2, 0, 2 * .pi)
      unsafe cairo_fill(context)
    }
    unsafe drawRing(on: context, diameter: diameter, color: color, opacity: opacity)
  }

  private func drawRing(
    on context: OpaquePointer, diameter: Double, color: GdkRGBA, opacity: Double
  ) {
    let lineWidth = RingGeometry.lineWidth(diameter: diameter)
    let radius = (diameter - lineWidth) / 2
    func setSource(alpha: Double) {
      unsafe cairo_set_source_rgba(
        context, Double(color.red), Double(color.green), Double(color.blue),
        Double(color.alpha) * alpha * opacity)
    }
    unsafe cairo_set_line_width(context, lineWidth)
    setSource(alpha: 0.16)
    unsafe cairo_arc(context, 0, 0, radius, 0, 2 * .pi)
    unsafe cairo_stroke(context)

    let geometry = now.map { RingGeometry(at: $0) } ?? .still
    setSource(alpha: 0.9)
    unsafe cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
    // Cairo counts angles from 3 o'clock.
    unsafe cairo_arc(
      context, 0, 0, radius, geometry.start - .pi / 2, geometry.end - .pi / 2)
    unsafe cairo_stroke(context)
  }
}
