/// The order in which people expect files: `2` before `10`, and no matter whether letters are large.
enum NaturalOrder {
  static func precedes(_ left: String, _ right: String) -> Bool {
    var (a, b) = (left.lowercased()[...], right.lowercased()[...])
    while let first = a.first, let second = b.first {
      if first.isASCIIDigit, second.isASCIIDigit {
        let (m, n) = (a.takeNumber(), b.takeNumber())
        if m.count != n.count { return m.count < n.count }
        if m != n { return m < n }
      } else {
        if first != second { return first < second }
        a.removeFirst()
        b.removeFirst()
      }
    }
    if a.isEmpty != b.isEmpty { return a.isEmpty }
    // Names that differ only in case or in leading zeros still have an order.
    return left < right
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}

extension Substring {
  /// Removes the digits at the beginning and returns them without leading zeros.
  fileprivate mutating func takeNumber() -> Substring {
    let digits = prefix { $0.isASCIIDigit }
    removeFirst(digits.count)
    return digits.drop { $0 == "0" }
  }
}
