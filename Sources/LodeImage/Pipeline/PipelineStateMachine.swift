import Foundation
import LodeCodecs
import LodeCore

/// The identity of one fetch: a second fetch of the same URL has another one.
package struct FetchID: Hashable, Sendable {
  package let rawValue: UInt64

  package init(rawValue: UInt64) {
    self.rawValue = rawValue
  }
}

/// The identity of one picture being made.
package struct PictureID: Hashable, Sendable {
  package let rawValue: UInt64
}

/// Decides what the pipeline fetches and decodes, when, and for whom.
///
/// A pure value: tasks come in, effects come out. It coalesces twice: tasks that want the same picture
/// share one decoding, and pictures that come from the same bytes share one fetch. The most urgent work
/// goes first, within the limits.
///
///     task ──▶ picture ──▶ fetch: waiting ──▶ running ──▶ (body) ──▶ picture: waiting ──▶ decoding ──▶ tasks
package struct PipelineStateMachine: Sendable {
  package typealias TaskID = UInt64
  package typealias Priority = ImageRequest.Priority

  package struct Limits: Sendable {
    package var fetches: Int
    package var fetchesPerHost: Int
    package var decodings: Int
    /// The most bytes of bodies that wait to be decoded before senders are held up.
    package var bufferedBytes: ByteCount

    package init(fetches: Int, fetchesPerHost: Int, decodings: Int, bufferedBytes: ByteCount) {
      self.fetches = fetches
      self.fetchesPerHost = fetchesPerHost
      self.decodings = decodings
      self.bufferedBytes = bufferedBytes
    }
  }

  package enum Effect: Hashable, Sendable {
    case startFetch(FetchID, FetchKey)
    case cancelFetch(FetchID)
    case suspendFetch(FetchID)
    case resumeFetch(FetchID)
    case startDecoding(PictureID, ImageKey, FetchedBody)
    case progress(TaskID, ImageTask.Progress)
    case finish(TaskID, Result<DecodedPicture, ImagePipelineError>)
  }

  private struct Picture: Sendable {
    enum Phase: Sendable {
      case fetching(FetchID)
      case waitingToDecode(FetchID, FetchedBody)
      case decoding(FetchID)
    }

    let key: ImageKey
    var phase: Phase
    var tasks: [TaskID: Priority]

    var priority: Priority { tasks.values.max() ?? .veryLow }
  }

  private struct Fetch: Sendable {
    let key: FetchKey
    let host: String
    /// The pictures that want the bytes; those that wait to be decoded hold on to the body.
    var pictures: Set<PictureID>
    var phase: FetchPhase = .waiting
    var buffered = ByteCount.zero
    var priority: Priority
  }

  private enum FetchPhase: Sendable {
    case waiting, running, done
  }

  private let limits: Limits
  private var tasks: [TaskID: PictureID] = [:]
  private var pictures: [PictureID: Picture] = [:]
  private var pictureIDs: [ImageKey: PictureID] = [:]
  private var fetches: [FetchID: Fetch] = [:]
  private var fetchIDs: [FetchKey: FetchID] = [:]
  private var fetchQueue: HostQueue
  private var runningFetches: Set<FetchID> = []
  private var suspendedFetches: Set<FetchID> = []
  private var decodeQueue = PriorityQueue<PictureID>()
  private var decodingCount = 0
  private var bufferedBytes = ByteCount.zero
  private var nextID: UInt64 = 0

  package init(limits: Limits) {
    self.limits = limits
    fetchQueue = HostQueue(
      maximumCount: limits.fetches, maximumCountPerHost: limits.fetchesPerHost)
  }

  /// Whether nothing is under way: every table is empty, and no byte is accounted for.
  package var isIdle: Bool {
    tasks.isEmpty && pictures.isEmpty && pictureIDs.isEmpty && fetches.isEmpty && fetchIDs.isEmpty
      && decodeQueue.isEmpty && decodingCount == 0 && bufferedBytes == .zero
      && fetchQueue.runningCount == 0 && fetchQueue.waitingCount == 0
      && runningFetches.isEmpty && suspendedFetches.isEmpty
  }

  package var runningFetchCount: Int { fetchQueue.runningCount }
  package var runningDecodingCount: Int { decodingCount }
  package var bufferedByteCount: ByteCount { bufferedBytes }
}

// MARK: - Tasks

