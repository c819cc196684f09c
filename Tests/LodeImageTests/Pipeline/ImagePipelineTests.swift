import Foundation
import LodeCodecs
import LodeCore
import LodeImage
import LodeTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct ImagePipelineTests {
  private let fetcher = ScriptedFetcher()
  private let decodings = Counter()

  private func makePipeline(
    _ edit: (inout ImagePipeline.Configuration) -> Void = { _ in }
  ) -> ImagePipeline {
    ImagePipeline { configuration in
      configuration.fetcher = fetcher
      configuration.decoder = ScriptedDecoder { [decodings] _ in decodings.increment() }
      configuration.memoryCache = MemoryImageCache(costLimit: .mebibytes(1))
      edit(&configuration)
    }
  }

  private let url = URL(string: "http://host/a")!

  private func code(_ task: ImageTask) async -> ImagePipelineError.Code? {
    do throws(ImagePipelineError) {
      _ = try await task.response
      return nil
    } catch {
      return error.code
    }
  }

  @Test("A picture is fetched once, decoded once, and then comes from memory at once")
  func memoryCache() async throws {
    let pipeline = makePipeline()
    fetcher.answer(url, with: .body(ScriptedDecoder.data(7)))
    let request = ImageRequest(url: url)
    #expect(pipeline.cachedImage(for: request) == nil)
    let first = try await pipeline.image(for: request)
    #expect(ScriptedDecoder.number(of: first.image) == 7 && first.source == .network)
    let second = pipeline.imageTask(with: request)
    #expect(second.status.phase == .succeeded, "no waiting")
    #expect(try await second.response.source == .memory)
    #expect(fetcher.fetches.count == 1 && decodings.value == 1)
    #expect(pipeline.isIdle)
  }

  @Test(
    "Cache policies read and store as they say",
    arguments: [
      (ImageRequest.CachePolicy.default, 1, true), (.reload, 2, true), (.bypass, 2, false),
    ])
  func cachePolicies(policy: ImageRequest.CachePolicy, fetches: Int, isStored: Bool) async throws {
    let pipeline = makePipeline()
    fetcher.answer(url, with: .body(ScriptedDecoder.data(7)))
    var request = ImageRequest(url: url)
    request.cachePolicy = policy
    _ = try await pipeline.image(for: request)
    _ = try await pipeline.image(for: request)
    #expect(fetcher.fetches.count == fetches)
    request.cachePolicy = .cacheOnly
    #expect((pipeline.cachedImage(for: request) != nil) == isStored)
  }

  @Test("A request that allows the cache alone makes no fetch")
  func cacheOnly() async {
    let pipeline = makePipeline()
    var request = ImageRequest(url: url)
    request.cachePolicy = .cacheOnly
    #expect(await code(pipeline.imageTask(with: request)) == .cacheOnlyMiss)
    #expect(fetcher.fetches.isEmpty)
  }

  @Test("Identical requests share one fetch and one decoding")
  func coalescing() async throws {
    let pipeline = makePipeline()
    let tasks = (0..<5).map { _ in pipeline.imageTask(with: ImageRequest(url: url)) }
    let fetch = await fetcher.fetch(0)
    fetch.respond()
    fetch.send(ScriptedDecoder.data(7))
    fetch.finish()
    var images: Set<DecodedImage> = []
    for task in tasks { images.insert(try await task.response.image) }
    #expect(images.count == 1 && fetcher.fetches.count == 1 && decodings.value == 1)
  }

  @Test("Of two tasks one is cancelled: the other gets its picture; both: the fetch is stopped")
  func cancellation() async throws {
    let pipeline = makePipeline()
    let tasks = (0..<2).map { _ in pipeline.imageTask(with: ImageRequest(url: url)) }
    let fetch = await fetcher.fetch(0)
    tasks[0].cancel()
    #expect(tasks[0].status.phase == .cancelled, "at once")
    #expect(!fetch.isCancelled)
    tasks[1].cancel()
    #expect(fetch.isCancelled)
    #expect(await code(tasks[0]) == .cancelled)
    #expect(await code(tasks[1]) == .cancelled)
    fetch.respond()
    fetch.send(ScriptedDecoder.data(7))
    fetch.finish()
    #expect(pipeline.isIdle && decodings.value == 0, "what comes late is dropped")
  }

  @Test("Cancelling a finished task keeps its success; cancelling twice does nothing")
  func lateCancellation() async throws {
    let pipeline = makePipeline()
    fetcher.answer(url, with: .body(ScriptedDecoder.data(7)))
    let task = pipeline.imageTask(with: ImageRequest(url: url))
    _ = try await task.response
    task.cancel()
    task.cancel()
    #expect(task.status.phase == .succeeded)
  }

  @Test("Cancelling the Swift task that waits cancels the load")
  func swiftTaskCancellation() async {
    let pipeline = makePipeline()
    let waiting = Task { [url] in
      do throws(ImagePipelineError) {
        _ = try await pipeline.image(for: ImageRequest(url: url))
        return ImagePipelineError.Code?.none
      } catch {
        return error.code
      }
    }
    let fetch = await fetcher.fetch(0)
    waiting.cancel()
    #expect(await waiting.value == .cancelled)
    #expect(fetch.isCancelled && pipeline.isIdle)
  }

  @Test(
    "An answer that brings no picture is an error of its own",
    arguments: [
      (200, Data(), ImagePipelineError.Code.empty),
      (204, Data(), .empty),
      (206, ScriptedDecoder.data(1), .status(206)),
      (304, Data(), .status(304)),
      (404, ScriptedDecoder.data(1), .status(404)),
      (500, Data("oh".utf8), .status(500)),
      (
        200, Data("<html>Log in".utf8),
        .notAnImage(kind: "text", firstWords: "<html>Log in")
      ),
      (200, Data("picture x".utf8), .decoding),
      (200, Data("pict".utf8), .truncated),
    ])
  func failures(status: Int, body: Data, expected: ImagePipelineError.Code) async {
    let pipeline = makePipeline()
    fetcher.answer(url, with: .body(body, status: status))
    let task = pipeline.imageTask(with: ImageRequest(url: url))
    #expect(await code(task) == expected)
    #expect(task.status.phase == .failed && pipeline.isIdle)
    #expect(pipeline.cachedImage(for: ImageRequest(url: url)) == nil, "never stored")
    fetcher.answer(url, with: .body(ScriptedDecoder.data(1)))
    #expect(await code(pipeline.imageTask(with: ImageRequest(url: url))) == nil, "the URL lives")
  }

  @Test("A failed fetch is reported with its URL")
  func fetchFailure() async {
    let pipeline = makePipeline()
    fetcher.answer(url, with: .failure(.timeout(.idle)))
    await #expect {
      _ = try await pipeline.image(for: ImageRequest(url: url))
    } throws: { error in
      let error = error as? ImagePipelineError
      return error?.code == .timeout(.idle) && error?.url == url
    }
  }

  @Test("The server's wish for a pause is passed on")
  func retryAfter() async {
    let pipeline = makePipeline()
    let task = pipeline.imageTask(with: ImageRequest(url: url))
    await fetcher.fetch(0).respond(status: 503, headers: ["Retry-After": "2"])
    await #expect {
      _ = try await task.response
    } throws: { error in
      (error as? ImagePipelineError)?.retryAfter == .seconds(2)
    }
  }

  @Test("A body over the cap is refused while it comes, or by its stated size")
  func bodyCap() async {
    let pipeline = makePipeline { $0.fetchLimits.maximumBodySize = ByteCount(20) }
    let task = pipeline.imageTask(with: ImageRequest(url: url))
    let fetch = await fetcher.fetch(0)
    fetch.respond()
    fetch.send(Data("picture 1".utf8))
    fetch.send(Data(repeating: 48, count: 20))
    #expect(fetch.isCancelled)
    #expect(await code(task) == .tooLarge(.bytes))
    let second = pipeline.imageTask(with: ImageRequest(url: url))
    await fetcher.fetch(1).respond(expectedBodySize: 21)
    #expect(await code(second) == .tooLarge(.bytes))
    #expect(fetcher.fetches[1].isCancelled)
  }

  @Test("What is no picture is refused by its first bytes, not downloaded")
  func earlyRefusal() async {
    let pipeline = makePipeline()
    let task = pipeline.imageTask(with: ImageRequest(url: url))
    let fetch = await fetcher.fetch(0)
    fetch.respond()
    fetch.send(Data("<!doctype".utf8))
    #expect(fetch.isCancelled)
    #expect(await code(task) == .notAnImage(kind: "text", firstWords: "<!doctype"))
  }

  @Test("No more fetches than allowed run at once, and the most urgent is next")
  func limits() async throws {
    let pipeline = makePipeline { $0.maximumFetchCount = 1 }
    let urls = (0..<4).map { URL(string: "http://host/\($0)")! }
    let tasks = urls.map { pipeline.imageTask(with: ImageRequest(url: $0)) }
    #expect(fetcher.fetches.count == 1)
    tasks[3].priority = .high
    tasks[1].cancel()
    await fetcher.fetch(0).fail(.connect)
    #expect(await fetcher.fetch(1).request.url == urls[3])
    await fetcher.fetch(1).fail(.connect)
    #expect(await fetcher.fetch(2).request.url == urls[2], "a cancelled task never starts")
  }

  @Test("Every subscription gets the last progress and everything after it")
  func events() async throws {
    let pipeline = makePipeline()
    let task = pipeline.imageTask(with: ImageRequest(url: url))
    var early = task.events.makeAsyncIterator()
    let fetch = await fetcher.fetch(0)
    fetch.respond(expectedBodySize: 10)
    fetch.send(Data("pictu".utf8))
    let half = ImageTask.Progress(received: ByteCount(5), expected: ByteCount(10))
    #expect(half.fraction == 0.5)
    #expect(await early.next() == .progress(half))
    var late = task.events.makeAsyncIterator()
    #expect(await late.next() == .progress(half))
    #expect(task.status.progress == half)
    fetch.send(Data("re 10".utf8))
    fetch.finish()
    let whole = ImageTask.Progress(received: ByteCount(10), expected: ByteCount(10))
    #expect(await early.next() == .progress(whole))
    #expect(await late.next() == .progress(whole))
    let response = try await task.response
    #expect(await early.next() == .finished(.success(response)))
    #expect(await early.next() == nil)
    var replay = task.events.makeAsyncIterator()
    #expect(await replay.next() == .progress(whole))
    #expect(await replay.next() == .finished(.success(response)))
  }

  @Test("An invalidated pipeline cancels what runs and refuses what comes")
  func invalidation() async {
    let pipeline = makePipeline()
    let task = pipeline.imageTask(with: ImageRequest(url: url))
    pipeline.invalidate()
    #expect(await code(task) == .cancelled)
    #expect(await code(pipeline.imageTask(with: ImageRequest(url: url))) == .pipelineInvalidated)
    #expect(pipeline.isIdle)
  }

  @Test("Too many undecoded bytes hold the senders up, until there is room")
  func backPressure() async throws {
    let pipeline = makePipeline { $0.bufferedBodyLimit = ByteCount(15) }
    let urls = (0..<2).map { URL(string: "http://host/\($0)")! }
    let tasks = urls.map { pipeline.imageTask(with: ImageRequest(url: $0)) }
    let (first, second) = (await fetcher.fetch(0), await fetcher.fetch(1))
    for fetch in [first, second] {
      fetch.respond()
      fetch.send(ScriptedDecoder.data(1))
    }
    #expect(!first.isSuspended && second.isSuspended)
    first.finish()
    _ = try await tasks[0].response
    #expect(!second.isSuspended)
    second.finish()
    _ = try await tasks[1].response
    #expect(pipeline.isIdle)
  }

  @Test("A header that never comes is not looked for again and again")
  func endlessHeader() async {
    let probes = Counter()
    let pipeline = makePipeline { $0.decoder = UndecidedDecoder { probes.increment() } }
    let task = pipeline.imageTask(with: ImageRequest(url: url))
    let fetch = await fetcher.fetch(0)
    fetch.respond()
    for _ in 0..<4096 { fetch.send(Data(count: 1024)) }
    #expect(probes.value <= 12, "at doubling sizes, and not beyond a mebibyte")
    task.cancel()
    #expect(pipeline.isIdle)
  }

  @Test("A subscription that nobody reads any more is let go")
  func droppedSubscription() async throws {
    let pipeline = makePipeline()
    let task = pipeline.imageTask(with: ImageRequest(url: url))
    do {
      _ = task.events
    }
    #expect(task.subscriptionCount == 0)
    let events = task.events
    #expect(task.subscriptionCount == 1)
    task.cancel()
    #expect(task.subscriptionCount == 0)
    for await event in events { #expect(event != .progress(.init(received: .zero, expected: nil))) }
  }

  @Test("Tasks, fetches and bodies are let go when a load ends in any way")
  func nothingIsKept() async throws {
    let pipeline = makePipeline()
    weak var kept: ImageTask?
    do {
      let task = pipeline.imageTask(with: ImageRequest(url: url))
      kept = task
      await fetcher.fetch(0).fail(.dns)
      _ = await code(task)
    }
    #expect(kept == nil && pipeline.isIdle)
  }

  @Test("Starts, cancels and answers from many threads at once lose nothing")
  func races() async {
    let pipeline = makePipeline { $0.maximumFetchCountPerHost = 4 }
    for number in 0..<20 {
      let url = URL(string: "http://host/\(number)")!
      fetcher.answer(url, with: .body(ScriptedDecoder.data(number)))
    }
    await withTaskGroup { group in
      for number in 0..<2_000 {
        group.addTask { @concurrent in
          var request = ImageRequest(url: URL(string: "http://host/\(number % 20)")!)
          request.cachePolicy = number.isMultiple(of: 3) ? .bypass : .default
          let task = pipeline.imageTask(with: request)
          if number.isMultiple(of: 2) { task.cancel() }
          if case .success(let response) = await result(of: task) {
            #expect(ScriptedDecoder.number(of: response.image) == number % 20)
          }
        }
      }
    }
    #expect(pipeline.isIdle)
  }
}

private func result(of task: ImageTask) async -> Result<ImageResponse, ImagePipelineError> {
  do throws(ImagePipelineError) {
    return .success(try await task.response)
  } catch {
    return .failure(error)
  }
}

/// A decoder that always wants more bytes.
private struct UndecidedDecoder: ImageDecoding {
  let willProbe: @Sendable () -> Void

  func header(of data: Data) throws(ImageDecodingError) -> ImageHeader? {
    willProbe()
    return nil
  }

  func decode(
    _ data: Data, options: DecodingOptions
  ) throws(ImageDecodingError) -> DecodedImage { throw .truncated }
}

final class Counter: Sendable {
  private let count = Atomic(0)

  var value: Int { count.load(ordering: .sequentiallyConsistent) }

  func increment() {
    count.add(1, ordering: .sequentiallyConsistent)
  }
}
