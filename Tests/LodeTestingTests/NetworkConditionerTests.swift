import Foundation
import LodeCore
import LodeImage
import LodeTesting
import Synchronization
import Testing

@Suite("Network conditions", .timeLimit(.minutes(1))) struct NetworkConditionerTests {
  private let clock = ManualClock()
  private let network = ScriptedFetcher()
  private let url = URL(string: "https://example.org/a.jpg")!

  private func conditioner(
    _ conditions: NetworkConditions, seed: UInt64 = 1
  ) -> NetworkConditioner {
    NetworkConditioner(network, conditions: conditions, clock: clock, seed: seed)
  }

  /// What a fetch reported, readable while it goes on.
  private final class Record: Sendable {
    private let events: AsyncStream<FetchEvent>
    private let feed: AsyncStream<FetchEvent>.Continuation

    init() {
      (events, feed) = AsyncStream<FetchEvent>.makeStream()
    }

    @Sendable func handle(_ event: FetchEvent) {
      feed.yield(event)
    }

    func next() async -> FetchEvent? {
      for await event in events { return event }
      return nil
    }

    /// The next event, which must be of the body: its number of bytes.
    func nextBody() async -> Int? {
      if case .body(let data)? = await next() { data.count } else { nil }
    }

    func nextFailure() async -> ImagePipelineError.Code? {
      if case .failed(let error)? = await next() { error.code } else { nil }
    }
  }

  @Test("A fast network passes everything on in order")
  func fast() async throws {
    let record = Record()
    let conditioner = conditioner(.fast)
    let task = conditioner.fetch(FetchRequest(url: url), handler: record.handle)
    let fetch = await network.fetch(0)
    fetch.respond(expectedBodySize: 100_000)
    fetch.send(Data(count: 100_000))
    fetch.finish()
    guard case .response(let response)? = await record.next() else {
      Issue.record("no response")
      return
    }
    #expect(response.expectedBodySize == ByteCount(100_000))
    #expect(await record.nextBody() == 100_000)
    guard case .finished? = await record.next() else {
      Issue.record("not finished")
      return
    }
    withExtendedLifetime(task) {}
    #expect(clock.sleeperCount == 0)
  }

  @Test("Latency passes before the network is asked")
  func latency() async {
    let record = Record()
    let conditioner = conditioner(NetworkConditions(latency: .milliseconds(500)))
    _ = conditioner.fetch(FetchRequest(url: url), handler: record.handle)
    await clock.sleepers(atLeast: 1)
    clock.advance(by: .milliseconds(499))
    #expect(network.fetches.isEmpty)
    clock.advance(by: .milliseconds(1))
    #expect(await network.fetch(0).request.url == url)
  }

  @Test("A body comes in pieces at the bandwidth, and the sender is held up meanwhile")
  func bandwidth() async {
    let record = Record()
    let conditioner = conditioner(NetworkConditions(bytesPerSecond: ByteCount(4096)))
    _ = conditioner.fetch(FetchRequest(url: url), handler: record.handle)
    let fetch = await network.fetch(0)
    fetch.respond()
    fetch.send(Data(count: 10_000))
    _ = await record.next()
    for expected in [4096, 4096] {
      await clock.sleepers(atLeast: 1)
      #expect(fetch.isSuspended)
      clock.advance(by: .seconds(1))
      #expect(await record.nextBody() == expected)
    }
    await clock.sleepers(atLeast: 1)
    clock.advance(by: .milliseconds(441))
    #expect(clock.sleeperCount == 1, "the last 1,808 bytes take 441.4 ms")
    clock.advance(by: .milliseconds(1))
    #expect(await record.nextBody() == 1808)
  }

  @Test("Two fetches share one bandwidth, piece by piece")
  func sharing() async {
    let records = [Record(), Record()]
    let conditioner = conditioner(NetworkConditions(bytesPerSecond: ByteCount(4096)))
    for record in records {
      _ = conditioner.fetch(FetchRequest(url: url), handler: record.handle)
    }
    for index in 0...1 {
      let fetch = await network.fetch(index)
      fetch.respond()
      fetch.send(Data(count: 8192))
    }
    for record in records { _ = await record.next() }
    await clock.sleepers(atLeast: 2)
    clock.advance(by: .seconds(1))
    #expect(clock.sleeperCount == 1, "one piece has come, the other fetch still waits")
    clock.advance(by: .seconds(1))
    for record in records { #expect(await record.nextBody() == 4096) }
  }

  @Test("The sender goes on when all it sent has passed, unless the client holds it up as well")
  func backPressure() async {
    let record = Record()
    let conditioner = conditioner(NetworkConditions(bytesPerSecond: ByteCount(4096)))
    let task = conditioner.fetch(FetchRequest(url: url), handler: record.handle)
    let fetch = await network.fetch(0)
    fetch.respond()
    _ = await record.next()
    for holdsUp in [false, true] {
      fetch.send(Data(count: 4096))
      await clock.sleepers(atLeast: 1)
      #expect(fetch.isSuspended)
      if holdsUp { task.suspend() }
      clock.advance(by: .seconds(1))
      #expect(await record.nextBody() == 4096)
      // A byte more comes after the decision about the one before.
      fetch.send(Data(count: 1))
      await clock.sleepers(atLeast: 1)
      clock.advance(by: .seconds(1))
      #expect(await record.nextBody() == 1)
    }
    fetch.finish()
    _ = await record.next()
    #expect(fetch.isSuspended, "the client has not asked to go on")
    task.resume()
    #expect(!fetch.isSuspended)
  }

  @Test("Without a network every fetch fails at once, also those under way")
  func offline() async {
    let conditioner = conditioner(NetworkConditions(latency: .seconds(1)))
    let running = [Record(), Record()]
    _ = conditioner.fetch(FetchRequest(url: url), handler: running[0].handle)
    await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(1))
    let fetch = await network.fetch(0)
    fetch.respond()
    _ = await running[0].next()
    _ = conditioner.fetch(FetchRequest(url: url), handler: running[1].handle)
    await clock.sleepers(atLeast: 1)

    conditioner.conditions = .offline
    for record in running { #expect(await record.nextFailure() == .offline) }
    #expect(fetch.isCancelled)
    let late = Record()
    _ = conditioner.fetch(FetchRequest(url: url), handler: late.handle)
    #expect(await late.nextFailure() == .offline)

    conditioner.conditions = .fast
    let after = Record()
    _ = conditioner.fetch(FetchRequest(url: url), handler: after.handle)
    #expect(await network.fetch(1).request.url == url)
    #expect(clock.sleeperCount == 0)
  }

  @Test("A fetch that is cancelled reports nothing more and waits for nothing")
  func cancellation() async {
    let record = Record()
    let conditioner = conditioner(NetworkConditions(bytesPerSecond: ByteCount(4096)))
    let task = conditioner.fetch(FetchRequest(url: url), handler: record.handle)
    let fetch = await network.fetch(0)
    fetch.respond()
    fetch.send(Data(count: 8192))
    _ = await record.next()
    await clock.sleepers(atLeast: 1)
    task.cancel()
    #expect(fetch.isCancelled)
    #expect(clock.sleeperCount == 0)
    fetch.finish()
    record.handle(.finished)
    guard case .finished? = await record.next() else {
      Issue.record("something was reported after cancel()")
      return
    }
  }

  @Test("Which fetches fail follows from the seed, in the part that the conditions say")
  func flaky() async {
    func outcomes(seed: UInt64) async -> [String] {
      let network = ScriptedFetcher()
      network.answer(url, with: .body(Data(count: 50_000)))
      let conditioner = NetworkConditioner(
        network, conditions: NetworkConditions(failureRate: 1.0 / 3), clock: clock, seed: seed)
      var outcomes: [String] = []
      for _ in 0..<300 {
        let record = Record()
        let task = conditioner.fetch(FetchRequest(url: url), handler: record.handle)
        var bytes = 0
        loop: while let event = await record.next() {
          switch event {
          case .response: break
          case .body(let data): bytes += data.count
          case .failed(let error):
            outcomes.append("\(error.code) \(bytes)")
            break loop
          case .finished:
            outcomes.append("finished \(bytes)")
            break loop
          }
        }
        withExtendedLifetime(task) {}
      }
      return outcomes
    }
    let first = await outcomes(seed: 7)
    #expect(await outcomes(seed: 7) == first)
    #expect(await outcomes(seed: 8) != first)
    let failed = first.filter { $0.hasPrefix("connect") }
    #expect((70...130).contains(failed.count))
    #expect(failed.contains("connect 0"), "some find no connection")
    let lost = failed.filter { $0 != "connect 0" }
    #expect(!lost.isEmpty, "some lose it")
    #expect(first.allSatisfy { !$0.hasPrefix("finished") || $0 == "finished 50000" })
  }

  @Test("The network's own failures pass through")
  func failures() async {
    let record = Record()
    network.answer(url, with: .failure(.dns))
    let conditioner = conditioner(.fast)
    _ = conditioner.fetch(FetchRequest(url: url), handler: record.handle)
    #expect(await record.nextFailure() == .dns)
  }
}
