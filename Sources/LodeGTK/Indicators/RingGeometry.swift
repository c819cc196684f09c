import Foundation

/// What the ring looks like at an instant: an arc that turns, and grows and shrinks as it does.
///
/// A pure value. The instant alone decides, so that all rings on the screen move in step.
struct RingGeometry: Hashable {
  /// One turn of the arc's middle.
  static let turnDuration = 1.2

  /// From short to long and back to short.
  static let breathDuration = 1.8

  /// The lengths of the arc, in parts of the circle.
  static let sweepRange = 0.16...0.62

  /// Where the arc begins and ends, in radians clockwise from 12 o'clock.
  var start: Double
  var end: Double

  /// The ring as it stands still, where nothing may move.
  static let still = RingGeometry(at: 0.15)

  /// The ring at `time`, in seconds of the frame clock.
  init(at time: Double) {
    let middle = Self.phase(time, Self.turnDuration)
    let breath = 0.5 - 0.5 * cos(2 * .pi * Self.phase(time, Self.breathDuration))
    let range = Self.sweepRange
    let sweep = range.lowerBound + (range.upperBound - range.lowerBound) * breath
    start = 2 * .pi * (middle - sweep / 2)
    end = 2 * .pi * (middle + sweep / 2)
  }

  private static func phase(_ time: Double, _ period: Double) -> Double {
    time.truncatingRemainder(dividingBy: period) / period
  }

  /// The width of the line of a ring of `diameter`, in half points so that its edges are sharp.
  static func lineWidth(diameter: Double) -> Double {
    max(1.5, (diameter * 2 / 11).rounded() / 2)
  }
}
