import LodeActivity
import LodeCore
public import LodeImage

/// Makes a good network behave like a bad one, for demonstrations and tests.
///
/// Wraps another fetcher. Latency is waited for before the wrapped fetcher is asked; bodies are paced so
/// that all fetches share one bandwidth fairly, and the wrapped fetch is suspended meanwhile, so that the
/// server feels it too. Which fetches fail follows from the seed and the order in which they start.
///
/// Safe to use from any thread. Each fetch under way has one task, which ends with the fetch.
public final class NetworkConditioner: DataFetching {
  private struct State {
    var conditions: NetworkConditions
    var generator: SeededGenerator
    /// When the bytes that have been granted so far will all have passed.
    var linkIsFree: ActivityClock.Instant
    var running: [ObjectIdentifier: ConditionedFetch] = [:]
  }

  private let base: any DataFetching
  private let clock: ActivityClock
  private let state: Locked<State>

  /// Creates a conditioner around `base`.
  ///
  /// - Parameters:
  ///   - clock: Measures latency and bandwidth; a test passes a manual one.
  ///   - seed: Decides which fetches fail where the conditions let some fail.
  public init(
    _ base: any DataFetching, conditions: NetworkConditions = .fast,
    clock: any Clock<Duration> = ContinuousClock(), seed: UInt64 = 1
  ) {
    self.base = base
    let clock = ActivityClock(clock)
    self.clock = clock
    state = Locked(
      State(
        conditions: conditions, generator: SeededGenerator(seed: seed), linkIsFree: clock.now))
  }

  /// The conditions now. A change holds at once for what is not yet being waited for: a fetch that waits
  /// for its latency or its next bytes waits to the end of that, at most one latency or piece.
  ///
  /// Going offline ends all fetches under way.
  public var conditions: NetworkConditions {
    get { state.withLock { $0.conditions } }
    set {
      let now = clock.now
      let interrupted = state.withLock { state -> [ConditionedFetch] in
        state.conditions = newValue
        state.linkIsFree = now
        return newValue.isOffline ? Array(state.running.values) : []
      }
      for fetch in interrupted { fetch.interrupt(.offline) }
    }
  }

  /// See `DataFetching`.
  public func fetch(
    _ request: FetchRequest, handler: @escaping @Sendable (FetchEvent) -> Void
  ) -> any FetchTask {
    let fetch = ConditionedFetch(
      request: request, base: base, link: self, fate: drawFate(), handler: handler)
    let isOffline = state.withLock { state -> Bool in
      guard !state.conditions.isOffline else { return true }
      state.running[ObjectIdentifier(fetch)] = fetch
      return false
    }
    if isOffline {
      handler(.failed(ImagePipelineError(.offline, stage: .fetch, url: request.url)))
    } else {
      fetch.start()
    }
    return fetch
  }

  /// How a fetch is going to fail.
  enum Fate {
    case none
    case noConnection
    /// The connection is lost after this part of the body, from 0 to 1, where its length is known.
    case lost(after: Double)
  }

  private func drawFate() -> Fate {
    state.withLock { state in
      guard state.conditions.failureRate > 0 else { return .none }
      let draw = state.generator.unit()
      guard draw < state.conditions.failureRate else { return .none }
      guard draw < state.conditions.failureRate / 2 else { return .noConnection }
      return .lost(after: 0.1 + 0.7 * state.generator.unit())
    }
  }

  /// The most bytes that one fetch gets before another has its turn; `nil` where nothing is shared.
  var pieceSize: Int? {
    let conditions = conditions
    return conditions.bytesPerSecond == nil && conditions.failureRate == 0 ? nil : 4096
  }

  func waitForLatency() async throws {
    let latency = conditions.latency
    guard latency > .zero else { return }
    try await clock.sleep(until: clock.now.advanced(by: latency), tolerance: nil)
  }

  /// Waits until `count` bytes have passed the link, after all that was granted before.
  func waitForBytes(_ count: Int) async throws {
    let now = clock.now
    let deadline = state.withLock { state -> ActivityClock.Instant? in
      guard let rate = state.conditions.bytesPerSecond else { return nil }
      let start = max(now, state.linkIsFree)
      state.linkIsFree = start.advanced(by: .seconds(Double(count) / Double(rate.bytes)))
      return state.linkIsFree
    }
    guard let deadline else { return }
    try await clock.sleep(until: deadline, tolerance: nil)
  }

  func remove(_ fetch: ConditionedFetch) {
    state.withLock { $0.running[ObjectIdentifier(fetch)] = nil }
  }
}
