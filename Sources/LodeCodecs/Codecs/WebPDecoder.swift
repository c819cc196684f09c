#if os(Linux)
import CLodeCodecs

/// Decodes WebP by libwebp; of an animation, its first frame.
enum WebPDecoder {
  static func decode(_ bytes: UnsafeRawBufferPointer, options: DecodingOptions)
    throws(ImageDecodingError) -> DecodedImage
  {
    guard let header = try WebPHeader(FileBytes(bytes)) else { throw .truncated }
    let plan = try DecodingPlan(storedSize: header.size, options: options)
    return header.isAnimated
      ? try decodeFirstFrame(bytes, plan: plan) : try decodeStill(bytes, plan: plan)
  }

  private static func decodeStill(_ bytes: UnsafeRawBufferPointer, plan: DecodingPlan)
    throws(ImageDecodingError) -> DecodedImage
  {
    let features = try features(of: bytes)
    let size = plan.storedSize
    guard PixelSize(features) == size else {
      throw .damaged(reason: "a picture of \(PixelSize(features)) on a canvas of \(size)")
    }
    // For opaque lossy pictures the library scales while it decodes and holds no full frame; its area
    // filter goes to twice the result, as the filter here does the rest better.
    var rowSize = size
    if features.is_lossy, !features.has_alpha,
      plan.isAmple(Double(size.width), Double(size.height))
    {
      rowSize = PixelSize(width: plan.scaledSize.width * 2, height: plan.scaledSize.height * 2)
    }
    let assembler = ImageAssembler(plan: plan, rowSize: rowSize, hasAlpha: features.has_alpha)
    let scratch = assembler.allRows == nil ? PixelBuffer(byteCount: rowSize.pixelCount * 4) : nil
    let rows = (assembler.allRows ?? scratch?.bytes)!.baseAddress!
    try decode(bytes, size: size, scaledSize: rowSize, to: rows, stride: rowSize.width * 4)
    assembler.append(contentsOf: rows, count: rowSize.height)
    return assembler.finish()
  }

  private static func decodeFirstFrame(_ bytes: UnsafeRawBufferPointer, plan: DecodingPlan)
    throws(ImageDecodingError) -> DecodedImage
  {
    let frame = try WebPFrame(firstIn: FileBytes(bytes), canvas: plan.storedSize)
    let size = plan.storedSize
    let assembler = ImageAssembler(plan: plan, hasAlpha: true)
    let scratch = assembler.allRows == nil ? PixelBuffer(byteCount: size.pixelCount * 4) : nil
    let rows = assembler.allRows ?? scratch!.bytes
    // An animation's canvas is transparent where no frame has been; its background colour is a hint
    // that players ignore.
    rows.initializeMemory(as: UInt8.self, repeating: 0)
    let corner = rows.baseAddress! + (frame.y * size.width + frame.x) * 4
    let result = frame.file.withUnsafeBytes { file in
      Result { () throws(ImageDecodingError) in
        guard PixelSize(try features(of: file)) == frame.size else {
          throw ImageDecodingError.damaged(reason: "a frame whose picture is not \(frame.size)")
        }
        try decode(
          file, size: frame.size, scaledSize: frame.size, to: corner, stride: size.width * 4)
      }
    }
    try result.get()
    assembler.append(contentsOf: rows.baseAddress!, count: size.height)
    return assembler.finish()
  }

  private static func features(of bytes: UnsafeRawBufferPointer) throws(ImageDecodingError)
    -> clode_webp_header
  {
    var header = clode_webp_header()
    var message: UnsafePointer<CChar>?
    try check(
      clode_webp_read_header(
        bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count, &header, &message), message)
    return header
  }

  private static func decode(
    _ bytes: UnsafeRawBufferPointer, size: PixelSize, scaledSize: PixelSize,
    to rows: UnsafeMutableRawPointer, stride: Int
  ) throws(ImageDecodingError) {
    var message: UnsafePointer<CChar>?
    try check(
      clode_webp_decode(
        bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count, clode_size(size),
        clode_size(scaledSize), rows.assumingMemoryBound(to: UInt8.self), stride, &message),
      message)
  }

  private static func check(_ status: clode_status, _ message: UnsafePointer<CChar>?)
    throws(ImageDecodingError)
  {
    switch status {
    case CLODE_OK: return
    case CLODE_TRUNCATED: throw .truncated
    default: throw .damaged(reason: message.map { String(cString: $0) } ?? "bitstream error")
    }
  }
}

extension PixelSize {
  fileprivate init(_ header: clode_webp_header) {
    self.init(width: Int(header.width), height: Int(header.height))
  }
}

extension clode_size {
  /// - Precondition: Both sides fit into 32 bits, as those that a codec reported do.
  init(_ size: PixelSize) {
    self.init(width: UInt32(size.width), height: UInt32(size.height))
  }
}
#endif
