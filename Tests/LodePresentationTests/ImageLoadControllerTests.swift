import Foundation
import LodeActivity
import LodeCodecs
import LodeCore
import LodeImage
import LodePresentation
import LodeTesting
import Testing

@MainActor
@Suite(.timeLimit(.minutes(1))) struct ImageLoadControllerTests {
  let fetcher = ScriptedFetcher()
  let clock = ManualClock()
  let surface = RecordingSurface()
  let pipeline: ImagePipeline
  let controller: ImageLoadController
  let log = EventLog()

  init() {
    let fetcher = fetcher
    pipeline = ImagePipeline {
      $0.fetcher = fetcher
      $0.decoder = ScriptedDecoder()
      $0.memoryCache = MemoryImageCache(costLimit: .mebibytes(1))
    }
    controller = ImageLoadController(surface: surface, pipeline: pipeline, clock: clock)
    controller.onEvent = { [log] in log.append($0) }
  }

  func request(_ path: String, id: String? = nil) -> ImageRequest {
    var request = ImageRequest(url: URL(string: "http://host/\(path)")!)
    request.id = id
    return request
  }

  func answer(_ fetch: ScriptedFetch, with number: Int) {
    fetch.respond()
    fetch.send(ScriptedDecoder.data(number))
    fetch.finish()
  }

  var shownNumber: Int? {
    guard case .image(let image) = surface.content else { return nil }
    return ScriptedDecoder.number(of: image)
  }

  func waitForPicture(_ number: Int) async {
    await surface.changes { surface in
      guard case .image(let image) = surface.content else { return false }
      return ScriptedDecoder.number(of: image) == number
    }
  }

  // MARK: The circle

  @Test("The circle is asked for before any network work, and goes when the picture comes")
  func order() async {
    var fetchesAtShow = -1
    let fetcher = fetcher
    let probe = Surface { fetchesAtShow = fetcher.fetches.count }
    let controller = ImageLoadController(surface: probe, pipeline: pipeline, clock: clock)
    controller.load(request("a"))
    #expect(fetchesAtShow == 0 && fetcher.fetches.count == 1)

    self.controller.load(request("b"))
    #expect(surface.records == [.display(.placeholder(.plain), .none), .indicator(true)])
    answer(await fetcher.fetch(1), with: 1)
    await waitForPicture(1)
    #expect(!surface.isIndicatorShown)
  }

  @Test("A picture in the memory cache is shown in the same turn: no circle, no transition")
  func memoryHit() async {
    controller.load(request("a"))
    answer(await fetcher.fetch(0), with: 1)
    await waitForPicture(1)
    let second = RecordingSurface()
    let other = ImageLoadController(surface: second, pipeline: pipeline, clock: clock)
    other.load(request("a"))
    #expect(second.records.count == 1)
    #expect(second.records.first == .display(surface.content, .none))
  }

  @Test("With patience, a fast load shows no circle, and a slow one shows it for its minimum")
  func graceful() async {
    let options = ImageLoadOptions(timing: .graceful)
    controller.load(request("a"), options: options)
    await clock.sleepers(atLeast: 1)
    clock.advance(by: .milliseconds(199))
    answer(await fetcher.fetch(0), with: 1)
    await waitForPicture(1)
    #expect(!surface.records.contains(.indicator(true)))
    #expect(clock.sleeperCount == 0)

    controller.load(request("b"), options: options)
    await clock.sleepers(atLeast: 1)
    clock.advance(by: .milliseconds(200))
    await surface.changes { $0.isIndicatorShown }
    answer(await fetcher.fetch(1), with: 2)
    await clock.sleepers(atLeast: 1)
    clock.advance(by: .milliseconds(399))
    #expect(surface.isIndicatorShown && shownNumber == nil, "the result waits for the circle")
    clock.advance(by: .milliseconds(1))
    await waitForPicture(2)
    #expect(!surface.isIndicatorShown && clock.sleeperCount == 0)
  }

  @Test(
    "Every way out stops the circle, and ends with exactly one event", arguments: WayOut.allCases)
  func waysOut(wayOut: WayOut) async {
    controller.load(request("a"))
    let fetch = await fetcher.fetch(0)
    #expect(surface.isIndicatorShown)
    switch wayOut {
    case .success: answer(fetch, with: 1)
    case .status: fetch.respond(status: 404)
    case .undecodable:
      fetch.respond()
      fetch.send(Data("<html>".utf8))
    case .networkError: fetch.fail(.connect)
    case .cancel: controller.cancel()
    case .reuse: controller.prepareForReuse()
    case .clear: controller.load(ImageRequest?.none)
    case .invalid: controller.load("no url")
    case .invalidation: pipeline.invalidate()
    }
    await surface.changes { !$0.isIndicatorShown }
    #expect(log.outcomes.count == (wayOut == .clear || wayOut == .invalid ? 2 : 1))
    #expect(log.outcomes.first.map(wayOut.isExpected) == true)
    #expect(!controller.isLoading && pipeline.isIdle && clock.sleeperCount == 0)
  }

  enum WayOut: CaseIterable {
    case success, status, undecodable, networkError, cancel, reuse, clear, invalid, invalidation

    func isExpected(_ outcome: ImageLoadOutcome) -> Bool {
      switch (self, outcome) {
      case (.success, .success), (.cancel, .cancelled), (.reuse, .cancelled),
        (.clear, .superseded), (.invalid, .superseded), (.invalidation, .cancelled):
        true
      case (.status, .failure(let error)): error.code == .status(404)
      case (.undecodable, .failure(let error)): error.shortDescription == "notAnImage"
      case (.networkError, .failure(let error)): error.code == .connect
      default: false
      }
    }
  }

  // MARK: The known faults of the usual code (mission.md, system 1)

  @Test("Fault a: a load that was replaced does not stop the circle of its successor")
  func faultA() async {
    controller.load(request("a"))
    let first = await fetcher.fetch(0)
    controller.load(request("b"))
    let second = await fetcher.fetch(1)
    #expect(first.isCancelled && log.outcomes == [.superseded])
    first.fail(.cancelled)
    answer(first, with: 1)
    await settle()
    #expect(surface.isIndicatorShown && shownNumber == nil)
    answer(second, with: 2)
    await waitForPicture(2)
    #expect(!surface.isIndicatorShown)
  }

  @Test("Fault b: in a reused cell, the old request's end does not touch the new request's circle")
  func faultB() async {
    controller.load(request("a"))
    let first = await fetcher.fetch(0)
    controller.prepareForReuse()
    #expect(!surface.isIndicatorShown && surface.content == .empty)
    controller.load(request("b"))
    answer(first, with: 1)
    await settle()
    #expect(surface.isIndicatorShown && shownNumber == nil)
  }

  @Test("Fault c: the same URL again is another load, and the old answer is not taken for it")
  func faultC() async {
    controller.load(request("a"))
    let first = await fetcher.fetch(0)
    controller.prepareForReuse()
    controller.load(request("a"))
    let second = await fetcher.fetch(1)
    answer(first, with: 1)
    await settle()
    #expect(surface.isIndicatorShown && shownNumber == nil)
    answer(second, with: 2)
    await waitForPicture(2)
  }

  @Test("Fault d: a view without a size waits for its layout, with its circle, and then loads")
  func faultD() async {
    surface.pixelSize = nil
    controller.load(request("a"))
    #expect(surface.isIndicatorShown && fetcher.fetches.isEmpty)
    controller.surfaceDidLayOut()
    #expect(fetcher.fetches.isEmpty, "still no size")
    surface.pixelSize = PixelSize(width: 30, height: 20)
    controller.surfaceDidLayOut()
    controller.surfaceDidLayOut()
    answer(await fetcher.fetch(0), with: 1)
    await waitForPicture(1)
    #expect(fetcher.fetches.count == 1)
  }

  @Test("Fault e: a failure is shown, and can be tried again")
  func faultE() async {
    controller.load(request("a"))
    await fetcher.fetch(0).fail(.timeout(.idle))
    await surface.changes { if case .failure = $0.content { true } else { false } }
    #expect(surface.content.failureCode == .timeout(.idle))
    controller.retry()
    #expect(surface.isIndicatorShown && surface.content == .placeholder(.plain))
    answer(await fetcher.fetch(1), with: 1)
    await waitForPicture(1)
    controller.retry()
    #expect(fetcher.fetches.count == 2, "without a failure there is nothing to retry")
  }

  // MARK: Identity

  @Test("The request that is shown, or being loaded, is not loaded again; a reload is")
  func sameRequest() async {
    controller.load(request("a"))
    controller.load(request("a"))
    #expect(fetcher.fetches.count == 1 && log.outcomes.isEmpty)
    answer(await fetcher.fetch(0), with: 1)
    await waitForPicture(1)
    let count = surface.records.count
    controller.load(request("a"))
    #expect(surface.records.count == count && fetcher.fetches.count == 1)
    var reload = request("a")
    reload.cachePolicy = .reload
    controller.load(reload)
    answer(await fetcher.fetch(1), with: 2)
    await waitForPicture(2)
  }

  @Test("A picture stays while the same thing is loaded anew, and goes for another thing")
  func keptPicture() async {
    controller.load(request("small", id: "cat"))
    answer(await fetcher.fetch(0), with: 1)
    await waitForPicture(1)
    controller.load(request("large", id: "cat"))
    #expect(shownNumber == 1 && surface.isIndicatorShown)
    answer(await fetcher.fetch(1), with: 2)
    await waitForPicture(2)
    controller.load(request("dog", id: "dog"))
    #expect(surface.content == .placeholder(.plain))
  }

  @Test(
    "A crossfade follows a wait that was seen, and only that", arguments: [(49, false), (50, true)])
  func transition(milliseconds: Int, fades: Bool) async {
    controller.load(request("a"))
    clock.advance(by: .milliseconds(milliseconds))
    answer(await fetcher.fetch(0), with: 1)
    await waitForPicture(1)
    let expected: ImageTransition = fades ? .crossfade(.milliseconds(200)) : .none
    #expect(surface.records.contains(.display(surface.content, expected)))
  }

  @Test("Text that is no URL is shown as a failure; nothing to load clears the view")
  func nothingToLoad() {
    controller.load("::")
    #expect(surface.content.failureCode == .invalidURL && !surface.isIndicatorShown)
    controller.retry()
    #expect(surface.content.failureCode == .invalidURL)
    controller.load(ImageRequest?.none)
    #expect(surface.content == .empty)
    #expect(log.outcomes.map(\.failureCode) == [.invalidURL, .requestMissing])
  }

  @Test("A handler may load something else: the events keep their order")
  func reentrancy() async {
    var seen: [String] = []
    controller.onEvent = { [controller, self] event in
      switch event {
      case .started(let request):
        seen.append("started \(request.url.lastPathComponent)")
        if request == self.request("a") { controller.load(self.request("b")) }
      case .progress: break
      case .ended(let outcome):
        seen.append(outcome == .superseded ? "superseded" : "ended")
      }
    }
    controller.load(request("a"))
    #expect(seen == ["started a", "superseded", "started b"])
    controller.onEvent = nil
  }

  /// Lets everything run that has been handed to the main actor so far.
  private func settle() async {
    // A load of its own, begun after what is waited for, passes the same queues.
    let surface = RecordingSurface()
    let marker = ImageLoadController(surface: surface, pipeline: pipeline, clock: clock)
    let (ends, continuation) = AsyncStream<Void>.makeStream()
    marker.onEvent = { if case .ended = $0 { continuation.yield() } }
    let url = request("marker \(fetcher.fetches.count)").url
    fetcher.answer(url, with: .failure(.dns))
    marker.load(ImageRequest(url: url))
    var iterator = ends.makeAsyncIterator()
    await iterator.next()
    #expect(surface.content.failureCode == .dns)
  }
}

/// A surface that only says when its circle appears.
@MainActor
private final class Surface: ImageSurface {
  private let willShowIndicator: () -> Void
  let pixelSize: PixelSize? = PixelSize(width: 1, height: 1)
  let contentMode = PixelSize.ContentMode.fit

  init(willShowIndicator: @escaping () -> Void) {
    self.willShowIndicator = willShowIndicator
  }

  func display(_ content: SurfaceContent, transition: ImageTransition) {}

  func setIndicatorShown(_ isShown: Bool) {
    if isShown { willShowIndicator() }
  }
}

@MainActor
final class EventLog {
  private(set) var outcomes: [ImageLoadOutcome] = []

  func append(_ event: ImageLoadEvent) {
    if case .ended(let outcome) = event { outcomes.append(outcome) }
  }
}

extension ImageLoadOutcome {
  fileprivate var failureCode: ImagePipelineError.Code? {
    guard case .failure(let error) = self else { return nil }
    return error.code
  }
}

extension SurfaceContent {
  fileprivate var failureCode: ImagePipelineError.Code? {
    guard case .failure(let error) = self else { return nil }
    return error.code
  }
}
