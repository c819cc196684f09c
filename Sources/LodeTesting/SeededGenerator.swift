/// A small generator of random numbers: the same seed gives the same numbers on every machine.
///
/// SplitMix64 (Steele, Lea, Flood: "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014).
/// `unit()` and `value(in:)` are our own, because the standard library does not promise that
/// `Double.random(in:using:)` stays the same from one version to the next.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 up to, but not including, 1.
  package mutating func unit() -> Double {
    Double(next() >> 11) * 0x1p-53
  }

  /// A number from `range`.
  package mutating func value(in range: ClosedRange<Float>) -> Float {
    range.lowerBound + Float(unit()) * (range.upperBound - range.lowerBound)
  }

  /// A whole number from `range`.
  package mutating func integer(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(unit() * Double(range.count))
  }
}
