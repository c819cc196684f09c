import CGTK4
import Foundation
import LodeTesting
import Synchronization
import Testing

@testable import LodeGTK

extension GTK {
  /// Over real sockets, with real files: nothing between the server and the window is a stand-in.
  @Suite("A window and a server")
  struct Loopback {
    @Test("a. The end of load A does not stop the circle of load B")
    func cancelledLoadStopsNothing() async throws {
      let gates = Gates()
      let server = try PictureServer(gates)
      let page = await Page()
      page.view.load(server.url("/red.png?a"))
      await server.waitForRequests(1)
      page.view.load(server.url("/blue.png?b"))
      await server.waitForRequests(2)
      gates.open("a")
      await server.waitForEnd(of: 0)
      await page.window.nextFrame()
      #expect(page.circleIsOnScreen)
      #expect(page.view.displayedImage == nil)
      gates.open("b")
      await page.log.ends(2)
      #expect(await page.number == blue)
      #expect(!page.circleIsOnScreen)
      page.close()
    }

    @Test("b. A reused view keeps the circle of its new load when the old request ends")
    func reuse() async throws {
      let gates = Gates()
      let server = try PictureServer(gates)
      let page = await Page()
      page.view.load(server.url("/red.png?a"))
      await server.waitForRequests(1)
      page.view.prepareForReuse()
      page.view.load(server.url("/blue.png?b"))
      await server.waitForRequests(2)
      gates.open("a")
      await server.waitForEnd(of: 0)
      await page.window.nextFrame()
      #expect(page.circleIsOnScreen)
      #expect(page.view.displayedImage == nil)
      gates.open("b")
      await page.log.ends(2)
      #expect(await page.number == blue)
      page.close()
    }

    @Test("c. The old response to the same URL does not pass for the new one")
    func sameURL() async throws {
      let gates = Gates()
      // The first answer is red, the second blue.
      let server = try PictureServer(gates, second: blue)
      let page = await Page()
      page.view.load(server.url("/red.png?1"))
      await server.waitForRequests(1)
      page.view.prepareForReuse()
      page.view.load(server.url("/red.png?1"))
      await server.waitForRequests(2)
      gates.open("1")
      await page.log.ends(2)
      #expect(await page.number == blue)
      #expect(server.status.exchanges[0].activity == .ended(.cutByClient))
      page.close()
    }

    @Test("d. A circle that began to turn while the view had no size is in its middle")
    func zeroSize() async throws {
      let gates = Gates()
      let server = try PictureServer(gates)
      let view = RemoteImageView(pipeline: ImagePipeline())
      let log = EventLog(view)
      view.load(server.url("/red.png?a"))
      #expect(server.status.exchanges.isEmpty)
      let window = TestWindow(view.widget)
      await server.waitForRequests(1)
      await window.nextFrame()
      let ring = try #require(circle(of: view))
      var place = graphene_rect_t()
      #expect(gtk_widget_compute_bounds(ring, view.widget, &place) != 0)
      #expect((place.origin.x, place.origin.y) == (134, 84))
      gates.open("a")
      await log.ends(1)
      window.close()
    }

    @Test("e. A failure is a word and a way to try again, and no empty area")
    func failure() async throws {
      let server = try PictureServer(Gates(), statusAtFirst: 404)
      let page = await Page()
      page.view.load(server.url("/green.png"))
      await page.log.ends(1)
      await page.window.nextFrame()
      #expect(!page.circleIsOnScreen)
      let button = try #require(descendant(of: page.view.widget, type: "GtkButton"))
      let label = try #require(descendant(of: button, type: "GtkLabel"))
      #expect(gtk_widget_get_mapped(label) != 0)
      #expect(String(cString: gtk_label_get_text(OpaquePointer(label))) == "Not found")
      emit("clicked", on: button)
      try #require(page.circleIsOnScreen)
      await page.log.ends(2)
      #expect(await page.number == green)
      page.close()
    }

    @Test("Scrolling through 10,000 pictures from the server: none in a wrong cell, and in figures")
    func scrolling() async throws {
      let server = try PictureServer()
      // Without a cache, so that every cell that comes on screen asks the server.
      let pipeline = ImagePipeline { $0.memoryCache = nil }
      let grid = TestGrid(count: 10_000, pipeline: pipeline) { position in
        ImageRequest(url: server.url("/\(position).png"))
      }
      let window = TestWindow(grid.widget, width: 620, height: 420, animations: true)
      #expect(await window.frames { grid.isComplete })
      let times = FrameTimes(of: window)
      for step in 0..<(240 * scale) {
        grid.scroll(step: step)
        await window.nextFrame()
      }
      let frames = times.figures
      #expect(await window.frames { grid.isComplete && grid.isAtRest })

      // Again, looking at every frame; a picture is there whole or not at all.
      grid.cells.options.transition = .none
      var reading = CellReading()
      for step in 0..<(60 * scale) {
        grid.scroll(step: step)
        await window.nextFrame { reading.read(grid, in: window) }
      }
      #expect(await window.frames { grid.isComplete })
      await window.nextFrame { reading.read(grid, in: window) }
      #expect(reading.wrong.isEmpty)
      #expect(reading.count > 100 * scale)

      window.close()
      let statistics = grid.cells.statistics
      #expect(statistics.binds == statistics.unbinds)
      #expect(2 * statistics.loadsStarted < statistics.binds)
      // Each load has ended, in one way; what was cancelled is off the network too.
      let shown = grid.shownCounts.values.reduce(0, +)
      #expect(grid.failureCount == 0)
      #expect(statistics.loadsStarted == shown + statistics.loadsCancelled)
      for index in server.status.exchanges.indices { await server.waitForEnd(of: index) }
      #expect(server.status.exchanges.count <= statistics.loadsStarted)
      let wasted = server.bytesSentInVain(shown: grid.shownCounts)
      print(
        """
        scrolling over the loopback server: 10,000 cells; binds \(statistics.binds), loads started \
        \(statistics.loadsStarted), cancelled \(statistics.loadsCancelled), requests \
        \(server.status.exchanges.count), bytes wasted \(wasted) of \
        \(server.status.totals().sent.bytes); pictures read back \
        \(reading.count), in a wrong cell \(reading.wrong.count); \(frames)
        """)
    }

