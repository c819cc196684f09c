public import CGTK4
public import LodeCore

/// A picture of what a widget has drawn last, without a screenshot of the display.
///
/// For tests, and for programs that show their own window in a document. The widget must be on screen
/// and painted; transitions are caught in the middle.
@safe public struct WidgetSnapshot {
  /// A pixel, premultiplied, 8 bits a channel.
  public struct Pixel: Hashable, Sendable {
    /// The channels.
    public var red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8

    /// Creates a pixel.
    public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
      self.red = red
      self.green = green
      self.blue = blue
      self.alpha = alpha
    }
  }

  /// The size of the picture.
  public let size: PixelSize

  private let texture: Texture
  let pixels: [UInt8]

  /// Takes a picture of `widget`, each point of it `scale` pixels wide and high.
  ///
  /// - Returns: `nil` while the widget is not on screen.
  public init?(of widget: UnsafeMutablePointer<GtkWidget>, scale: Double = 1) {
    let width = Double(unsafe gtk_widget_get_width(widget))
    let height = Double(unsafe gtk_widget_get_height(widget))
    guard width > 0, height > 0, let paintable = unsafe gtk_widget_paintable_new(widget) else {
      return nil
    }
    defer { unsafe g_object_unref(UnsafeMutableRawPointer(paintable)) }
    let node = unsafe RenderNode { snapshot in
      unsafe gtk_snapshot_scale(snapshot, Float(scale), Float(scale))
      unsafe gdk_paintable_snapshot(paintable, snapshot, width, height)
    }
    // The bounds of the widget: those of the node end where the drawing does.
    let bounds = graphene_rect_t(width: width * scale, height: height * scale)
    guard let node else { return nil }
    unsafe self.init(node, size: bounds, renderedFor: widget)
  }

  init?(
    _ node: RenderNode, size bounds: graphene_rect_t,
    renderedFor widget: UnsafeMutablePointer<GtkWidget>
  ) {
    var bounds = bounds
    guard let native = unsafe gtk_widget_get_native(widget),
      let renderer = unsafe gtk_native_get_renderer(native),
      let texture = unsafe gsk_renderer_render_texture(renderer, node.node, &bounds)
    else { return nil }
    unsafe self.texture = Texture(texture)
    size = PixelSize(
      width: Int(unsafe gdk_texture_get_width(texture)),
      height: Int(unsafe gdk_texture_get_height(texture)))
    let bytesPerRow = size.width * 4
    pixels = unsafe [UInt8](unsafeUninitializedCapacity: bytesPerRow * size.height) {
      unsafe gdk_texture_download(texture, $0.baseAddress, gsize(bytesPerRow))
      $1 = $0.count
    }
  }

  /// The pixel in a column and a row, both from 0, from the upper left corner.
  public subscript(column: Int, row: Int) -> Pixel {
    precondition((0..<size.width).contains(column) && (0..<size.height).contains(row))
    // Cairo's format: 32-bit words of alpha, red, green, blue, on a little-endian machine.
    let offset = (row * size.width + column) * 4
    return Pixel(
      red: pixels[offset + 2], green: pixels[offset + 1], blue: pixels[offset],
      alpha: pixels[offset + 3])
  }

  /// Writes a PNG file.
  ///
  /// - Returns: Whether the file could be written.
  public func writePNG(to path: String) -> Bool {
    unsafe gdk_texture_save_to_png(texture.pointer, path) != 0
  }
}

/// One reference to a texture.
@safe private final class Texture {
  let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) {
    unsafe self.pointer = pointer
  }

  isolated deinit {
    unsafe g_object_unref(UnsafeMutableRawPointer(pointer))
  }
}
