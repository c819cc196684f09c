import CGTK4
import Foundation
import LodeTesting
import Synchronization
import Testing

@testable import LodeGTK

extension GTK {
  @Suite("The cells of a grid")
  struct Cells {
    let network = NumberNetwork()

    @Test("Of 10,000 rows only the cells on screen are loaded, none of them twice")
    func onlyWhatIsSeen() async {
      let grid = TestGrid(network, count: 10_000)
      let window = TestWindow(grid.widget, width: 620, height: 420)
      await window.nextFrame()
      let statistics = grid.cells.statistics
      let seen = grid.cellsOnScreen
      #expect(seen.count >= 24)
      #expect(statistics.binds > 2 * seen.count)
      #expect(statistics.loadsStarted == seen.count)
      #expect(statistics.loadsCancelled == 0)
      window.close()
    }

    @Test("What goes off screen is cancelled, what comes on screen is loaded")
    func scrolling() async {
      network.answersAtOnce = false
      let grid = TestGrid(network, count: 10_000)
      let window = TestWindow(grid.widget, width: 620, height: 420)
      await window.nextFrame()
      let before = grid.cells.statistics.loadsStarted
      grid.scroll(to: 5_000)
      await window.nextFrame()
      await window.nextFrame()
      let statistics = grid.cells.statistics
      let seen = grid.cellsOnScreen
      #expect(seen.keys.contains(5_000) && !seen.keys.contains(0))
      #expect(statistics.loadsCancelled == before)
      #expect(statistics.loadsStarted == before + seen.count)
      window.close()
      #expect(grid.cells.statistics.loadsCancelled == grid.cells.statistics.loadsStarted)
    }

    @Test("A grid that is hidden cancels what it loads, and loads again when it is shown")
    func hidden() async {
      network.answersAtOnce = false
      let grid = TestGrid(network, count: 100)
      let window = TestWindow(grid.widget, width: 620, height: 420)
      await window.nextFrame()
      let first = grid.cells.statistics.loadsStarted
      gtk_widget_set_child_visible(grid.widget, 0)
      #expect(grid.cells.statistics.loadsCancelled == first)
      gtk_widget_set_child_visible(grid.widget, 1)
      await window.nextFrame()
      #expect(grid.cells.statistics.loadsStarted == 2 * first)
      window.close()
    }

    @Test("The factory lives as long as the grid, and everything goes with the window")
    func lifetimes() async {
      weak var cells: RemoteImageCellFactory?
      weak var view: RemoteImageView?
      do {
        let grid = TestGrid(network, count: 1_000)
        cells = grid.cells
        grid.cells.configure = { cell, _ in view = cell }
        let window = TestWindow(grid.widget, width: 620, height: 420)
        grid.dropFactory()
        await window.nextFrame()
        #expect(cells != nil)
        #expect(view != nil)
        #expect(cells?.statistics.loadsStarted ?? 0 > 0)
        window.close()
      }
      #expect(view == nil)
      #expect(cells == nil)
    }

    @Test("Pictures that come back from memory are there in the frame that shows their cells")
    func memory() async {
      let grid = TestGrid(network, count: 2_000)
      let window = TestWindow(grid.widget, width: 620, height: 420)
      #expect(await window.frames { grid.isComplete })
      grid.scroll(to: 1_000)
      #expect(await window.frames { grid.isComplete && grid.cellsOnScreen.keys.contains(1_000) })
      let fetched = network.startedCount
      grid.scroll(to: 0)
      let isThere = await window.nextFrame {
        grid.cellsOnScreen.keys.contains(0) && grid.isComplete
      }
      #expect(isThere)
      #expect(network.startedCount == fetched)
      window.close()
    }

