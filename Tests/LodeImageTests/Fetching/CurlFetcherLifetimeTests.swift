#if os(Linux)
import Dispatch
import Foundation
import LodeCore
import LodeImage
import LodeTesting
import Testing

@Suite struct CurlFetcherLifetimeTests {
  /// A count that can be waited for.
  private final class Countdown: Sendable {
    private let left: Locked<Int>
    private let stream = AsyncStream<Void>.makeStream()

    init(_ count: Int) { left = Locked(count) }

    func decrement() {
      let isOver = left.withLock { left in
        left -= 1
        return left == 0
      }
      if isOver { stream.continuation.finish() }
    }

    func wait() async { for await _ in stream.stream {} }
  }

  @Test("A fetcher that is released frees its thread and its connections")
  func release() async throws {
    let server = try LoopbackServer { _ in .ok(Data(count: 1000)) }
    defer { server.stop() }
    let ended = Countdown(1)
    do {
      let fetcher = CurlFetcher(NetworkConfiguration()) { ended.decrement() }
      _ = await fetcher.record(server.url("/"))
      #expect(server.status.openConnectionCount == 1)
    }
    await ended.wait()
    await server.wait { $0.openConnectionCount == 0 }
  }

  @Test("A fetch outlives the fetcher it was started by")
  func orphan() async throws {
    let gate = LoopbackServer.Gate()
    let server = try LoopbackServer { _ in .init(body: [.stall(gate), .send(Data([1]))]) }
    defer { server.stop() }
    let ended = Countdown(1)
    let recorder = FetchRecorder()
    do {
      let fetcher = CurlFetcher(NetworkConfiguration()) { ended.decrement() }
      _ = fetcher.fetch(FetchRequest(url: server.url("/")), handler: recorder.receive)
      await server.waitForRequests(1)
    }
    gate.open()
    #expect(await recorder.waitForEnd().isFinished)
    await ended.wait()
  }

  @Test("A task that is cancelled after its fetcher's end is not kept by what nobody will read")
  func lateCancellation() async throws {
    let server = try LoopbackServer { _ in .ok(Data([1])) }
    defer { server.stop() }
    let ended = Countdown(1)
    weak var kept: (any FetchTask & AnyObject)?
    do {
      let recorder = FetchRecorder()
      var task: (any FetchTask)?
      do {
        let fetcher = CurlFetcher(NetworkConfiguration()) { ended.decrement() }
        task = fetcher.fetch(FetchRequest(url: server.url("/")), handler: recorder.receive)
        _ = await recorder.waitForEnd()
      }
      await ended.wait()
      kept = task as? any FetchTask & AnyObject
      #expect(kept != nil)
      task?.cancel()
    }
    #expect(kept == nil)
  }

  @Test("A fetcher that never fetched has no thread to end")
  func unused() {
    let ended = Locked(false)
    do {
      let fetcher = CurlFetcher(NetworkConfiguration()) { ended.withLock { $0 = true } }
      _ = fetcher
    }
    #expect(!ended.withLock { $0 })
  }

  @Test("Releasing the last reference from a handler is no deadlock")
  func releaseInHandler() async throws {
    let server = try LoopbackServer { _ in .ok(Data([1])) }
    defer { server.stop() }
    let ended = Countdown(1)
    let holder = Locked<CurlFetcher?>(nil)
    let recorder = FetchRecorder { _ in holder.withLock { $0 = nil } }
    do {
      let fetcher = CurlFetcher(NetworkConfiguration()) { ended.decrement() }
      holder.withLock { $0 = fetcher }
      _ = fetcher.fetch(FetchRequest(url: server.url("/")), handler: recorder.receive)
    }
    #expect(await recorder.waitForEnd().isFinished)
    await ended.wait()
  }

  @Test("Cancelling closes the connection of an answer that is not complete")
  func cancelling() async throws {
    let gate = LoopbackServer.Gate()
    let server = try LoopbackServer { _ in .init(body: [.stall(gate), .send(Data([1]))]) }
    defer { server.stop() }
    let fetcher = CurlFetcher()
    let recorder = FetchRecorder()
    let task = fetcher.fetch(FetchRequest(url: server.url("/")), handler: recorder.receive)
    await server.waitForRequests(1)
    task.cancel()
    task.cancel()
    task.suspend()
    task.resume()
    await server.wait { $0.exchanges.first?.activity == .ended(.cutByClient) }
    #expect(!recorder.record.hasEnded)
  }

  @Test(
    "10,000 fetches, cancelled at every moment, leave nothing behind and report nothing late",
    .timeLimit(.minutes(2)))
  func races() async throws {
    struct Count: Sendable {
      var events = 0
      var hasEnded = false
    }
    let count = 10_000
    let server = try LoopbackServer { _ in .ok(Data(count: 500)) }
    defer { server.stop() }
    let released = Countdown(count)
    let ended = Countdown(1)
    let lateCount = Locked(0)
    let finishedCount = Locked(0)
    let queue = DispatchQueue(label: "lode.test.cancel", attributes: .concurrent)
    // No deadline wakes the thread, should it sleep while there is something to do.
    let limits = FetchLimits(
      connectTimeout: .seconds(3600), idleTimeout: .seconds(3600), totalTimeout: .seconds(3600))
    do {
      let fetcher = CurlFetcher(NetworkConfiguration()) { ended.decrement() }
      for batch in 0..<(count / 100) {
        let over = Countdown(100)
        for index in 0..<100 {
          let events = Locked(Count())
          let box = TaskBox()
          let token = Token {
            released.decrement()
            over.decrement()
          }
          let request = FetchRequest(url: server.url("/\(batch)"), limits: limits)
          let task = fetcher.fetch(request) { event in
            _ = token
            let isEnd = if case .finished = event { true } else { false }
            events.withLock {
              $0.events += 1
              $0.hasEnded = $0.hasEnded || isEnd
            }
            if isEnd { finishedCount.withLock { $0 += 1 } }
            if index % 4 == 1 { box.cancel() }
          }
          box.set(task)
          let cancel: @Sendable () -> Void = {
            task.cancel()
            let before = events.withLock { $0.events }
            // All that the fetcher still has to do with the task is done before this comes back.
            queue.async {
              _ = fetcher.fetch(FetchRequest(url: server.url("/after"))) { event in
                guard case .finished = event else { return }
                let after = events.withLock { $0.events }
                if after > before + 1 { lateCount.withLock { $0 += 1 } }
              }
            }
          }
          switch index % 4 {
          case 0: cancel()
          case 2 where index % 8 == 2: queue.async(execute: cancel)
          default: break
          }
        }
        await over.wait()
      }
    }
    await released.wait()
    await ended.wait()
    await server.wait { $0.openConnectionCount == 0 }
    #expect(lateCount.withLock { $0 } == 0)
    // Those that nobody cancelled, at least.
    #expect(finishedCount.withLock { $0 } >= count * 37 / 100)
  }
}
#endif
