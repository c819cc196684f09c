/// A number of bytes.
public struct ByteCount: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The number of bytes; negative values do not occur.
  public var bytes: Int

  /// Creates a count of `bytes` bytes.
  public init(_ bytes: Int) {
    self.bytes = bytes
  }

  /// A count in units of 1,024 bytes.
  public static func kibibytes(_ count: Int) -> ByteCount { ByteCount(count << 10) }

  /// A count in units of 1,048,576 bytes.
  public static func mebibytes(_ count: Int) -> ByteCount { ByteCount(count << 20) }

  /// No bytes.
  public static let zero = ByteCount(0)

  public static func < (lhs: ByteCount, rhs: ByteCount) -> Bool { lhs.bytes < rhs.bytes }

  public static func + (lhs: ByteCount, rhs: ByteCount) -> ByteCount {
    ByteCount(lhs.bytes + rhs.bytes)
  }

  public static func - (lhs: ByteCount, rhs: ByteCount) -> ByteCount {
    ByteCount(lhs.bytes - rhs.bytes)
  }

  public static func += (lhs: inout ByteCount, rhs: ByteCount) { lhs = lhs + rhs }

  public static func -= (lhs: inout ByteCount, rhs: ByteCount) { lhs = lhs - rhs }

  /// The count in the largest binary unit that keeps it at 1 or above, such as `1.5 MiB`.
  public var description: String {
    let units = ["bytes", "KiB", "MiB", "GiB"]
    var value = Double(bytes)
    var unit = 0
    while abs(value) >= 1024, unit < units.count - 1 {
      value /= 1024
      unit += 1
    }
    guard unit > 0 else { return "\(bytes) \(units[0])" }
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0
      ? "\(tenths / 10) \(units[unit])" : "\(tenths / 10).\(tenths % 10) \(units[unit])"
  }
}
