import Foundation
import LodeCore
import LodeImage
import LodeTesting
import Testing

@Suite struct PipelineStateMachineTests {
  private typealias Machine = PipelineStateMachine
  private typealias Effect = Machine.Effect

  private static func key(_ path: String, width: Int = 10) -> ImageKey {
    var request = ImageRequest(url: URL(string: "http://host/\(path)")!)
    request.targetSize = PixelSize(width: width, height: width)
    return request.imageKey
  }

  private static func makeMachine(
    fetches: Int = 2, decodings: Int = 1, buffered: Int = 100
  ) -> Machine {
    Machine(
      limits: Machine.Limits(
        fetches: fetches, fetchesPerHost: fetches, decodings: decodings,
        bufferedBytes: ByteCount(buffered)))
  }

  private static let body = FetchedBody(data: ScriptedDecoder.data(1), source: .network)
  private static let cancelled = ImagePipelineError(.cancelled, stage: .request)

  private func fetchID(_ effects: [Effect]) throws -> FetchID {
    try #require(
      effects.compactMap { if case .startFetch(let id, _) = $0 { id } else { nil } }.first)
  }

  private func pictureID(_ effects: [Effect]) throws -> PictureID {
    try #require(
      effects.compactMap { if case .startDecoding(let id, _, _) = $0 { id } else { nil } }.first)
  }

  @Test("Tasks for one picture share a fetch and a decoding; all of them get the picture")
  func coalescing() throws {
    var machine = Self.makeMachine()
    let fetch = try fetchID(machine.start(1, key: Self.key("a"), priority: .normal))
    #expect(machine.start(2, key: Self.key("a"), priority: .normal) == [])
    let picture = try pictureID(machine.fetchSucceeded(fetch, body: Self.body))
    let decoded = try Self.picture()
    #expect(
      machine.decodingFinished(picture, with: .success(decoded)) == [
        .finish(1, .success(decoded)), .finish(2, .success(decoded)),
      ])
    #expect(machine.isIdle)
  }

  @Test("Two sizes of one picture share a fetch and are decoded apart")
  func sharedFetch() throws {
    var machine = Self.makeMachine(decodings: 2)
    let fetch = try fetchID(machine.start(1, key: Self.key("a"), priority: .normal))
    #expect(machine.start(2, key: Self.key("a", width: 20), priority: .normal) == [])
    let effects = machine.fetchSucceeded(fetch, body: Self.body)
    #expect(effects.count == 2 && machine.runningDecodingCount == 2)
  }

  @Test("Other header fields are another fetch")
  func headers() {
    var machine = Self.makeMachine()
    var request = ImageRequest(url: URL(string: "http://host/a")!)
    #expect(machine.start(1, key: request.imageKey, priority: .normal).count == 1)
    request.headers["Accept-Language"] = "de"
    #expect(machine.start(2, key: request.imageKey, priority: .normal).count == 1)
  }

  @Test("A fetch goes on while somebody waits for it, and stops with the last")
  func cancellation() throws {
    var machine = Self.makeMachine()
    let fetch = try fetchID(machine.start(1, key: Self.key("a"), priority: .normal))
    _ = machine.start(2, key: Self.key("a"), priority: .normal)
    #expect(
      machine.cancel(1, error: Self.cancelled) == [.finish(1, .failure(Self.cancelled))])
    #expect(
      machine.cancel(2, error: Self.cancelled) == [
        .finish(2, .failure(Self.cancelled)), .cancelFetch(fetch),
      ])
    #expect(machine.isIdle)
    #expect(machine.fetchSucceeded(fetch, body: Self.body) == [], "what comes late is dropped")
  }

  @Test("A task cancelled before its turn never starts a fetch")
  func cancelledInQueue() {
    var machine = Self.makeMachine(fetches: 1)
    _ = machine.start(1, key: Self.key("a"), priority: .normal)
    #expect(machine.start(2, key: Self.key("b"), priority: .normal) == [])
    _ = machine.cancel(2, error: Self.cancelled)
    let effects = machine.cancel(1, error: Self.cancelled)
    #expect(!effects.contains { if case .startFetch = $0 { true } else { false } })
    #expect(machine.isIdle)
  }

  @Test("A task that joins a waiting fetch raises it")
  func raising() throws {
    var machine = Self.makeMachine(fetches: 1)
    let first = try fetchID(machine.start(1, key: Self.key("a"), priority: .normal))
    _ = machine.start(2, key: Self.key("b"), priority: .low)
    _ = machine.start(3, key: Self.key("c"), priority: .normal)
    _ = machine.start(4, key: Self.key("b"), priority: .high)
    let effects = machine.fetchFailed(first, error: Self.cancelled)
    #expect(
      effects.contains { if case .startFetch(_, Self.key("b").fetch) = $0 { true } else { false } })
  }

  @Test("A failed fetch fails every task that waits for it")
  func failure() throws {
    var machine = Self.makeMachine()
    let fetch = try fetchID(machine.start(1, key: Self.key("a"), priority: .normal))
    _ = machine.start(2, key: Self.key("a", width: 20), priority: .normal)
    let error = ImagePipelineError(.dns, stage: .fetch)
    #expect(
      machine.fetchFailed(fetch, error: error) == [
        .finish(1, .failure(error)), .finish(2, .failure(error)),
      ])
    #expect(machine.isIdle)
  }

  @Test("Senders are held up while too many bytes wait, all but the oldest")
  func backPressure() throws {
    var machine = Self.makeMachine(fetches: 2, buffered: 100)
    let progress = ImageTask.Progress(received: ByteCount(80), expected: nil)
    let first = try fetchID(machine.start(1, key: Self.key("a"), priority: .normal))
    let second = try fetchID(machine.start(2, key: Self.key("b"), priority: .normal))
    let eighty = ByteCount(80)
    #expect(
      machine.fetchReceived(eighty, of: second, progress: progress) == [.progress(2, progress)])
    #expect(
      machine.fetchReceived(eighty, of: first, progress: progress) == [.progress(1, progress)],
      "over the limit, but the oldest is never held up")
    #expect(
      machine.fetchReceived(eighty, of: second, progress: progress) == [
        .progress(2, progress), .suspendFetch(second),
      ])
    let picture = try pictureID(machine.fetchSucceeded(first, body: Self.body))
    let effects = machine.decodingFinished(picture, with: .success(try Self.picture()))
    #expect(!effects.contains(.resumeFetch(second)), "resumed already: it became the oldest")
    #expect(machine.bufferedByteCount == ByteCount(160))
  }

  @Test("The fetch that becomes the oldest is resumed, so that nothing waits for ever")
  func backPressureEnds() throws {
    var machine = Self.makeMachine(fetches: 2, buffered: 100)
    let progress = ImageTask.Progress(received: ByteCount(200), expected: nil)
    let first = try fetchID(machine.start(1, key: Self.key("a"), priority: .normal))
    let second = try fetchID(machine.start(2, key: Self.key("b"), priority: .normal))
    _ = machine.fetchReceived(ByteCount(200), of: second, progress: progress)
    let effects = machine.fetchSucceeded(first, body: Self.body)
    #expect(effects.contains(.resumeFetch(second)))
  }

  private static func picture() throws -> DecodedPicture {
    DecodedPicture(
      image: try ScriptedDecoder().decode(ScriptedDecoder.data(1), options: DecodingOptions()),
      source: .network)
  }

  @Test(
    "Random walks keep the limits and leave nothing behind",
    arguments: 1...20 as ClosedRange<UInt64>)
  func randomWalk(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var machine = Self.makeMachine(fetches: 3, decodings: 2, buffered: 50)
    var driver = Driver(decoded: try Self.picture())
    var nextTask: UInt64 = 0
    for _ in 0..<2_000 {
      switch Int.random(in: 0..<8, using: &random) {
      case 0...2:
        nextTask += 1
        let key = Self.key(
          "\(Int.random(in: 0..<6, using: &random))", width: Int.random(in: 1...2, using: &random))
        driver.live.insert(nextTask)
        let priority = ImageRequest.Priority.allCases.randomElement(using: &random)!
        driver.perform(machine.start(nextTask, key: key, priority: priority))
      case 3:
        guard let task = driver.live.sorted().randomElement(using: &random) else { continue }
        driver.perform(machine.cancel(task, error: Self.cancelled))
      case 4:
        guard let fetch = driver.running.randomElement(using: &random) else { continue }
        let progress = ImageTask.Progress(received: ByteCount(30), expected: nil)
        driver.perform(machine.fetchReceived(ByteCount(30), of: fetch, progress: progress))
      case 5:
        guard let fetch = driver.running.randomElement(using: &random) else { continue }
        driver.end(fetch)
        driver.perform(machine.fetchFailed(fetch, error: ImagePipelineError(.dns, stage: .fetch)))
      case 6:
        guard let fetch = driver.running.randomElement(using: &random) else { continue }
        driver.end(fetch)
        driver.perform(machine.fetchSucceeded(fetch, body: Self.body))
      default:
        guard let picture = driver.decoding.randomElement(using: &random) else { continue }
        driver.decoding.removeAll { $0 == picture }
        driver.perform(machine.decodingFinished(picture, with: .success(driver.decoded)))
      }
      try #require(driver.faults == [], "seed \(seed)")
      try #require(machine.runningFetchCount == driver.running.count, "seed \(seed)")
      try #require(driver.running.count <= 3 && driver.decoding.count <= 2, "seed \(seed)")
      let oldest = driver.running.min { $0.rawValue < $1.rawValue }
      try #require(oldest.map { !driver.suspended.contains($0) } ?? true, "seed \(seed)")
    }
    driver.perform(machine.cancelAll(error: Self.cancelled))
    for picture in driver.decoding {
      driver.perform(machine.decodingFinished(picture, with: .success(driver.decoded)))
    }
    #expect(driver.live.isEmpty && driver.running.isEmpty, "seed \(seed)")
    #expect(machine.isIdle, "seed \(seed)")
  }

  /// Does what the machine says, and notes what makes no sense.
  private struct Driver {
    let decoded: DecodedPicture
    var live: Set<UInt64> = []
    var running: [FetchID] = []
    var suspended: Set<FetchID> = []
    var decoding: [PictureID] = []
    var faults: [String] = []

    mutating func end(_ fetch: FetchID) {
      running.removeAll { $0 == fetch }
      suspended.remove(fetch)
    }

    mutating func perform(_ effects: [Effect]) {
      for effect in effects {
        switch effect {
        case .startFetch(let id, _):
          running.append(id)
        case .cancelFetch(let id):
          if !running.contains(id) { faults.append("cancelled \(id), which does not run") }
          end(id)
        case .suspendFetch(let id):
          if !suspended.insert(id).inserted { faults.append("suspended \(id) twice") }
        case .resumeFetch(let id):
          if suspended.remove(id) == nil { faults.append("resumed \(id), which is not suspended") }
        case .startDecoding(let id, _, _):
          decoding.append(id)
        case .progress(let task, _):
          if !live.contains(task) { faults.append("progress of \(task), which has ended") }
        case .finish(let task, _):
          if live.remove(task) == nil { faults.append("finished \(task) twice") }
        }
      }
    }
  }
}
