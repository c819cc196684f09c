/// Runs a `FeedbackStateMachine` against a clock, and tells its owner when to show and to hide.
///
/// On the main actor. `onChange` is called in the turn of the input that causes it, or in the turn of a
/// timer; strictly alternating, beginning with `true`. While nothing is due no task is alive.
@MainActor
package final class FeedbackDriver {
  private let clock: ActivityClock
  private let onChange: @MainActor (_ isShown: Bool) -> Void
  private var machine: FeedbackStateMachine
  private var timer: Task<Void, Never>?

  package init(
    timing: FeedbackTiming, clock: ActivityClock,
    onChange: @escaping @MainActor (_ isShown: Bool) -> Void
  ) {
    self.clock = clock
    self.onChange = onChange
    machine = FeedbackStateMachine(timing: timing)
  }

  deinit {
    timer?.cancel()
  }

  /// The policy; a change holds from the next input on.
  package var timing: FeedbackTiming {
    get { machine.timing }
    set { machine.timing = newValue }
  }

  package var isShown: Bool { machine.isShown }

  package func begin() {
    perform(machine.begin(at: clock.now))
  }

  package func end() {
    perform(machine.end(at: clock.now))
  }

  /// Ends and hides at once, whatever the minimum display duration says.
  package func dismiss() {
    perform(machine.dismiss())
  }

  private func perform(_ effects: [FeedbackStateMachine.Effect]) {
    for effect in effects {
      switch effect {
      case .scheduleTimer(let token, let deadline):
        timer = Task { [weak self, clock] in
          // The sleep throws only when the timer is cancelled.
          try? await clock.sleep(until: deadline, tolerance: nil)
          guard !Task.isCancelled else { return }
          self?.timerFired(token)
        }
      case .cancelTimer:
        timer?.cancel()
        timer = nil
      case .show:
        onChange(true)
      case .hide:
        onChange(false)
      }
    }
  }

  private func timerFired(_ token: FeedbackStateMachine.TimerToken) {
    timer = nil
    perform(machine.timerFired(token, at: clock.now))
  }
}
