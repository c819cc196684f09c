import LodeActivity
import Testing

/// Every state that a machine can reach from inputs and timers in any order, with time in steps of the
/// policy's own instants.
@Suite struct FeedbackExplorationTests {
  private struct World: Hashable {
    var machine: FeedbackStateMachine
    var now = 0
    /// Tokens are never used twice, so the inputs are counted to keep the states finite.
    var inputCount = 0
    /// Scheduled and not cancelled.
    var timer: FeedbackStateMachine.TimerToken?
    var deadline = 0
    /// The last timer that was cancelled: it may still fire.
    var stale: FeedbackStateMachine.TimerToken?
    var isShown = false
    var shownAt = 0
    var isWorking = false
    var workBegan = 0

    mutating func perform(_ effects: [FeedbackStateMachine.Effect]) -> String? {
      for effect in effects {
        switch effect {
        case .scheduleTimer(let token, let deadline):
          guard timer == nil else { return "two timers" }
          timer = token
          self.deadline = Int(deadline.offset.components.attoseconds / 1_000_000_000_000_000)
        case .cancelTimer(let token):
          guard timer == token else { return "cancelled a timer that is not scheduled" }
          stale = timer
          timer = nil
        case .show:
          guard !isShown else { return "shown twice" }
          isShown = true
          shownAt = now
        case .hide:
          guard isShown else { return "hidden twice" }
          isShown = false
        }
      }
      return nil
    }

    func violation(grace: Int, minimum: Int) -> String? {
      if machine.isShown != isShown { return "the machine and the screen disagree" }
      if machine.hasTimer != (timer != nil) { return "the machine and the timer disagree" }
      if let timer, deadline < now { return "timer \(timer) is overdue" }
      let mustShow = isWorking && now - workBegan > grace
      if mustShow, !isShown { return "work runs past the grace period and nothing is shown" }
      if isShown, !isWorking, now - shownAt >= minimum, timer == nil || deadline != now {
        return "shown without work after the minimum"
      }
      if !isWorking, !isShown, timer != nil { return "a timer in a settled state" }
      return nil
    }
  }

  @Test(
    "Every reachable state keeps the promises",
    arguments: [(0, 0), (2, 0), (0, 3), (2, 3), (2, 4)])
  func exploration(grace: Int, minimum: Int) {
    let start = World(
      machine: FeedbackStateMachine(
        timing: FeedbackTiming(
          gracePeriod: .milliseconds(grace), minimumDisplayDuration: .milliseconds(minimum))))
    var seen: Set<World> = [start]
    var frontier = [(start, "")]
    var edges = 0
    while !frontier.isEmpty {
      var next: [(World, String)] = []
      for (world, trace) in frontier {
        for input in inputs(in: world) {
          edges += 1
          var successor = world
          let fault =
            apply(input, to: &successor)
            ?? successor.violation(grace: grace, minimum: minimum)
          guard fault == nil else {
            Issue.record("\(fault!) after\(trace) \(input.rawValue)")
            return
          }
          if seen.insert(successor).inserted {
            next.append((successor, "\(trace) \(input.rawValue)"))
          }
        }
      }
      frontier = next
    }
    #expect(seen.count > 10)
    print("feedback grace \(grace) minimum \(minimum): states \(seen.count), edges \(edges)")
  }

  private enum Input: String {
    case begin, end, dismiss, fire, fireStale, wait
  }

  private func inputs(in world: World) -> [Input] {
    guard world.now < 8 else { return [] }
    let isDue = world.timer != nil && world.deadline <= world.now
    // A timer that is due fires before time goes on.
    let passing: [Input] = isDue ? [.fire] : [.wait]
    guard world.inputCount < 5 else { return passing }
    return passing + [.begin, .end, .dismiss] + (world.stale == nil ? [] : [.fireStale])
  }

  /// - Returns: What is wrong, if something is.
  private func apply(_ input: Input, to world: inout World) -> String? {
    switch input {
    case .begin:
      world.inputCount += 1
      if !world.isWorking { world.workBegan = world.now }
      world.isWorking = true
      return world.perform(world.machine.begin(at: .ms(world.now)))
    case .end:
      world.inputCount += 1
      world.isWorking = false
      return world.perform(world.machine.end(at: .ms(world.now)))
    case .dismiss:
      world.inputCount += 1
      world.isWorking = false
      return world.perform(world.machine.dismiss())
    case .fire:
      let timer = world.timer!
      world.timer = nil
      return world.perform(world.machine.timerFired(timer, at: .ms(world.now)))
    case .fireStale:
      world.inputCount += 1
      return world.perform(world.machine.timerFired(world.stale!, at: .ms(world.now)))
    case .wait:
      world.now += 1
      return nil
    }
  }
}
