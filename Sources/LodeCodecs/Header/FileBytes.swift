/// The first bytes of a file, read by offset; what lies beyond them reads as `nil`.
struct FileBytes {
  let raw: UnsafeRawBufferPointer

  init(_ raw: UnsafeRawBufferPointer) {
    self.raw = raw
  }

  var count: Int { raw.count }

  func uint8(at offset: Int) -> Int? {
    offset >= 0 && offset < raw.count ? Int(raw[offset]) : nil
  }

  func uint16(at offset: Int, isBigEndian: Bool) -> Int? {
    guard offset >= 0, offset <= raw.count - 2 else { return nil }
    let value = raw.loadUnaligned(fromByteOffset: offset, as: UInt16.self)
    return Int(isBigEndian ? UInt16(bigEndian: value) : UInt16(littleEndian: value))
  }

  func uint32(at offset: Int, isBigEndian: Bool) -> Int? {
    guard offset >= 0, offset <= raw.count - 4 else { return nil }
    let value = raw.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
    return Int(isBigEndian ? UInt32(bigEndian: value) : UInt32(littleEndian: value))
  }

  func uint24LittleEndian(at offset: Int) -> Int? {
    guard let low = uint16(at: offset, isBigEndian: false), let high = uint8(at: offset + 2)
    else { return nil }
    return high << 16 | low
  }

  /// Whether the bytes from `offset` on are those of `text`; `false` where the data is too short.
  func has(_ text: StaticString, at offset: Int) -> Bool {
    guard offset >= 0, offset <= raw.count - text.utf8CodeUnitCount else { return false }
    for index in 0..<text.utf8CodeUnitCount where raw[offset + index] != text.utf8Start[index] {
      return false
    }
    return true
  }

  func has(_ bytes: [UInt8], at offset: Int) -> Bool {
    guard offset >= 0, offset <= raw.count - bytes.count else { return false }
    for index in bytes.indices where raw[offset + index] != bytes[index] { return false }
    return true
  }

  /// The bytes from `offset` on, at most `count` of them.
  func slice(from offset: Int, count: Int) -> FileBytes {
    let start = min(max(offset, 0), raw.count)
    let end = min(raw.count, start + max(0, count))
    return FileBytes(UnsafeRawBufferPointer(rebasing: raw[start..<end]))
  }
}
