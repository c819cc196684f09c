#if os(Linux)
import CCurl
import LodeCore

/// Takes commands from any thread to the one that runs the transfers, and wakes it.
final class CurlInbox: Sendable {
  enum Command: Sendable {
    case start(CurlFetchTask, @Sendable (FetchEvent) -> Void)
    case cancel(CurlFetchTask)
    case resume(CurlFetchTask)
    /// No fetch will be started any more; those under way run to their ends.
    case close
  }

  /// The multi handle, for the one use that other threads may make of it.
  private struct Waker: @unchecked Sendable {
    // Sendable because libcurl documents curl_multi_wakeup, the only use, as safe from any thread;
    // `detach` keeps it from being used after the handle is gone.
    let multi: UnsafeMutableRawPointer
  }

  private struct State: Sendable {
    var commands: [Command] = []
    var isLoopAsleep = false
    var waker: Waker?
    /// Whether nobody will take commands any more.
    var isEnded = false
  }

  private let state = Locked(State())

  /// Adds a command.
  func send(_ command: Command) {
    state.withLock { state in
      guard !state.isEnded else { return }
      state.commands.append(command)
      guard state.isLoopAsleep, let waker = state.waker else { return }
      state.isLoopAsleep = false
      // Under the lock: the handle lives until `detach` has had it.
      _ = curl_multi_wakeup(waker.multi)
    }
  }

  /// Takes the commands that were sent since the last call.
  func takeAll() -> [Command] {
    state.withLock { state in
      defer { state.commands = [] }
      state.isLoopAsleep = false
      return state.commands
    }
  }

  /// Announces that the thread is about to wait; `false` if there are commands, so that it must not.
  ///
  /// What is sent while the thread is awake, by a handler for instance, costs no wake-up.
  func prepareToSleep() -> Bool {
    state.withLock { state in
      state.isLoopAsleep = state.commands.isEmpty
      return state.isLoopAsleep
    }
  }

  /// Lets `multi` be woken.
  func attach(_ multi: UnsafeMutableRawPointer) {
    let waker = Waker(multi: multi)
    state.withLock { $0.waker = waker }
  }

  /// Ends the wake-ups, before the handle is freed; what is sent from now on is dropped.
  func detach() {
    // Released after the lock: a command holds its task, and a task holds the inbox.
    _ = state.withLock { state in
      state.waker = nil
      state.isEnded = true
      defer { state.commands = [] }
      return state.commands
    }
  }
}
#endif
