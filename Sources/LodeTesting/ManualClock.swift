import LodeCore

/// A clock that stands still until it is told to advance.
///
/// For tests of everything that waits: wait until the code under test sleeps, then advance.
///
///     let clock = ManualClock()
///     let controller = ImageLoadController(surface: surface, pipeline: pipeline, clock: clock)
///     controller.load(request, options: ImageLoadOptions(timing: .graceful))
///     await clock.sleepers(atLeast: 1)
///     clock.advance(by: .milliseconds(200))
///     await surface.changes(until: { $0.isIndicatorShown })
///
/// May be used from any thread.
public final class ManualClock: Clock {
  /// A point in time, as the time since the clock was made.
  public struct Instant: InstantProtocol, Hashable, Sendable {
    /// The time since the clock was made.
    public var offset: Duration

    /// Creates an instant.
    public init(offset: Duration = .zero) {
      self.offset = offset
    }

    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    public func duration(to other: Instant) -> Duration { other.offset - offset }

    public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
  }

  private struct Sleeper {
    let id: Int
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct Waiter {
    let count: Int
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var now = Instant()
    var nextID = 0
    var sleepers: [Sleeper] = []
    var waiters: [Waiter] = []
    /// Sleeps that were cancelled before they could be registered.
    var cancelled: Set<Int> = []
  }

  private let state = Locked(State())

  /// Creates a clock that stands at zero.
  public init() {}

  public var now: Instant { state.withLock { $0.now } }

  public var minimumResolution: Duration { .zero }

  /// How many tasks sleep on this clock. A test may end with the check that it is 0.
  public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// Moves the time on, and wakes what is due, the earliest deadline first.
  public func advance(by duration: Duration) {
    precondition(duration >= .zero, "time does not run backwards")
    let due = state.withLock { state -> [Sleeper] in
      state.now = state.now.advanced(by: duration)
      let due = state.sleepers.filter { $0.deadline <= state.now }
      state.sleepers.removeAll { $0.deadline <= state.now }
      return due.sorted { ($0.deadline, $0.id) < ($1.deadline, $1.id) }
    }
    for sleeper in due { sleeper.continuation.resume() }
  }

  /// Waits until at least `count` tasks sleep on this clock.
  public func sleepers(atLeast count: Int) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.sleepers.count >= count { return true }
        state.waiters.append(Waiter(count: count, continuation: continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        register(Sleeper(id: id, deadline: deadline, continuation: continuation))
      }
    } onCancel: {
      wake(id)
    }
  }

  private func register(_ sleeper: Sleeper) {
    enum Fate { case due, cancelled, sleeps([Waiter]) }
    let fate = state.withLock { state -> Fate in
      if state.cancelled.remove(sleeper.id) != nil { return .cancelled }
      if sleeper.deadline <= state.now { return .due }
      state.sleepers.append(sleeper)
      let count = state.sleepers.count
      let waiters = state.waiters.filter { $0.count <= count }
      state.waiters.removeAll { $0.count <= count }
      return .sleeps(waiters)
    }
    switch fate {
    case .due: sleeper.continuation.resume()
    case .cancelled: sleeper.continuation.resume(throwing: CancellationError())
    case .sleeps(let waiters): for waiter in waiters { waiter.continuation.resume() }
    }
  }

  private func wake(_ id: Int) {
    let sleeper = state.withLock { state -> Sleeper? in
      guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
        state.cancelled.insert(id)
        return nil
      }
      return state.sleepers.remove(at: index)
    }
    sleeper?.continuation.resume(throwing: CancellationError())
  }
}
