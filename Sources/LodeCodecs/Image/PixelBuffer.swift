/// Memory for pixels, freed with the object.
///
/// `@unchecked Sendable`: the bytes are written only by the code that makes the buffer, before it gives
/// the buffer to a `DecodedImage`; from then on they are only read.
package final class PixelBuffer: @unchecked Sendable {
  package let bytes: UnsafeMutableRawBufferPointer

  package var byteCount: Int { bytes.count }

  /// Allocates uninitialised memory, aligned for vector loads.
  package init(byteCount: Int) {
    bytes = .allocate(byteCount: byteCount, alignment: 64)
  }

  deinit {
    bytes.deallocate()
  }
}
