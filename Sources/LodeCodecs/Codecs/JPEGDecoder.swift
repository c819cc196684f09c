#if os(Linux)
import CLodeCodecs

/// Decodes JPEG by libjpeg-turbo, a row at a time, at the smallest scale the result allows.
enum JPEGDecoder {
  /// Honest progressive files have some ten scans, at most 64 by the standard's usual scripts; each
  /// costs a pass over the whole picture, however few bytes it has.
  private static let scanLimit: Int32 = 64

  static func decode(_ bytes: UnsafeRawBufferPointer, options: DecodingOptions)
    throws(ImageDecodingError) -> DecodedImage
  {
    guard let header = try JPEGHeader(FileBytes(bytes)) else { throw .truncated }
    var plan = try DecodingPlan(
      storedSize: header.storedSize, orientation: header.orientation, options: options)
    let reader = try Reader(bytes, memoryLimit: memoryLimit(options.limits))
    let storedSize = try reader.readHeader()
    if storedSize != plan.storedSize {
      // Two frame headers, of which the library takes another.
      plan = try DecodingPlan(
        storedSize: storedSize, orientation: header.orientation, options: options)
    }
    let eighths = scale(for: plan)
    let rowSize = try reader.start(eighths: eighths)
    let assembler = ImageAssembler(
      plan: plan, rowSize: rowSize,
      extent: (
        Double(storedSize.width * eighths) / 8, Double(storedSize.height * eighths) / 8
      ), hasAlpha: false)
    for _ in 0..<rowSize.height {
      try reader.readRow(to: assembler.nextRow)
      assembler.finishRow()
    }
    return assembler.finish()
  }

  /// A progressive picture is held as coefficients of two bytes, in at most four components.
  private static func memoryLimit(_ limits: ImageLimits) -> Int {
    let (product, overflow) = limits.maximumPixelCount.multipliedReportingOverflow(by: 8)
    return overflow ? .max : max(product, product &+ ByteCount.mebibytes(32).bytes)
  }

  private static func scale(for plan: DecodingPlan) -> Int {
    let (width, height) = (Double(plan.storedSize.width), Double(plan.storedSize.height))
    return [1, 2, 4].first { plan.isAmple(width * Double($0) / 8, height * Double($0) / 8) } ?? 8
  }

  private struct Reader: ~Copyable {
    private let reader: OpaquePointer

    init(_ bytes: UnsafeRawBufferPointer, memoryLimit: Int) throws(ImageDecodingError) {
      guard
        let reader = clode_jpeg_create(
          bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count, memoryLimit, scanLimit)
      else { throw .damaged(reason: "out of memory") }
      self.reader = reader
    }

    deinit {
      clode_jpeg_destroy(reader)
    }

    func readHeader() throws(ImageDecodingError) -> PixelSize {
      var size = clode_size()
      try check(clode_jpeg_read_header(reader, &size))
      return PixelSize(width: Int(size.width), height: Int(size.height))
    }

    func start(eighths: Int) throws(ImageDecodingError) -> PixelSize {
      var size = clode_size()
      try check(clode_jpeg_start(reader, Int32(eighths), &size))
      return PixelSize(width: Int(size.width), height: Int(size.height))
    }

    func readRow(to row: UnsafeMutableRawPointer) throws(ImageDecodingError) {
      try check(clode_jpeg_read_rows(reader, row.assumingMemoryBound(to: UInt8.self), 0, 1))
    }

    private func check(_ status: clode_status) throws(ImageDecodingError) {
      switch status {
      case CLODE_OK: return
      case CLODE_TRUNCATED: throw .truncated
      default: throw .damaged(reason: String(cString: clode_jpeg_message(reader)))
      }
    }
  }
}
#endif
