import CGTK4
import LodeTesting
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

    @Test("A window that closes before its frame keeps no other window's cells from loading")
    func closedBeforeItsFrame() async {
      let grid = TestGrid(network, count: 100)
      g_object_ref(grid.widget)
      let first = TestWindow(grid.widget, width: 620, height: 420)
      #expect(grid.cells.statistics.loadsStarted == 0)
      gtk_window_set_child(first.window, nil)
      first.close()
      let second = TestWindow(grid.widget, width: 620, height: 420)
      g_object_unref(grid.widget)
      await second.nextFrame()
      let seen = grid.cellsOnScreen
      #expect(seen.count >= 24)
      #expect(grid.cells.statistics.loadsStarted == seen.count)
      second.close()
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
      var reading = CellReading()
      for step in 0..<(120 * scale) {
        grid.scroll(step: step)
        network.answerSome()
        await window.nextFrame { reading.read(grid, in: window) }
      }
      network.answersAtOnce = true
      network.answerAll()
      #expect(await window.frames { grid.isComplete })
      await window.nextFrame { reading.read(grid, in: window) }
      #expect(reading.wrong.isEmpty)
      #expect(reading.count > 900 * scale)
      window.close()
    }
  }
}
