import CGTK4
import LodeCodecs
import LodeCore
import LodePresentation

/// Draws what a view shows, and the transition from what it showed before.
///
/// One content at a time. While a transition runs, what was on screen when it began is kept as a
/// drawing: so a transition that interrupts another begins where that one was.
@safe final class SurfacePainter {
  /// How the content is placed.
  struct Style {
    var contentMode: PixelSize.ContentMode
    var cornerRadius: Double
    var scaleFactor: Double
    var foreground: GdkRGBA
  }

  private(set) var content = SurfaceContent.empty
  private var texture: ImageTexture?
  private var transition: Transition?

  private struct Transition {
    let outgoing: RenderNode?
    let duration: Duration
    var start: Duration?
    var progress = 0.0
  }

  /// Shows `content` at once.
  func show(_ content: SurfaceContent) {
    transition = nil
    self.content = content
    texture = content.image.map { ImageTexture($0) }
  }

  /// Shows `content`, fading from `outgoing`, which was on screen before, during `duration`.
  func show(_ content: SurfaceContent, from outgoing: RenderNode?, duration: Duration) {
    show(content)
    transition = Transition(outgoing: outgoing, duration: duration)
  }

  /// Moves the transition to the frame of `frameTime`; returns whether it is still running.
  func advance(to frameTime: Duration) -> Bool {
    guard var transition else { return false }
    let start = transition.start ?? frameTime
    transition.start = start
    transition.progress = (frameTime - start) / transition.duration
    self.transition = transition.progress < 1 ? transition : nil
    return self.transition != nil
  }

  /// Ends the transition: the content is shown.
  func finishTransition() {
    transition = nil
  }

  func draw(_ snapshot: OpaquePointer, width: Double, height: Double, style: Style) {
    guard let transition else {
      return unsafe drawContent(snapshot, width: width, height: height, style: style)
    }
    unsafe gtk_snapshot_push_cross_fade(snapshot, transition.progress)
    if let outgoing = transition.outgoing {
      unsafe gtk_snapshot_append_node(snapshot, outgoing.node)
    }
    unsafe gtk_snapshot_pop(snapshot)
    unsafe drawContent(snapshot, width: width, height: height, style: style)
    unsafe gtk_snapshot_pop(snapshot)
  }

  private func drawContent(
    _ snapshot: OpaquePointer, width: Double, height: Double, style: Style
  ) {
    if let texture, let size = content.image?.size {
      let place = ImageGeometry(
        size: size, viewWidth: width, viewHeight: height, scaleFactor: style.scaleFactor,
        contentMode: style.contentMode)
      var bounds = graphene_rect_t(
        x: place.x, y: place.y, width: place.width, height: place.height)
      var view = graphene_rect_t(width: width, height: height)
      var visible = graphene_rect_t()
      guard unsafe graphene_rect_intersection(&bounds, &view, &visible) else { return }
      unsafe pushClip(snapshot, visible, style)
      unsafe gtk_snapshot_append_texture(snapshot, texture.texture, &bounds)
      unsafe gtk_snapshot_pop(snapshot)
    } else if content != .empty {
      var bounds = graphene_rect_t(width: width, height: height)
      var color = style.foreground
      color.alpha *= 0.08
      unsafe pushClip(snapshot, bounds, style)
      unsafe gtk_snapshot_append_color(snapshot, &color, &bounds)
      unsafe gtk_snapshot_pop(snapshot)
    }
  }

  private func pushClip(_ snapshot: OpaquePointer, _ bounds: graphene_rect_t, _ style: Style) {
    unsafe SurfacePainter.pushClip(snapshot, bounds, cornerRadius: style.cornerRadius)
  }

  /// Clips what is drawn next to `bounds`, with rounded corners where there is a radius.
  static func pushClip(
    _ snapshot: OpaquePointer, _ bounds: graphene_rect_t, cornerRadius: Double
  ) {
    var bounds = bounds
    guard cornerRadius > 0 else { return unsafe gtk_snapshot_push_clip(snapshot, &bounds) }
    var rounded = GskRoundedRect()
    unsafe gsk_rounded_rect_init_from_rect(&rounded, &bounds, Float(cornerRadius))
    unsafe gtk_snapshot_push_rounded_clip(snapshot, &rounded)
  }
}

extension SurfaceContent {
  /// The picture that is drawn, the real one or one that stands in for it.
  var image: DecodedImage? {
    switch self {
    case .image(let image), .placeholder(.image(let image)): image
    case .empty, .placeholder(.plain), .failure: nil
    }
  }
}

/// What has been drawn, to be drawn again.
@safe final class RenderNode {
  let node: OpaquePointer

  /// Records what `draw` draws; `nil` if that is nothing.
  init?(_ draw: (OpaquePointer) -> Void) {
    guard let snapshot = unsafe gtk_snapshot_new() else { return nil }
    unsafe draw(snapshot)
    guard let node = unsafe gtk_snapshot_free_to_node(snapshot) else { return nil }
    unsafe self.node = node
  }

  isolated deinit {
    unsafe gsk_render_node_unref(node)
  }
}
