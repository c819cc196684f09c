import CGTK4
import CLodeGTK
import LodeImage

/// A word about a failure, on a button over the whole view that tries again.
///
/// It never needs more room than there is: first the offer to try again goes, then the word; the sign
/// stays. All of it is in the tooltip, and is read out.
@safe final class FailureView: WidgetPeer {
  /// Called when the button is pressed.
  var onRetry: (() -> Void)?

  private let content = FailureContent()
  private let signals = SignalBag()

  init() {
    unsafe super.init(gtk_button_new())
    WidgetStyle.install()
    unsafe gtk_widget_add_css_class(widget, "flat")
    unsafe gtk_widget_add_css_class(widget, "lode-failure")
    unsafe gtk_button_set_child(
      UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GtkButton.self), content.widget)
    unsafe gtk_widget_set_visible(widget, 0)
    unsafe signals.connect(widget, "clicked") { [weak self] _ in self?.onRetry?() }
  }

  /// The failure that is shown; `nil` hides the view.
  var error: ImagePipelineError? {
    didSet {
      guard error != oldValue else { return }
      if let error { show(error) }
      unsafe gtk_widget_set_visible(widget, error == nil ? 0 : 1)
    }
  }

  private func show(_ error: ImagePipelineError) {
    let texts = WidgetTexts.current
    let reason = texts.failure(error)
    content.show(reason: reason, retry: texts.retry)
    unsafe gtk_widget_set_tooltip_text(widget, error.description)
    describe(as: "\(reason). \(texts.retry)")
  }
}

/// The sign and the words on the button, as many as there is room for.
@safe private final class FailureContent: Canvas {
  private let reason = TextLabel(cssClass: "lode-failure-reason")
  private let retry = TextLabel(cssClass: "lode-failure-retry")
  private var signCentre = (x: 0.0, y: 0.0)
  private var signDiameter = 0.0

  private static let gap = 6
  private static let margin = 6

  init() {
    super.init(cssName: "lode-failure-content", role: GTK_ACCESSIBLE_ROLE_PRESENTATION)
    addChild(reason)
    addChild(retry)
  }

  func show(reason: String, retry: String) {
    self.reason.text = reason
    self.retry.text = retry
    queueDraw()
  }

  override func layOut(width: Int, height: Int) {
    let room = width - 2 * Self.margin
    let shortSide = min(width, height)
    let sign = min(max(16, shortSide / 7), 28, shortSide * 3 / 4)
    var total = sign
    var labels: [(label: TextLabel, height: Int)] = []
    for (label, minimumSide) in [(reason, 64), (retry, 120)] {
      let labelHeight = label.naturalLength(GTK_ORIENTATION_VERTICAL, forLength: max(room, 0))
      let fits =
        shortSide >= minimumSide
        && total + Self.gap + labelHeight <= height - 2 * Self.margin
      unsafe gtk_widget_set_child_visible(label.widget, fits ? 1 : 0)
      guard fits else { continue }
      labels.append((label, labelHeight))
      total += Self.gap + labelHeight
    }
    var y = (height - total) / 2
    signDiameter = Double(sign)
    signCentre = (Double(width) / 2, Double(y) + Double(sign) / 2)
    y += sign
    for (label, labelHeight) in labels {
      y += Self.gap
      place(label, x: Self.margin, y: y, width: room, height: labelHeight)
      y += labelHeight
    }
  }

  override func draw(_ snapshot: OpaquePointer, width: Double, height: Double) {
    var bounds = graphene_rect_t(width: width, height: height)
    if let context = unsafe gtk_snapshot_append_cairo(snapshot, &bounds) {
      unsafe cairo_translate(context, signCentre.x, signCentre.y)
      unsafe drawRetrySign(on: context, diameter: signDiameter, color: foreground)
      unsafe cairo_destroy(context)
    }
    unsafe drawChildren(snapshot)
  }

  /// An arrow that goes round, the usual sign for “again”.
  private func drawRetrySign(on context: OpaquePointer, diameter: Double, color: GdkRGBA) {
    let lineWidth = max(1.5, diameter / 11)
    let radius = diameter / 2 - lineWidth
    let head = diameter * 0.19
    // As a whole, or the line would shine through the head.
    unsafe cairo_push_group(context)
    unsafe cairo_set_source_rgba(
      context, Double(color.red), Double(color.green), Double(color.blue), Double(color.alpha))
    unsafe cairo_set_line_width(context, lineWidth)
    unsafe cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
    // From behind the head once round, and into it.
    unsafe cairo_arc(context, 0, 0, radius, 0.95, 2 * .pi - 0.25)
    unsafe cairo_stroke(context)
    // The head points down, where the circle is at 3 o'clock.
    unsafe cairo_move_to(context, radius - head, -head * 0.7)
    unsafe cairo_line_to(context, radius + head, -head * 0.7)
    unsafe cairo_line_to(context, radius, head * 0.8)
    unsafe cairo_close_path(context)
    unsafe cairo_fill(context)
    unsafe cairo_pop_group_to_source(context)
    unsafe cairo_paint_with_alpha(context, 0.75)
  }
}

/// A label of at most two lines, cut off with an ellipsis.
@safe private final class TextLabel: WidgetPeer {
  init(cssClass: String) {
    unsafe super.init(gtk_label_new(nil))
    unsafe gtk_label_set_wrap(label, 1)
    unsafe gtk_label_set_lines(label, 2)
    unsafe gtk_label_set_ellipsize(label, PANGO_ELLIPSIZE_END)
    unsafe gtk_label_set_justify(label, GTK_JUSTIFY_CENTER)
    unsafe gtk_widget_add_css_class(widget, cssClass)
  }

  private var label: OpaquePointer { unsafe OpaquePointer(widget) }

  var text: String {
    get { unsafe String(cString: gtk_label_get_text(label)) }
    set { unsafe gtk_label_set_text(label, newValue) }
  }
}
