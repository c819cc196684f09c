import CGTK4
import Foundation
import LodeTesting
import Testing

@testable import LodeGTK

/// How much longer the long tests run when everything is to be checked at full size.
let scale = ProcessInfo.processInfo.environment["LODE_LONG"] == nil ? 1 : 20

/// A grid of numbered pictures in a scrolled window.
final class TestGrid {
  private(set) var cells: RemoteImageCellFactory
  let widget: UnsafeMutablePointer<GtkWidget>
  private let grid: UnsafeMutablePointer<GtkWidget>
  private var factory: RemoteImageCellFactory?
  private var positions: [ObjectIdentifier: (view: WeakView, position: Int)] = [:]

  /// How often the picture at a path has been shown.
  private(set) var shownCounts: [String: Int] = [:]

  /// The loads that have failed.
  private(set) var failureCount = 0

  private struct WeakView { weak var view: RemoteImageView? }

  convenience init(
    _ network: NumberNetwork, count: Int, isPicture: @escaping (Int) -> Bool = { _ in true }
  ) {
    self.init(count: count, pipeline: ImagePipeline(network)) {
      isPicture($0) ? ImageRequest(url: url($0)) : nil
    }
  }

  init(count: Int, pipeline: ImagePipeline, request: @escaping (Int) -> ImageRequest?) {
    cells = RemoteImageCellFactory(pipeline: pipeline) { position, _ in request(position) }
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
      view.onEvent = { event in
        switch event {
        case .ended(.success(let response)):
          self?.shownCounts[response.request.url.path(), default: 0] += 1
        case .ended(.failure): self?.failureCount += 1
        case .started, .progress, .ended(.cancelled), .ended(.superseded): break
        }
      }
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

  /// Whether no picture is being faded in.
  var isAtRest: Bool { cellsOnScreen.values.allSatisfy { !$0.isTicking } }

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

/// What was read back from a window of cells that show their own numbers as colours.
struct CellReading {
  private(set) var count = 0
  private(set) var wrong: [String] = []

  /// Reads every picture that is on screen. To be called when a frame has just been painted.
  mutating func read(_ grid: TestGrid, in window: TestWindow) {
    guard let snapshot = WidgetSnapshot(of: window.widget) else {
      Issue.record("nothing was painted")
      return
    }
    for (position, view) in grid.cellsOnScreen where view.displayedImage != nil {
      guard let point = view.centre(in: window.widget, size: snapshot.size) else { continue }
      count += 1
      let number = snapshot[point.x, point.y].number
      if number != position { wrong.append("\(number) in cell \(position)") }
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
