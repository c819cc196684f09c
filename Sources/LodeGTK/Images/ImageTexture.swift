import CGTK4
import CLodeGTK
import LodeCodecs

/// A picture as GDK takes it: a texture that reads the picture's own pixels.
///
/// Nothing is copied. The texture keeps the picture alive and releases it exactly once, when GDK needs
/// the pixels no longer. May be made on any thread; released on the main one, because a texture that has
/// been drawn carries what the renderer made of it.
@safe final class ImageTexture {
  // Written once, before anybody else can see it.
  nonisolated(unsafe) let texture: OpaquePointer

  nonisolated init(_ image: DecodedImage) {
    unsafe texture = lode_texture_new(
      Int32(image.size.width), Int32(image.size.height), gsize(image.bytesPerRow),
      image.unsafeBytes.baseAddress, Unmanaged.passRetained(image).toOpaque(), releaseImage)
  }

  isolated deinit {
    unsafe g_object_unref(UnsafeMutableRawPointer(texture))
  }
}

private nonisolated func releaseImage(_ image: gpointer?) {
  guard let image = unsafe image else { return }
  unsafe Unmanaged<DecodedImage>.fromOpaque(image).release()
}
