import CGTK4
import Dispatch
import LodeTesting
import Testing

@testable import LodeGTK

extension GTK {
  /// The known ways in which the usual code is wrong, in a real window.
  @Suite("The known faults of spinners over remote images")
  struct Faults {
    let fetcher = ScriptedFetcher()
    let view: RemoteImageView
    let log: EventLog

    init() {
      view = RemoteImageView(pipeline: ImagePipeline(fetcher, caches: false))
      log = EventLog(view)
    }

    private var ringIsOnScreen: Bool {
      guard let ring = circle(of: view) else { return false }
      return gtk_widget_get_mapped(ring) != 0
    }

    @Test("a. The end of load A does not stop the circle of load B")
    func cancelledLoadStopsNothing() async {
      let window = TestWindow(view.widget)
      await window.nextFrame()
      view.load(url("a"))
      let first = await fetcher.fetch(0)
      view.load(url("b"))
      let second = await fetcher.fetch(1)
      #expect(first.isCancelled)
      first.send(picture: red)
      first.fail(.connect)
      await window.nextFrame()
      #expect(ringIsOnScreen)
      #expect(view.displayedImage == nil)

      second.send(picture: blue)
      await log.ends(2)
      await window.nextFrame()
      #expect(!ringIsOnScreen)
      #expect(WidgetSnapshot(of: view.widget)?[150, 100].number == blue)
      #expect(log.outcomes.first == .superseded)
      window.close()
    }

    @Test("b. A reused view keeps the circle of its new load when the old request ends")
    func reuse() async {
      let window = TestWindow(view.widget)
      await window.nextFrame()
      view.load(url("old"))
      let old = await fetcher.fetch(0)
      view.prepareForReuse()
      #expect(!ringIsOnScreen)
      view.load(url("new"))
      let new = await fetcher.fetch(1)
      old.send(picture: red)
      await window.nextFrame()
      #expect(ringIsOnScreen)
      #expect(view.displayedImage == nil)
      new.send(picture: blue)
      await log.ends(2)
      await window.nextFrame()
      #expect(WidgetSnapshot(of: view.widget)?[150, 100].number == blue)
      window.close()
    }

    @Test("c. The old response to the same URL does not pass for the new one")
    func sameURL() async {
      let window = TestWindow(view.widget)
      await window.nextFrame()
      view.load(url("same"))
      let old = await fetcher.fetch(0)
      view.prepareForReuse()
      view.load(url("same"))
      let new = await fetcher.fetch(1)
      old.send(picture: red)
      await window.nextFrame()
      #expect(ringIsOnScreen)
      #expect(view.displayedImage == nil)
      new.send(picture: blue)
      await log.ends(2)
      await window.nextFrame()
      #expect(WidgetSnapshot(of: view.widget)?[150, 100].number == blue)
      window.close()
    }

    @Test("a–c. A result that was on its way to the view when the next load began is dropped")
    func lateResult() async {
      let pipeline = ImagePipeline(fetcher, caches: false)
      let view = RemoteImageView(pipeline: pipeline)
      let log = EventLog(view)
      let window = TestWindow(view.widget)
      await window.nextFrame()
      var request = ImageRequest(url: url("a"))
      request.targetSize = view.pixelSize
      request.contentMode = .fit
      view.load(request)
      let first = await fetcher.fetch(0)
      // The view's listener waits for events by now.
      await window.nextFrame()
      // The same picture, so it shares the fetch and the decoding, and ends after the view's own task.
      let witness = pipeline.imageTask(with: request)
      #expect(fetcher.fetches.count == 1)
      // In one turn of the main actor: the result is there and cannot be delivered, then comes load B.
      answer(first, until: witness)
      view.load(url("b"))
      // The old task had succeeded, so its cancellation took nothing back.
      #expect(witness.status.phase == .succeeded)
      let second = await fetcher.fetch(1)
      await window.nextFrame()
      #expect(circle(of: view).map { gtk_widget_get_mapped($0) != 0 } == true)
      #expect(view.displayedImage == nil)
      #expect(log.outcomes == [.superseded])
      second.send(picture: blue)
      await log.ends(2)
      await window.nextFrame()
      #expect(WidgetSnapshot(of: view.widget)?[150, 100].number == blue)
      window.close()
    }

    /// Answers `fetch`, and holds the main actor up until `task` has its result.
    private func answer(_ fetch: ScriptedFetch, until task: ImageTask) {
      let isOver = DispatchSemaphore(value: 0)
      Task.detached {
        _ = try? await task.response
        isOver.signal()
      }
      fetch.send(picture: red)
      isOver.wait()
    }

    @Test("d. A circle that began to turn while the view had no size is in its middle")
    func zeroSize() async throws {
      view.load(url("a"))
      #expect(view.pixelSize == nil)
      guard let box = gtk_fixed_new() else { return }
      gtk_fixed_put(
        UnsafeMutableRawPointer(box).assumingMemoryBound(to: GtkFixed.self), view.widget, 30, 50)
      let window = TestWindow(box)
      await window.nextFrame()
      // A fixed container gives the view what it asks for: nothing.
      #expect(view.pixelSize == nil)
      #expect(fetcher.fetches.isEmpty)
      gtk_widget_set_size_request(view.widget, 120, 100)
      await window.nextFrame()
      let ring = try #require(circle(of: view))
      var place = graphene_rect_t()
      #expect(gtk_widget_compute_bounds(ring, view.widget, &place) != 0)
      #expect((place.origin.x, place.origin.y) == (44, 34))
      #expect((place.size.width, place.size.height) == (32, 32))
      // The load waited for the size as well.
      await fetcher.fetch(0).send(picture: red)
      await log.ends(1)
      window.close()
    }

