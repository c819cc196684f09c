import LodeActivity
import Testing

extension ActivityClock.Instant {
  static func ms(_ milliseconds: Int) -> Self { Self(offset: .milliseconds(milliseconds)) }
}

@Suite struct FeedbackStateMachineTests {
  private typealias Machine = FeedbackStateMachine
  private var machine = Machine(
    timing: FeedbackTiming(
      gracePeriod: .milliseconds(100), minimumDisplayDuration: .milliseconds(300)))

  private func timer(
    in effects: [Machine.Effect], at deadline: ActivityClock.Instant
  ) throws -> Machine.TimerToken {
    guard case .scheduleTimer(let token, deadline)? = effects.last, effects.count == 1 else {
      Issue.record("expected a timer at \(deadline), got \(effects)")
      throw Unexpected()
    }
    return token
  }

  private struct Unexpected: Error {}

  @Test("Work that ends within the grace period shows nothing", arguments: [0, 1, 99])
  mutating func fastWork(milliseconds: Int) throws {
    let token = try timer(in: machine.begin(at: .ms(0)), at: .ms(100))
    #expect(machine.end(at: .ms(milliseconds)) == [.cancelTimer(token)])
    #expect(machine.timerFired(token, at: .ms(100)) == [])
    #expect(!machine.isShown)
  }

  @Test("Feedback stays for its minimum, counted from when it appeared")
  mutating func minimumDisplay() throws {
    let grace = try timer(in: machine.begin(at: .ms(0)), at: .ms(100))
    #expect(machine.timerFired(grace, at: .ms(100)) == [.show])
    let linger = try timer(in: machine.end(at: .ms(150)), at: .ms(400))
    #expect(machine.timerFired(grace, at: .ms(160)) == [], "a stale timer is ignored")
    #expect(machine.isShown)
    #expect(machine.timerFired(linger, at: .ms(400)) == [.hide])
  }

  @Test("Work that outlasts the minimum hides at its end")
  mutating func longWork() throws {
    let grace = try timer(in: machine.begin(at: .ms(0)), at: .ms(100))
    _ = machine.timerFired(grace, at: .ms(100))
    #expect(machine.end(at: .ms(400)) == [.hide])
  }

  @Test("Back-to-back work does not blink")
  mutating func backToBack() throws {
    let grace = try timer(in: machine.begin(at: .ms(0)), at: .ms(100))
    _ = machine.timerFired(grace, at: .ms(100))
    let linger = try timer(in: machine.end(at: .ms(150)), at: .ms(400))
    #expect(machine.begin(at: .ms(200)) == [.cancelTimer(linger)])
    #expect(machine.timerFired(linger, at: .ms(400)) == [], "the linger timer is stale")
    #expect(machine.end(at: .ms(500)) == [.hide])
  }

  @Test("Further work does not restart the grace period")
  mutating func furtherWork() throws {
    let grace = try timer(in: machine.begin(at: .ms(0)), at: .ms(100))
    #expect(machine.begin(at: .ms(90)) == [])
    #expect(machine.timerFired(grace, at: .ms(100)) == [.show])
  }

  @Test("Dismissing hides at once, whatever the minimum says")
  mutating func dismissing() throws {
    let grace = try timer(in: machine.begin(at: .ms(0)), at: .ms(100))
    _ = machine.timerFired(grace, at: .ms(100))
    let linger = try timer(in: machine.end(at: .ms(150)), at: .ms(400))
    #expect(machine.dismiss() == [.cancelTimer(linger), .hide])
    #expect(machine.dismiss() == [])
  }

  @Test("Without a grace period feedback shows at once; without a minimum it hides at once")
  func immediate() {
    var machine = Machine(timing: .immediate)
    #expect(machine.begin(at: .ms(0)) == [.show])
    #expect(machine.end(at: .ms(0)) == [.hide])
  }

  @Test("A wait goes on at once under a policy without a grace period")
  mutating func lessPatience() throws {
    let grace = try timer(in: machine.begin(at: .ms(0)), at: .ms(100))
    machine.timing = .immediate
    #expect(machine.begin(at: .ms(10)) == [.cancelTimer(grace), .show])
  }
}
