import Foundation
import LodeCore
import LodeImage
import LodePresentation
import LodeTesting
import Testing

/// What the view itself does: grow, move, and go away.
extension ImageLoadControllerTests {
  @Test("A picture is made anew for a view that has grown, without a circle or an event")
  func grownView() async {
    let fetcher = fetcher
    let pipeline = ImagePipeline {
      $0.fetcher = fetcher
      $0.decoder = ScriptedDecoder(pictureSize: PixelSize(width: 400, height: 400))
      $0.memoryCache = nil
    }
    let controller = ImageLoadController(surface: surface, pipeline: pipeline, clock: clock)
    controller.onEvent = { [log] in log.append($0) }
    controller.load(request("a"))
    answer(await fetcher.fetch(0), with: 1)
    await waitForPicture(1)
    let small = surface.content
    surface.pixelSize = PixelSize(width: 120, height: 120)
    controller.surfaceDidLayOut()
    #expect(!controller.isLoading && fetcher.fetches.count == 1, "a fifth more is not worth it")
    surface.pixelSize = PixelSize(width: 200, height: 200)
    controller.surfaceDidLayOut()
    #expect(surface.content == small && !surface.isIndicatorShown)
    answer(await fetcher.fetch(1), with: 1)
    await surface.changes { $0.content != small }
    #expect(surface.records.last == .display(surface.content, .none))
    #expect(surface.records.count == 5 && log.outcomes.count == 1)

    surface.pixelSize = PixelSize(width: 400, height: 400)
    controller.surfaceDidLayOut()
    let sharp = surface.content
    await fetcher.fetch(2).fail(.offline)
    controller.load(request("b"))
    #expect(fetcher.fetches.count == 4 && surface.content != sharp)
    controller.prepareForReuse()
    #expect(pipeline.isIdle && clock.sleeperCount == 0)
  }

  @Test(
    "A load that a move between windows interrupts begins anew, unless it was cancelled meanwhile")
  func movedView() async throws {
    controller.load(request("a"))
    let first = await fetcher.fetch(0)
    controller.surfaceDidLeaveWindow()
    #expect(first.isCancelled && !surface.isIndicatorShown && log.outcomes == [.cancelled])
    controller.surfaceDidLayOut()
    try #require(controller.isLoading && surface.isIndicatorShown)
    _ = await fetcher.fetch(1)
    controller.surfaceDidLeaveWindow()
    controller.cancel()
    controller.surfaceDidLayOut()
    #expect(fetcher.fetches.count == 2 && !controller.isLoading)
    controller.load(request("a"))
    answer(await fetcher.fetch(2), with: 1)
    await waitForPicture(1)
    controller.surfaceDidLeaveWindow()
    controller.surfaceDidLayOut()
    #expect(shownNumber == 1 && fetcher.fetches.count == 3 && log.outcomes.count == 3)
  }

  @Test("Making a picture anew stops with the view, and the picture stays")
  func interruptedRefinement() async {
    let fetcher = fetcher
    let pipeline = ImagePipeline {
      $0.fetcher = fetcher
      $0.decoder = ScriptedDecoder(pictureSize: PixelSize(width: 400, height: 400))
      $0.memoryCache = nil
    }
    let controller = ImageLoadController(surface: surface, pipeline: pipeline, clock: clock)
    controller.load(request("a"))
    answer(await fetcher.fetch(0), with: 1)
    await waitForPicture(1)
    surface.pixelSize = PixelSize(width: 400, height: 400)
    controller.surfaceDidLayOut()
    let second = await fetcher.fetch(1)
    controller.cancel()
    #expect(second.isCancelled && shownNumber == 1 && pipeline.isIdle)
  }

  @Test("A view that goes away stops its load")
  func goneView() async {
    var view: RecordingSurface? = RecordingSurface()
    var controller: ImageLoadController? = ImageLoadController(
      surface: view!, pipeline: pipeline, clock: clock)
    controller?.load(request("a"))
    let fetch = await fetcher.fetch(0)
    weak let gone = view
    view = nil
    controller = nil
    #expect(gone == nil && fetch.isCancelled && pipeline.isIdle)
  }
}
