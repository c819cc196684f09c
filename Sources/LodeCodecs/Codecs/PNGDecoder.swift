#if os(Linux)
import CLodeCodecs

/// Decodes PNG by libpng, a row at a time unless the file is interlaced.
enum PNGDecoder {
  static func decode(_ bytes: UnsafeRawBufferPointer, options: DecodingOptions)
    throws(ImageDecodingError) -> DecodedImage
  {
    guard let size = try PNGHeader(FileBytes(bytes))?.size else { throw .truncated }
    let plan = try DecodingPlan(storedSize: size, options: options)
    let reader = try Reader(bytes, sideLimit: max(size.width, size.height))
    let header = try reader.readHeader()
    let assembler = ImageAssembler(plan: plan, hasAlpha: header.has_alpha)
    if !header.is_interlaced {
      for _ in 0..<size.height {
        try reader.readRow(to: assembler.nextRow)
        assembler.finishRow()
      }
    } else if let rows = assembler.allRows {
      try reader.readInterlaced(to: rows.baseAddress!, stride: size.width * 4)
      assembler.append(contentsOf: rows.baseAddress!, count: size.height)
    } else {
      let rows = PixelBuffer(byteCount: size.pixelCount * 4)
      try reader.readInterlaced(to: rows.bytes.baseAddress!, stride: size.width * 4)
      assembler.append(contentsOf: rows.bytes.baseAddress!, count: size.height)
    }
    return assembler.finish()
  }

  private struct Reader: ~Copyable {
    private let reader: OpaquePointer

    init(_ bytes: UnsafeRawBufferPointer, sideLimit: Int) throws(ImageDecodingError) {
      guard
        let reader = clode_png_create(
          bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count, UInt32(sideLimit), bytes.count)
      else { throw .damaged(reason: "out of memory") }
      self.reader = reader
    }

    deinit {
      clode_png_destroy(reader)
    }

    func readHeader() throws(ImageDecodingError) -> clode_png_header {
      var header = clode_png_header()
      try check(clode_png_read_header(reader, &header))
      return header
    }

    func readRow(to row: UnsafeMutableRawPointer) throws(ImageDecodingError) {
      try check(clode_png_read_row(reader, row.assumingMemoryBound(to: UInt8.self)))
    }

    func readInterlaced(to rows: UnsafeMutableRawPointer, stride: Int) throws(ImageDecodingError) {
      try check(
        clode_png_read_interlaced(reader, rows.assumingMemoryBound(to: UInt8.self), stride))
    }

    private func check(_ status: clode_status) throws(ImageDecodingError) {
      switch status {
      case CLODE_OK: return
      case CLODE_TRUNCATED: throw .truncated
      default: throw .damaged(reason: String(cString: clode_png_message(reader)))
      }
    }
  }
}
#endif