extension PipelineStateMachine {
  package mutating func start(_ task: TaskID, key: ImageKey, priority: Priority) -> [Effect] {
    if let id = pictureIDs[key] {
      tasks[task] = id
      pictures[id]!.tasks[task] = priority
      updatePriority(of: id)
      return []
    }
    let id = PictureID(rawValue: makeID())
    let fetch: FetchID
    if let running = fetchIDs[key.fetch] {
      fetch = running
      fetches[fetch]!.pictures.insert(id)
    } else {
      fetch = FetchID(rawValue: makeID())
      let host = key.fetch.url.host() ?? ""
      fetches[fetch] = Fetch(key: key.fetch, host: host, pictures: [id], priority: priority)
      fetchIDs[key.fetch] = fetch
      fetchQueue.append(fetch, host: host, priority: priority)
    }
    tasks[task] = id
    pictures[id] = Picture(key: key, phase: .fetching(fetch), tasks: [task: priority])
    pictureIDs[key] = id
    updatePriority(of: id)
    return startFetches()
  }

  /// Ends a task; what nobody else waits for is stopped.
  package mutating func cancel(_ task: TaskID, error: ImagePipelineError) -> [Effect] {
    guard let id = tasks.removeValue(forKey: task) else { return [] }
    pictures[id]!.tasks[task] = nil
    let finished = Effect.finish(task, .failure(error))
    guard pictures[id]!.tasks.isEmpty else {
      updatePriority(of: id)
      return [finished]
    }
    return [finished] + abandon(id)
  }

  package mutating func setPriority(_ priority: Priority, of task: TaskID) {
    guard let id = tasks[task] else { return }
    pictures[id]!.tasks[task] = priority
    updatePriority(of: id)
  }

  package mutating func cancelAll(error: ImagePipelineError) -> [Effect] {
    tasks.keys.sorted().flatMap { cancel($0, error: error) }
  }

  private mutating func abandon(_ id: PictureID) -> [Effect] {
    switch pictures[id]!.phase {
    case .fetching(let fetch):
      forget(id)
      return release(fetch, from: id)
    case .waitingToDecode(let fetch, _):
      decodeQueue.remove(id)
      forget(id)
      return release(fetch, from: id)
    case .decoding:
      // It cannot be stopped any more; its result is dropped when it comes. Until then a task that wants
      // the same picture joins it.
      return []
    }
  }
}

// MARK: - Fetching

extension PipelineStateMachine {
  /// More bytes of a body have been received.
  package mutating func fetchReceived(
    _ count: ByteCount, of id: FetchID, progress: ImageTask.Progress
  ) -> [Effect] {
    guard fetches[id]?.phase == .running else { return [] }
    fetches[id]!.buffered += count
    bufferedBytes += count
    var effects = fetches[id]!.pictures.sorted { $0.rawValue < $1.rawValue }.flatMap { picture in
      pictures[picture]!.tasks.keys.sorted().map { Effect.progress($0, progress) }
    }
    // The oldest fetch is never held up, so that there is always one that ends and makes room.
    if bufferedBytes > limits.bufferedBytes, id != oldestRunningFetch,
      suspendedFetches.insert(id).inserted
    {
      effects.append(.suspendFetch(id))
    }
    return effects
  }

  package mutating func fetchSucceeded(_ id: FetchID, body: FetchedBody) -> [Effect] {
    guard fetches[id]?.phase == .running else { return [] }
    endFetch(id)
    for picture in fetches[id]!.pictures.sorted(by: { $0.rawValue < $1.rawValue }) {
      pictures[picture]!.phase = .waitingToDecode(id, body)
      decodeQueue.append(picture, priority: pictures[picture]!.priority)
    }
    return startDecodings() + startFetches() + resumeFetches()
  }

  package mutating func fetchFailed(_ id: FetchID, error: ImagePipelineError) -> [Effect] {
    guard let fetch = fetches[id], fetch.phase == .running else { return [] }
    endFetch(id)
    var effects: [Effect] = []
    for picture in fetch.pictures.sorted(by: { $0.rawValue < $1.rawValue }) {
      effects += finish(picture, with: .failure(error))
      effects += release(id, from: picture)
    }
    return effects + startFetches() + resumeFetches()
  }

  /// Takes a fetch off the network: its place is free, and a new request fetches anew.
  private mutating func endFetch(_ id: FetchID) {
    let fetch = fetches[id]!
    fetches[id]!.phase = .done
    leaveNetwork(id, fetch)
  }

