import CGTK4

/// GTK's own spinner, made safe to leave started.
///
/// A `GtkSpinner` that spins on a page of a stack that is not shown keeps the frame clock running at 60
/// frames a second. This one spins only while it is on screen.
@safe public final class NativeSpinner: WidgetPeer {
  /// Whether the spinner is shown.
  public private(set) var isStarted = false

  /// The diameter in points.
  public var diameter: Double {
    didSet { updateSize() }
  }

  private let signals = SignalBag()

  /// Creates a spinner that is not started.
  public init(diameter: Double = 32) {
    self.diameter = diameter
    MainLoop.attach()
    unsafe super.init(gtk_spinner_new())
    unsafe gtk_widget_set_visible(widget, 0)
    unsafe gtk_widget_set_can_target(widget, 0)
    unsafe gtk_widget_set_halign(widget, GTK_ALIGN_CENTER)
    unsafe gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
    describe(as: WidgetTexts.current.loading, isBusy: true)
    unsafe signals.connect(widget, "map") { [weak self] _ in self?.setSpinning(true) }
    unsafe signals.connect(widget, "unmap") { [weak self] _ in self?.setSpinning(false) }
    updateSize()
  }

  /// Shows the spinner. Does nothing if it is started.
  public func start() {
    isStarted = true
    unsafe gtk_widget_set_visible(widget, 1)
  }

  /// Hides the spinner. Does nothing if it is not started.
  public func stop() {
    isStarted = false
    unsafe gtk_widget_set_visible(widget, 0)
  }

  private func setSpinning(_ isSpinning: Bool) {
    unsafe gtk_spinner_set_spinning(OpaquePointer(widget), isSpinning ? 1 : 0)
  }

  private func updateSize() {
    let side = Int32(diameter.rounded(.up))
    unsafe gtk_widget_set_size_request(widget, side, side)
  }
}
