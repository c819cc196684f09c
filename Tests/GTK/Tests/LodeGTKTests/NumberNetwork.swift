import Foundation
import LodeTesting
import Synchronization

/// Answers `/7` with picture 7: at once, or when it is told to.
nonisolated final class NumberNetwork: DataFetching {
  private struct State {
    var answersAtOnce = true
    var startedCount = 0
    var wastedBytes = 0
    var waiting: [ScriptedFetch] = []
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "pictures", attributes: .concurrent)

  var answersAtOnce: Bool {
    get { state.withLock { $0.answersAtOnce } }
    set { state.withLock { $0.answersAtOnce = newValue } }
  }

  var startedCount: Int { state.withLock { $0.startedCount } }

  /// Bytes that were sent to a client that had cancelled.
  var wastedBytes: Int { state.withLock { $0.wastedBytes } }

  func fetch(
    _ request: FetchRequest, handler: @escaping @Sendable (FetchEvent) -> Void
  ) -> any FetchTask {
    let task = ScriptedFetcher().fetch(request, handler: handler)
    guard let fetch = task as? ScriptedFetch else { return task }
    let answers = state.withLock { state in
      state.startedCount += 1
      if !state.answersAtOnce { state.waiting.append(fetch) }
      return state.answersAtOnce
    }
    if answers { answer(fetch) }
    return fetch
  }

  /// Answers what waits, the last first, but for every third picture: that is answered another time,
  /// when its cell may show something else.
  func answerSome() {
    let due = state.withLock { state in
      let kept = state.waiting.enumerated().filter { $0.offset % 3 == 0 }.map(\.element)
      let due = state.waiting.enumerated().filter { $0.offset % 3 != 0 }.map(\.element)
      state.waiting = kept
      return due
    }
    for fetch in due.reversed() { answer(fetch) }
  }

  func answerAll() {
    for fetch in state.withLock({ state in
      defer { state.waiting = [] }
      return state.waiting
    }) { answer(fetch) }
  }

  /// Also answers a client that has cancelled: it has to ignore it.
  private func answer(_ fetch: ScriptedFetch) {
    queue.async { [self] in
      guard let number = Int(fetch.request.url.lastPathComponent) else { return }
      let data = pictureData(number, width: 90, height: 90)
      if fetch.isCancelled { state.withLock { $0.wastedBytes += data.count } }
      fetch.respond()
      fetch.send(data)
      fetch.finish()
    }
  }
}
