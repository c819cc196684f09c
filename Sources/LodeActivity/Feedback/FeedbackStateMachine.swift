/// Decides when feedback for one loading activity is shown and hidden.
///
/// A pure value: every input carries the current instant, and the machine never reads a clock,
/// takes a lock, or calls out. Its owner performs the effects it returns.
///
///     idle ──begin──▶ waiting ──timer──▶ visible ──end──▶ lingering ──timer──▶ idle
///                        └────end────▶ idle      └──end (minimum met)──▶ idle
///                                                lingering ──begin──▶ visible
package struct FeedbackStateMachine: Hashable, Sendable {
  package typealias Instant = ActivityClock.Instant

  /// Identifies one scheduled timer; a timer that fires with another token is stale.
  package struct TimerToken: Hashable, Sendable {
    fileprivate let rawValue: UInt64
  }

  package enum Effect: Hashable, Sendable {
    case scheduleTimer(TimerToken, deadline: Instant)
    case cancelTimer(TimerToken)
    case show
    case hide
  }

  private enum State: Hashable, Sendable {
    /// No work is running and nothing is on screen.
    case idle
    /// Work is running within its grace period.
    case waiting(TimerToken)
    /// Work is running and feedback has been on screen since `since`.
    case visible(since: Instant)
    /// Work has ended; feedback stays until its minimum display duration is over.
    case lingering(TimerToken, since: Instant)
  }

  /// The policy; a change holds from the next input on.
  package var timing: FeedbackTiming
  private var state = State.idle
  private var nextToken: UInt64 = 0

  package init(timing: FeedbackTiming) {
    self.timing = timing
  }

  /// Whether feedback is on screen.
  package var isShown: Bool {
    switch state {
    case .visible, .lingering: true
    case .idle, .waiting: false
    }
  }

  /// Whether a timer is scheduled.
  package var hasTimer: Bool {
    switch state {
    case .waiting, .lingering: true
    case .idle, .visible: false
    }
  }

  package mutating func begin(at now: Instant) -> [Effect] {
    switch state {
    case .idle where timing.gracePeriod == .zero:
      state = .visible(since: now)
      return [.show]
    case .idle:
      let token = makeToken()
      state = .waiting(token)
      return [.scheduleTimer(token, deadline: now.advanced(by: timing.gracePeriod))]
    case .lingering(let token, let since):
      state = .visible(since: since)
      return [.cancelTimer(token)]
    case .waiting(let token) where timing.gracePeriod == .zero:
      // The wait goes on under a policy that has no patience.
      state = .visible(since: now)
      return [.cancelTimer(token), .show]
    case .waiting, .visible:
      return []
    }
  }

  package mutating func end(at now: Instant) -> [Effect] {
    switch state {
    case .waiting(let token):
      state = .idle
      return [.cancelTimer(token)]
    case .visible(let since):
      let deadline = since.advanced(by: timing.minimumDisplayDuration)
      guard now < deadline else {
        state = .idle
        return [.hide]
      }
      let token = makeToken()
      state = .lingering(token, since: since)
      return [.scheduleTimer(token, deadline: deadline)]
    case .idle, .lingering:
      return []
    }
  }

  /// Ends the work and hides at once: its place is gone, or taken by what has nothing to wait for.
  package mutating func dismiss() -> [Effect] {
    switch state {
    case .idle:
      return []
    case .waiting(let token):
      state = .idle
      return [.cancelTimer(token)]
    case .visible:
      state = .idle
      return [.hide]
    case .lingering(let token, since: _):
      state = .idle
      return [.cancelTimer(token), .hide]
    }
  }

  package mutating func timerFired(_ token: TimerToken, at now: Instant) -> [Effect] {
    switch state {
    case .waiting(token):
      state = .visible(since: now)
      return [.show]
    case .lingering(token, since: _):
      state = .idle
      return [.hide]
    case .idle, .waiting, .visible, .lingering:
      // A timer that was cancelled while it was already on its way.
      return []
    }
  }

  private mutating func makeToken() -> TimerToken {
    defer { nextToken += 1 }
    return TimerToken(rawValue: nextToken)
  }
}