  private mutating func leaveNetwork(_ id: FetchID, _ fetch: Fetch) {
    fetchIDs[fetch.key] = nil
    fetchQueue.finish(host: fetch.host)
    runningFetches.remove(id)
    suspendedFetches.remove(id)
  }

  /// A picture needs a fetch no longer; without any picture it is stopped, and its bytes are let go.
  private mutating func release(_ id: FetchID, from picture: PictureID) -> [Effect] {
    fetches[id]!.pictures.remove(picture)
    guard fetches[id]!.pictures.isEmpty else {
      updatePriority(of: id)
      return []
    }
    let fetch = fetches.removeValue(forKey: id)!
    bufferedBytes -= fetch.buffered
    switch fetch.phase {
    case .waiting:
      fetchIDs[fetch.key] = nil
      fetchQueue.removeWaiting(id, host: fetch.host)
      return []
    case .running:
      leaveNetwork(id, fetch)
      return [.cancelFetch(id)] + startFetches() + resumeFetches()
    case .done:
      return resumeFetches()
    }
  }

  private mutating func startFetches() -> [Effect] {
    var effects: [Effect] = []
    while let id = fetchQueue.startNext() {
      fetches[id]!.phase = .running
      runningFetches.insert(id)
      effects.append(.startFetch(id, fetches[id]!.key))
    }
    return effects
  }

  private mutating func resumeFetches() -> [Effect] {
    guard !suspendedFetches.isEmpty else { return [] }
    let hasRoom = bufferedBytes <= limits.bufferedBytes
    let oldest = oldestRunningFetch
    let resumed = suspendedFetches.filter { hasRoom || $0 == oldest }
    suspendedFetches.subtract(resumed)
    return resumed.sorted { $0.rawValue < $1.rawValue }.map { .resumeFetch($0) }
  }

  private var oldestRunningFetch: FetchID? {
    runningFetches.min { $0.rawValue < $1.rawValue }
  }
}

// MARK: - Decoding

extension PipelineStateMachine {
  package mutating func decodingFinished(
    _ id: PictureID, with result: Result<DecodedPicture, ImagePipelineError>
  ) -> [Effect] {
    decodingCount -= 1
    guard case .decoding(let fetch)? = pictures[id]?.phase else {
      preconditionFailure("decodingFinished of a picture that is not being decoded")
    }
    var effects = finish(id, with: result)
    effects += release(fetch, from: id)
    return effects + startDecodings()
  }

  private mutating func startDecodings() -> [Effect] {
    var effects: [Effect] = []
    while decodingCount < limits.decodings, let id = decodeQueue.popFirst() {
      guard case .waitingToDecode(let fetch, let body) = pictures[id]!.phase else {
        preconditionFailure("a picture in the queue that does not wait to be decoded")
      }
      pictures[id]!.phase = .decoding(fetch)
      decodingCount += 1
      effects.append(.startDecoding(id, pictures[id]!.key, body))
    }
    return effects
  }

  private mutating func finish(
    _ id: PictureID, with result: Result<DecodedPicture, ImagePipelineError>
  ) -> [Effect] {
    let waiting = pictures[id]!.tasks.keys.sorted()
    forget(id)
    for task in waiting { tasks[task] = nil }
    return waiting.map { .finish($0, result) }
  }

  private mutating func forget(_ id: PictureID) {
    let picture = pictures.removeValue(forKey: id)!
    pictureIDs[picture.key] = nil
  }
}

// MARK: - Priorities

extension PipelineStateMachine {
  private mutating func updatePriority(of id: PictureID) {
    let priority = pictures[id]!.priority
    switch pictures[id]!.phase {
    case .fetching(let fetch): updatePriority(of: fetch)
    case .waitingToDecode: decodeQueue.setPriority(priority, of: id)
    case .decoding: break
    }
  }

  private mutating func updatePriority(of id: FetchID) {
    guard let fetch = fetches[id], fetch.phase == .waiting else { return }
    let priority = fetch.pictures.compactMap { pictures[$0]?.priority }.max() ?? .veryLow
    guard priority != fetch.priority else { return }
    fetches[id]!.priority = priority
    fetchQueue.setPriority(priority, of: id, host: fetch.host)
  }

  private mutating func makeID() -> UInt64 {
    nextID += 1
    return nextID
  }
}