    @Test("e. A failure is a word and a way to try again, and no empty area")
    func failure() async throws {
      let window = TestWindow(view.widget)
      await window.nextFrame()
      view.load(url("a"))
      let fetch = await fetcher.fetch(0)
      fetch.respond(status: 404)
      fetch.finish()
      await log.ends(1)
      await window.nextFrame()
      #expect(!ringIsOnScreen)
      let button = try #require(descendant(of: view.widget, type: "GtkButton"))
      let label = try #require(descendant(of: button, type: "GtkLabel"))
      #expect(gtk_widget_get_mapped(label) != 0)
      #expect(String(cString: gtk_label_get_text(OpaquePointer(label))) == "Not found")
      emit("clicked", on: button)
      try #require(ringIsOnScreen)
      await fetcher.fetch(1).send(picture: green)
      await log.ends(2)
      await window.nextFrame()
      #expect(WidgetSnapshot(of: view.widget)?[150, 100].number == green)
      window.close()
    }

    @Test("Every way out of a load stops the circle", arguments: WayOut.allCases)
    func waysOut(_ way: WayOut) async {
      let window = TestWindow(view.widget)
      await window.nextFrame()
      view.load(url("a"))
      let fetch = await fetcher.fetch(0)
      #expect(ringIsOnScreen)
      switch way {
      case .success: fetch.send(picture: red)
      case .status:
        fetch.respond(status: 500)
        fetch.finish()
      case .noPicture:
        fetch.respond()
        fetch.send(ScriptedDecoder.data(1))
        fetch.finish()
      case .networkError: fetch.fail(.connect)
      case .cancellation: view.cancel()
      case .noURL: view.load("no URL at all")
      case .nothing: view.load(nil as ImageRequest?)
      case .removal: gtk_window_set_child(window.window, nil)
      }
      if way.isAnswered { await log.ends(1) }
      #expect(!log.outcomes.isEmpty)
      #expect(!ringIsOnScreen)
      #expect(!(circle(of: view).map { gtk_widget_get_visible($0) != 0 } ?? false))
      window.close()
    }

    enum WayOut: CaseIterable {
      case success, status, noPicture, networkError, cancellation, noURL, nothing, removal

      /// Whether the end comes from the network; the others are over when they return.
      var isAnswered: Bool {
        switch self {
        case .success, .status, .noPicture, .networkError: true
        case .cancellation, .noURL, .nothing, .removal: false
        }
      }
    }

    @Test("A view that is removed from its window cancels its load, and draws nothing later")
    func removal() async {
      let window = TestWindow(view.widget)
      await window.nextFrame()
      view.load(url("a"))
      let fetch = await fetcher.fetch(0)
      gtk_window_set_child(window.window, nil)
      #expect(log.outcomes == [.cancelled])
      #expect(fetch.isCancelled)
      fetch.send(picture: red)
      await window.nextFrame()
      #expect(view.displayedImage == nil)
      window.close()
    }

    @Test("A view whose window closed before its frame loads in another window of the same size")
    func closedBeforeItsFrame() async {
      let first = TestWindow(view.widget)
      gtk_window_set_child(first.window, nil)
      first.close()
      view.load(url("a"))
      let second = TestWindow(view.widget)
      await second.nextFrame()
      #expect(fetcher.fetches.count == 1)
      second.close()
    }

    @Test("A window that is hidden before its frame, and shown again, loads")
    func hiddenBeforeItsFrame() async {
      view.load(url("a"))
      let window = TestWindow(view.widget)
      gtk_widget_set_visible(window.widget, 0)
      gtk_window_present(window.window)
      await window.nextFrame()
      #expect(fetcher.fetches.count == 1)
      window.close()
    }

    @Test("A view that the program drops with its window cancels its load")
    func windowCloses() async {
      weak var dropped: RemoteImageView?
      let fetch: ScriptedFetch
      do {
        let view = RemoteImageView(pipeline: ImagePipeline(fetcher))
        dropped = view
        let window = TestWindow(view.widget)
        await window.nextFrame()
        view.load(url("a"))
        fetch = await fetcher.fetch(0)
        window.close()
      }
      #expect(dropped == nil)
      #expect(fetch.isCancelled)
    }

    @Test("A picture from memory is in the view's first frame, with no circle")
    func memoryHit() async throws {
      let pipeline = ImagePipeline(fetcher)
      let first = RemoteImageView(pipeline: pipeline)
      let firstLog = EventLog(first)
      let firstWindow = TestWindow(first.widget)
      first.load(url("a"))
      await fetcher.fetch(0).send(picture: red)
      await firstLog.ends(1)
      firstWindow.close()

      let second = RemoteImageView(pipeline: pipeline)
      let request = ImageRequest(url: url("a"))
      let window = TestWindow(second.widget)
      await window.nextFrame()
      second.load(request)
      #expect(second.displayedImage != nil)
      #expect(circle(of: second) == nil)
      await window.nextFrame()
      #expect(WidgetSnapshot(of: second.widget)?[150, 100].number == red)
      #expect(fetcher.fetches.count == 1)
      window.close()
    }
  }
}

/// The widget of the view's circle, if it has one yet.
func circle(of view: RemoteImageView) -> UnsafeMutablePointer<GtkWidget>? {
  var child = gtk_widget_get_first_child(view.widget)
  while let current = child {
    if String(cString: gtk_widget_get_css_name(current)) == "lode-ring" { return current }
    child = gtk_widget_get_next_sibling(current)
  }
  return nil
}