    @Test("A cell that is given an item without a picture is clear")
    func noPicture() async {
      let grid = TestGrid(network, count: 2_000, isPicture: { $0 < 1_000 })
      let window = TestWindow(grid.widget, width: 620, height: 420)
      #expect(await window.frames { grid.isComplete })
      grid.scroll(to: 1_500)
      await window.nextFrame()
      #expect(grid.cellsOnScreen.keys.contains(1_500))
      // Also of those that are ready beside the window and were on screen before.
      #expect(grid.views(from: 1_000).allSatisfy { $0.displayedImage == nil })
      window.close()
    }

    @Test("While 10,000 rows are scrolled through, no cell ever shows another row's picture")
    func noPictureInAWrongCell() async {
      network.answersAtOnce = false
      let grid = TestGrid(network, count: 10_000)
      // A picture is there whole or not at all, so that its number can be read.
      grid.cells.options.transition = .none
      let window = TestWindow(grid.widget, width: 620, height: 420, animations: true)
      var read = 0
      var wrong: [String] = []
      func look() {
        guard let snapshot = WidgetSnapshot(of: window.widget) else {
          Issue.record("nothing was painted")
          return
        }
        for (position, view) in grid.cellsOnScreen where view.displayedImage != nil {
          guard let point = view.centre(in: window.widget, size: snapshot.size) else { continue }
          read += 1
          let number = snapshot[point.x, point.y].number
          if number != position { wrong.append("\(number) in cell \(position)") }
        }
      }
      for step in 0..<(120 * scale) {
        grid.scroll(step: step)
        network.answerSome()
        await window.nextFrame(look)
      }
      network.answersAtOnce = true
      network.answerAll()
      #expect(await window.frames { grid.isComplete })
      await window.nextFrame(look)
      #expect(wrong.isEmpty)
      #expect(read > 900 * scale)
      print(
        "wrong cells: \(read) pictures read back from the window, \(wrong.count) in a wrong cell")
      window.close()
    }

    @Test("Scrolling through 10,000 rows, in figures")
    func figures() async {
      let grid = TestGrid(network, count: 10_000)
      let window = TestWindow(grid.widget, width: 620, height: 420, animations: true)
      #expect(await window.frames { grid.isComplete })
      let times = FrameTimes(of: window)
      for step in 0..<(240 * scale) {
        grid.scroll(step: step)
        await window.nextFrame()
      }
      #expect(await window.frames { grid.isComplete })
      let statistics = grid.cells.statistics
      // The others were in memory, or were fetched for another cell already.
      #expect(statistics.loadsStarted >= network.startedCount)
      print(
        """
        scrolling: 10,000 cells, \(times.count) frames: binds \(statistics.binds), loads started \
        \(statistics.loadsStarted), cancelled \(statistics.loadsCancelled), fetches \
        \(network.startedCount), bytes wasted \
        \(network.wastedBytes), main thread busy for over 16.7 ms in \(times.longWorkCount) frames, \
        intervals over 33 ms \(times.longIntervalCount)
        """)
      window.close()
    }
  }
}

/// How much longer the long tests run when everything is to be checked at full size.
private let scale = ProcessInfo.processInfo.environment["LODE_LONG"] == nil ? 1 : 20

/// A grid of numbered pictures in a scrolled window.
final class TestGrid {
  private(set) var cells: RemoteImageCellFactory
  let widget: UnsafeMutablePointer<GtkWidget>
  private let grid: UnsafeMutablePointer<GtkWidget>
  private var factory: RemoteImageCellFactory?
  private var positions: [ObjectIdentifier: (view: WeakView, position: Int)] = [:]

  private struct WeakView { weak var view: RemoteImageView? }

