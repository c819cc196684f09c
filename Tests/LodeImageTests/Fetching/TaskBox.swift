import LodeCore
import LodeImage

/// Makes a fetch's task reachable from its own handler, which may run before there is a task.
final class TaskBox: FetchTask {
  private struct State: Sendable {
    var task: (any FetchTask)?
    var early: [@Sendable (any FetchTask) -> Void] = []
  }

  private let state = Locked(State())

  func set(_ task: any FetchTask) {
    let early = state.withLock { state in
      state.task = task
      return state.early
    }
    for action in early { action(task) }
  }

  func cancel() { perform { $0.cancel() } }
  func suspend() { perform { $0.suspend() } }
  func resume() { perform { $0.resume() } }

  private func perform(_ action: @escaping @Sendable (any FetchTask) -> Void) {
    let task = state.withLock { state in
      if state.task == nil { state.early.append(action) }
      return state.task
    }
    task.map(action)
  }
}

/// Tells when the last reference to it is gone.
final class Token: Sendable {
  private let action: @Sendable () -> Void

  init(onRelease action: @escaping @Sendable () -> Void) {
    self.action = action
  }

  deinit {
    action()
  }
}
