import CGTK4
import CLodeGTK

/// A widget that Lode draws and lays out itself.
///
/// It never asks for room: its minimum size is zero, and its children's do not count.
@safe public class Canvas: WidgetPeer {
  init(cssName: String, role: GtkAccessibleRole) {
    MainLoop.attach()
    unsafe super.init(lode_canvas_new(cssName, role))
    unsafe lode_canvas_set_owner(
      canvas, Unmanaged.passUnretained(self).toOpaque(), CanvasHandlers.table)
  }

  isolated deinit {
    // The widget may outlive this object by the time it takes to dispose of it.
    unsafe lode_canvas_set_owner(canvas, nil, nil)
  }

  private var canvas: OpaquePointer { unsafe OpaquePointer(widget) }

  // MARK: For subclasses

  /// Draws the widget, children included; the origin is its upper left corner.
  func draw(_ snapshot: OpaquePointer, width: Double, height: Double) {
    unsafe drawChildren(snapshot)
  }

  /// Gives the children their places. Must not change anything else.
  func layOut(width: Int, height: Int) {}

  /// Called when the widget has come on screen or gone from it.
  func mapChanged(_ isMapped: Bool) {}

  /// Called when the widget has been placed in a window, and before it is removed from it.
  func rootChanged(_ isRooted: Bool) {}

  /// Called once per frame while `isTicking`, with the frame's time; returns whether to go on.
  func tick(_ frameTime: Duration) -> Bool { false }

  // MARK: Services

  /// Whether `tick(_:)` is called for each frame. Costs 60 frames a second.
  final var isTicking: Bool {
    get { unsafe lode_canvas_is_ticking(canvas) != 0 }
    set { unsafe lode_canvas_set_ticking(canvas, newValue ? 1 : 0) }
  }

  final var isMapped: Bool { unsafe gtk_widget_get_mapped(widget) != 0 }

  /// The size that the widget would like to have.
  final func setNaturalSize(width: Int, height: Int) {
    unsafe lode_canvas_set_natural_size(canvas, Int32(width), Int32(height))
  }

  final func queueDraw() { unsafe gtk_widget_queue_draw(widget) }

  final func drawChildren(_ snapshot: OpaquePointer) {
    unsafe lode_canvas_snapshot_children(canvas, snapshot)
  }

  final func addChild(_ child: WidgetPeer) {
    unsafe gtk_widget_set_parent(child.widget, widget)
  }

  /// The foreground colour of the theme.
  final var foreground: GdkRGBA {
    var color = GdkRGBA()
    unsafe lode_widget_get_color(widget, &color)
    return color
  }

  /// Whether the desktop wants things to move (`gtk-enable-animations`).
  final var animationsAreEnabled: Bool {
    guard let settings = unsafe gtk_widget_get_settings(widget) else { return false }
    return unsafe lode_settings_get_animations_enabled(settings) != 0
  }

  /// Places `child` in the middle, at the size it would like to have, as far as there is room.
  final func placeCentered(_ child: WidgetPeer, width: Int, height: Int) {
    guard unsafe gtk_widget_should_layout(child.widget) != 0 else { return }
    let childWidth = min(width, child.naturalLength(GTK_ORIENTATION_HORIZONTAL))
    let childHeight = min(
      height, child.naturalLength(GTK_ORIENTATION_VERTICAL, forLength: childWidth))
    place(
      child, x: (width - childWidth) / 2, y: (height - childHeight) / 2, width: childWidth,
      height: childHeight)
  }

  final func place(_ child: WidgetPeer, x: Int, y: Int, width: Int, height: Int) {
    guard unsafe gtk_widget_should_layout(child.widget) != 0 else { return }
    // GTK wants a widget measured before it is given a size.
    _ = child.naturalLength(GTK_ORIENTATION_HORIZONTAL)
    var rectangle = GtkAllocation(
      x: Int32(x), y: Int32(y), width: Int32(width), height: Int32(height))
    unsafe gtk_widget_size_allocate(child.widget, &rectangle, -1)
  }
}

extension WidgetPeer {
  /// The length that the widget would like to have, given the length of its other side.
  func naturalLength(_ orientation: GtkOrientation, forLength length: Int = -1) -> Int {
    var natural: Int32 = 0
    unsafe gtk_widget_measure(widget, orientation, Int32(length), nil, &natural, nil, nil)
    return Int(natural)
  }
}