  init(
    _ network: NumberNetwork, count: Int, isPicture: @escaping (Int) -> Bool = { _ in true }
  ) {
    cells = RemoteImageCellFactory(pipeline: ImagePipeline(network)) { position, _ in
      isPicture(position) ? ImageRequest(url: url(position)) : nil
    }
    let strings = gtk_string_list_new(nil)
    for _ in 0..<count { gtk_string_list_append(strings, "") }
    grid = gtk_grid_view_new(gtk_no_selection_new(strings), nil)
    widget = gtk_scrolled_window_new()
    gtk_grid_view_set_factory(OpaquePointer(grid), cells.factory)
    gtk_grid_view_set_min_columns(OpaquePointer(grid), 6)
    gtk_grid_view_set_max_columns(OpaquePointer(grid), 6)
    gtk_scrolled_window_set_child(OpaquePointer(widget), grid)
    cells.configure = { [weak self] view, position in
      view.contentMode = .fill
      gtk_widget_set_size_request(view.widget, 90, 90)
      self?.positions[ObjectIdentifier(view)] = (WeakView(view: view), position)
    }
  }

  /// The views that were last given an item from `position` on, on screen or not.
  func views(from position: Int) -> [RemoteImageView] {
    positions.values.filter { $0.position >= position }.compactMap(\.view.view)
  }

  /// The views that are on screen, by the position that they were last given.
  var cellsOnScreen: [Int: RemoteImageView] {
    var result: [Int: RemoteImageView] = [:]
    for (view, position) in positions.values {
      if let view = view.view, view.isMapped { result[position] = view }
    }
    return result
  }

  /// Whether every cell on screen shows a picture.
  var isComplete: Bool {
    !cellsOnScreen.isEmpty && cellsOnScreen.values.allSatisfy { $0.displayedImage != nil }
  }

  func scroll(to position: Int) {
    gtk_widget_activate_action_variant(
      grid, "list.scroll-to-item", g_variant_new_uint32(UInt32(position)))
  }

  func scroll(byPoints distance: Double) {
    let adjustment = gtk_scrolled_window_get_vadjustment(OpaquePointer(widget))
    gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + distance)
  }

  /// One step of a person's scrolling: slowly, fast, and in jumps; forwards and back.
  func scroll(step: Int) {
    switch step % 60 {
    case 0..<40: scroll(byPoints: Double(step % 60) * 4)
    case 40..<50: scroll(byPoints: -900)
    default: scroll(to: (step * 7_919) % 10_000)
    }
  }

  /// Keeps the factory by the grid alone.
  func dropFactory() {
    cells = RemoteImageCellFactory { _, _ in nil }
  }
}

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

extension RemoteImageView {
  /// The view's middle in the coordinates of `window`, or `nil` where it is not within `size`.
  fileprivate func centre(
    in window: UnsafeMutablePointer<GtkWidget>, size: PixelSize
  ) -> (x: Int, y: Int)? {
    var bounds = graphene_rect_t()
    guard gtk_widget_compute_bounds(widget, window, &bounds) != 0 else { return nil }
    let x = Int(bounds.origin.x + bounds.size.width / 2)
    let y = Int(bounds.origin.y + bounds.size.height / 2)
    return (0..<size.width).contains(x) && (0..<size.height).contains(y) ? (x, y) : nil
  }
}

/// What the frames of a window cost, from the moment it is made.
final class FrameTimes {
  private(set) var count = 0

  /// Frames for which the main thread was busy for more than 16.7 ms, everything that it did since
  /// the frame before included.
  private(set) var longWorkCount = 0

  /// Frames that came more than 33 ms after the one before.
  private(set) var longIntervalCount = 0

  private let signals = SignalBag()
  private var previous: (work: Duration, time: ContinuousClock.Instant)

  init(of window: TestWindow) {
    previous = (threadTime(), .now)
    guard let clock = gtk_widget_get_frame_clock(window.widget) else { return }
    signals.connect(clock, "after-paint") { [weak self] _ in self?.didPaint() }
  }

  private func didPaint() {
    let now = (work: threadTime(), time: ContinuousClock.now)
    count += 1
    if now.work - previous.work > .microseconds(16_700) { longWorkCount += 1 }
    if now.time - previous.time > .milliseconds(33) { longIntervalCount += 1 }
    previous = now
  }
}

/// The time that the processor has spent on the calling thread.
private func threadTime() -> Duration {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
