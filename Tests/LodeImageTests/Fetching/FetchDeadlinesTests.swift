import LodeImage
import Testing

private struct Tick: InstantProtocol {
  var offset: Duration = .zero
  func advanced(by duration: Duration) -> Tick { Tick(offset: offset + duration) }
  func duration(to other: Tick) -> Duration { other.offset - offset }
  static func < (lhs: Tick, rhs: Tick) -> Bool { lhs.offset < rhs.offset }
  static func s(_ value: Int) -> Tick { Tick(offset: .seconds(value)) }
}

@Suite struct FetchDeadlinesTests {
  private var deadlines = FetchDeadlines<Tick>(limits: .default, start: .s(0))

  private func next(suspended: Bool = false) -> String {
    let next = deadlines.next(isSuspended: suspended)
    return "\(next.deadline) \(next.instant.offset.components.seconds)"
  }

  @Test("In the queue only the total deadline runs, which the connect and idle ones may precede")
  mutating func phases() {
    #expect(next() == "total 120")
    deadlines.heard(at: .s(1))
    #expect(next() == "total 120", "nothing can be heard in the queue")
    deadlines.connecting(at: .s(5))
    #expect(next() == "connect 15")
    #expect(next(suspended: true) == "connect 15")
    deadlines.heard(at: .s(7))
    #expect(next() == "connect 15")
    deadlines.requested(at: .s(8))
    #expect(next() == "idle 38")
    deadlines.heard(at: .s(20))
    #expect(next() == "idle 50")
    #expect(next(suspended: true) == "total 120")
    deadlines.heard(at: .s(100))
    #expect(next() == "total 120")
    deadlines.nextHop()
    #expect(next() == "total 120")
    deadlines.connecting(at: .s(101))
    #expect(next() == "connect 111")
  }
}
