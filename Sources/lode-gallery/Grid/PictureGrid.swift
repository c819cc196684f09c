import CGTK4
import GalleryContent
import LodeGTK
import LodePresentation

/// All pictures, in as many columns as there is room for.
final class PictureGrid {
  let widget: Widget
  private let session: GallerySession
  private let grid: Widget
  private let cells: RemoteImageCellFactory
  private let signals = SignalBag()
  private var cellsByView: [ObjectIdentifier: WeakCell] = [:]
  private var cellHeight = 180

  /// Called when a person opens a picture.
  var onOpen: ((Int) -> Void)?

  /// Called with everything that happens to the loads of the cells.
  var onEvent: ((ImageLoadEvent) -> Void)?

  /// Called when the width changes.
  var onWidth: ((Int) -> Void)?

  init(session: GallerySession) {
    self.session = session
    widget = gtk_scrolled_window_new()
    cells = RemoteImageCellFactory(pipeline: session.pipeline, options: session.options) {
      [session] position, _ in session.cellRequest(position)
    }
    // The constructor takes both references over; the factory's stays with its peer.
    g_object_ref(UnsafeMutableRawPointer(cells.factory))
    grid = gtk_grid_view_new(nil, cells.factory)
    grid.addClass("gallery")
    gtk_grid_view_set_single_click_activate(grid.opaque, 1)
    gtk_grid_view_set_min_columns(grid.opaque, 1)
    gtk_scrolled_window_set_child(widget.opaque, grid)
    gtk_scrolled_window_set_policy(widget.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    widget.expand()

    cells.makeContainer = { [weak self] view in
      let cell = PictureCell(view)
      cell.setHeight(self?.cellHeight ?? 0)
      self?.remember(cell)
      view.onEvent = { [weak self] event in
        cell.didReport(event)
        self?.onEvent?(event)
      }
      return cell.widget
    }
    cells.configure = { [weak self] view, position in
      guard let self else { return }
      cellsByView[ObjectIdentifier(view)]?.cell?.show(
        self.session.list.pictures[position], at: position)
    }
    signals.connect(grid, "activate") { [weak self] arguments in
      self?.onOpen?(arguments.unsignedInteger(1))
    }
    // The page size of the horizontal adjustment is the width that there is for columns. It changes
    // while the window is laid out, when nothing may ask for another size.
    if let adjustment = gtk_scrolled_window_get_hadjustment(widget.opaque) {
      signals.connect(adjustment, "notify::page-size") { [weak self] _ in
        Task { self?.fitColumns(to: gtk_adjustment_get_page_size(adjustment)) }
      }
    }
  }

  /// Shows the session's list, from its beginning.
  func showList() {
    let strings = gtk_string_list_new(nil)
    for picture in session.list.pictures { gtk_string_list_append(strings, picture.title) }
    let selection = gtk_no_selection_new(strings)
    gtk_grid_view_set_model(grid.opaque, selection)
    g_object_unref(UnsafeMutableRawPointer(selection))
  }

  /// Takes over the session's options for what comes on screen from now on.
  func optionsDidChange() {
    cells.options = session.options
  }

  /// Loads every picture on screen again.
  func reload() {
    for cell in liveCells where gtk_widget_get_mapped(cell.view.widget) != 0 {
      guard let position = cell.position else { continue }
      cell.view.prepareForReuse()
      cell.view.load(session.cellRequest(position), options: session.options)
    }
  }

  /// The picture that a cell shows, to stand for its large version.
  func displayedImage(at position: Int) -> DecodedImage? {
    liveCells.first { $0.position == position }?.view.displayedImage
  }

  /// Whether every cell on screen has its picture, or a word about why not.
  var hasSettled: Bool { portionEnded == 1 }

  /// The part of the cells on screen that have their picture, or a word about why not.
  var portionEnded: Double {
    let shown = liveCells.filter { gtk_widget_get_mapped($0.view.widget) != 0 }
    return shown.isEmpty ? 0 : Double(shown.count { $0.hasEnded }) / Double(shown.count)
  }

  /// Brings the picture on screen, and gives it the keyboard.
  func focus(_ position: Int) {
    if let cell = cell(at: position), isVisible(cell) {
      grabFocus(cell)
      return
    }
    gtk_widget_activate_action_variant(
      grid, "list.scroll-to-item", g_variant_new_uint32(guint32(position)))
    if let cell = cell(at: position) { grabFocus(cell) }
  }

  /// Scrolls to a place, in points from the beginning.
  func scroll(to offset: Double) {
    guard let adjustment = gtk_scrolled_window_get_vadjustment(widget.opaque) else { return }
    gtk_adjustment_set_value(adjustment, offset)
  }

  private var liveCells: [PictureCell] { cellsByView.values.compactMap(\.cell) }

  private func remember(_ cell: PictureCell) {
    // GTK drops cells as it pleases.
    cellsByView = cellsByView.filter { $1.cell != nil }
    cellsByView[ObjectIdentifier(cell.view)] = WeakCell(cell: cell)
  }

  private func cell(at position: Int) -> PictureCell? {
    liveCells.first { $0.position == position }
  }

  private func grabFocus(_ cell: PictureCell) {
    // GTK's own widget around the cell is what takes the focus.
    if let item = gtk_widget_get_parent(cell.widget) { gtk_widget_grab_focus(item) }
  }

  private func isVisible(_ cell: PictureCell) -> Bool {
    var bounds = graphene_rect_t()
    guard gtk_widget_compute_bounds(cell.widget, widget, &bounds) != 0 else { return false }
    return bounds.origin.y >= 0
      && bounds.origin.y + bounds.size.height <= Float(gtk_widget_get_height(widget))
  }

  /// Chooses the number of columns, and the height of the cells, for a width in points.
  func fitColumns(to width: Double) {
    guard width > 0 else { return }
    // Larger windows have larger cells: two columns on a phone, eight on a wide screen.
    let ideal = min(420, max(180, 130 + width * 0.09))
    let columns = min(12, max(2, (width / ideal).rounded()))
    onWidth?(Int(width))
    if guint(columns) != gtk_grid_view_get_max_columns(grid.opaque) {
      gtk_grid_view_set_max_columns(grid.opaque, guint(columns))
      gtk_grid_view_set_min_columns(grid.opaque, guint(columns))
    }
    // Four units wide and three high; a grid view gives its cells a width and asks for a height.
    let height = Int(((width - 18) / columns - 12) * 0.75)
    guard height != cellHeight else { return }
    cellHeight = height
    for cell in liveCells { cell.setHeight(height) }
  }
}

private struct WeakCell {
  weak var cell: PictureCell?
}
