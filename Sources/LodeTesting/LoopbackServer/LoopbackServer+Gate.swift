import LodeCore

extension LoopbackServer {
  /// Holds answers up until a test lets them go on.
  ///
  /// One gate may stand in any number of answers. Once open it stays open. All functions may be called
  /// from any thread.
  public final class Gate: Sendable {
    private struct State: Sendable {
      var isOpen = false
      var held: [WakePipe] = []
    }

    private let state = Locked(State())

    /// Creates a gate that is closed.
    public init() {}

    /// Lets all answers go on that stand at the gate now or come to it later.
    public func open() {
      let held = state.withLock { state in
        defer { state.held = [] }
        state.isOpen = true
        return state.held
      }
      for pipe in held { pipe.wake() }
    }

    /// Whether the gate is open; if it is not, `pipe` is woken when it opens.
    func isOpen(elseWake pipe: WakePipe) -> Bool {
      state.withLock { state in
        if !state.isOpen, !state.held.contains(where: { $0 === pipe }) { state.held.append(pipe) }
        return state.isOpen
      }
    }
  }
}