    @Test("A view that is removed from its window lets go of its connection")
    func removal() async throws {
      let server = try PictureServer(Gates())
      let page = await Page()
      page.view.load(server.url("/red.png?a"))
      await server.waitForRequests(1)
      gtk_window_set_child(page.window.window, nil)
      #expect(page.log.outcomes == [.cancelled])
      await server.waitForEnd(of: 0)
      #expect(server.status.exchanges[0].activity == .ended(.cutByClient))
      page.close()
    }
  }
}

/// A server of pictures of one colour: `/red.png`, `/7.png`. The query names a gate before the answer.
final class PictureServer {
  private let server: LoopbackServer

  /// - Parameters:
  ///   - second: What every request but the first is answered with, in place of what it asks for.
  ///   - statusAtFirst: The status of the first answer.
  init(_ gates: Gates = Gates(), second: Int? = nil, statusAtFirst: Int? = nil) throws {
    let count = Mutex(0)
    server = try LoopbackServer { request in
      let isFirst = count.withLock { count in
        count += 1
        return count == 1
      }
      if let statusAtFirst, isFirst { return .status(statusAtFirst) }
      guard let asked = pictureNumber(of: request.path),
        let file = try? ImageEncoding.png.encode(
          picture(isFirst ? asked : second ?? asked, width: 90, height: 90))
      else { return .status(404) }
      let gate = request.query.map { [LoopbackServer.Response.Step.stall(gates.gate($0))] } ?? []
      return .init(
        fields: ["Content-Type": "image/png"], framing: .stated(file.count),
        body: gate + [.send(file)])
    }
  }

  isolated deinit { server.stop() }

  var status: LoopbackServer.Status { server.status }

  func url(_ path: String) -> URL { server.url(path) }

  /// The bytes of answers that nobody has seen: of each path, those beyond the number of times that its
  /// picture was shown.
  func bytesSentInVain(shown: [String: Int]) -> Int {
    Dictionary(grouping: status.exchanges, by: \.request.path).reduce(0) { sum, entry in
      let sent = entry.value.map(\.sent.bytes).sorted(by: >)
      return sum + sent.dropFirst(shown[entry.key] ?? 0).reduce(0, +)
    }
  }

  func waitForRequests(_ count: Int) async { await server.waitForRequests(count) }

  /// Waits until the exchange at `index` is over, in whichever way.
  func waitForEnd(of index: Int) async {
    await server.wait {
      guard $0.exchanges.count > index, case .ended = $0.exchanges[index].activity else {
        return false
      }
      return true
    }
  }
}

private nonisolated func pictureNumber(of path: String) -> Int? {
  let name = path.dropFirst().prefix { $0 != "." }
  return ["red": 0xFF0000, "green": 0x00FF00, "blue": 0x0000FF][String(name)] ?? Int(name)
}

/// Gates by name, made when they are first asked for.
nonisolated final class Gates: Sendable {
  private let gates = Mutex<[String: LoopbackServer.Gate]>([:])

  func gate(_ name: String) -> LoopbackServer.Gate {
    gates.withLock { gates in
      let gate = gates[name] ?? LoopbackServer.Gate()
      gates[name] = gate
      return gate
    }
  }

  func open(_ name: String) { gate(name).open() }
}

/// A view in a window, with everything real behind it.
private final class Page {
  let view: RemoteImageView
  let log: EventLog
  let window: TestWindow

  init() async {
    view = RemoteImageView(pipeline: ImagePipeline())
    view.contentMode = .fill
    log = EventLog(view)
    window = TestWindow(view.widget)
    await window.nextFrame()
  }

  var circleIsOnScreen: Bool {
    circle(of: view).map { gtk_widget_get_mapped($0) != 0 } ?? false
  }

  /// The number of the picture that the next frame shows.
  var number: Int? {
    get async {
      await window.nextFrame { WidgetSnapshot(of: self.view.widget)?[150, 100].number }
    }
  }

  func close() { window.close() }
}
