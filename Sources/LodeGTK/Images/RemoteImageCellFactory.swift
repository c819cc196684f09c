public import CGTK4
public import LodeImage
public import LodePresentation

/// Makes the cells of a `GtkGridView` or `GtkListView` whose items are pictures from the network.
///
///     let cells = RemoteImageCellFactory { position, _ in requests[position] }
///     cells.configure = { view, position in view.accessibilityLabel = titles[position] }
///     gtk_grid_view_set_factory(grid, cells.factory)
///
/// GTK binds far more cells than it shows. A load starts only for a cell that is still on screen when
/// the window's frame has been laid out; it is cancelled when the cell goes off screen, and when the cell
/// is given to another item. A picture that is in the memory cache is there in the same frame.
///
/// On the main actor. Lives as long as a list uses `factory`, or longer if you keep it. Closures that
/// you set must not hold the list strongly.
@safe public final class RemoteImageCellFactory: ObjectPeer {
  /// What happened so far, for tests and measurements.
  public struct Statistics: Hashable, Sendable {
    /// Cells that were given an item.
    public var binds = 0

    /// Cells whose item was taken away.
    public var unbinds = 0

    /// Loads that began.
    public var loadsStarted = 0

    /// Loads that ended without a result, because their cell went off screen or got another item.
    public var loadsCancelled = 0
  }

  /// The `GtkListItemFactory`, for a list. Valid as long as this object.
  public var factory: OpaquePointer { unsafe OpaquePointer(object) }

  /// How the pictures are loaded. Holds for cells that come on screen from now on.
  public var options: ImageLoadOptions

  /// Called for each cell that is given the item at a position, before anything is loaded.
  public var configure: ((_ view: RemoteImageView, _ position: Int) -> Void)?

  /// Called once for each cell: returns the widget that is the cell and contains the view, such as an
  /// overlay with a caption. Without it, the view is the cell.
  public var makeContainer: ((RemoteImageView) -> UnsafeMutablePointer<GtkWidget>)?

  /// What happened so far.
  public fileprivate(set) var statistics = Statistics()

  private let makeView: () -> RemoteImageView
  private let request: (Int, OpaquePointer?) -> ImageRequest?
  private let signals = SignalBag()
  private var cells: [OpaquePointer: ImageCell] = unsafe [:]

  /// Creates a factory.
  ///
  /// - Parameters:
  ///   - pipeline: What loads the pictures.
  ///   - clock: What measures the time until a circle appears, and how long it stays.
  ///   - options: How the pictures are loaded.
  ///   - request: Returns what the cell at a position shows, given the item of the list's model; with
  ///     `nil` the cell stays clear.
  public init(
    pipeline: ImagePipeline = .shared, clock: any Clock<Duration> = ContinuousClock(),
    options: ImageLoadOptions = .default,
    request: @escaping (_ position: Int, _ item: OpaquePointer?) -> ImageRequest?
  ) {
    MainLoop.attach()
    self.options = options
    unsafe self.request = request
    makeView = { RemoteImageView(pipeline: pipeline, clock: clock) }
    unsafe super.init(adopting: UnsafeMutableRawPointer(gtk_signal_list_item_factory_new()))
    unsafe connect("setup") { unsafe $0.setUp($1) }
    unsafe connect("bind") { unsafe $0.bind($1) }
    unsafe connect("unbind") { unsafe $0.unbind($1) }
    unsafe connect("teardown") { unsafe $0.tearDown($1) }
  }

  private func connect(
    _ signal: String, _ handler: @escaping (RemoteImageCellFactory, _ item: OpaquePointer) -> Void
  ) {
    unsafe signals.connect(object, signal) { [weak self] arguments in
      guard let self, let item = unsafe arguments.object(1) else { return }
      unsafe handler(self, item)
    }
  }

  // MARK: GTK's four signals

  private func setUp(_ item: OpaquePointer) {
    let cell = ImageCell(view: makeView(), factory: self)
    unsafe cells[item] = cell
    unsafe gtk_list_item_set_child(item, makeContainer?(cell.view) ?? cell.view.widget)
  }

  private func bind(_ item: OpaquePointer) {
    statistics.binds += 1
    let position = Int(unsafe gtk_list_item_get_position(item))
    guard let cell = unsafe cells[item] else { return }
    cell.request = unsafe self.request(
      position, gtk_list_item_get_item(item).map { OpaquePointer($0) })
    configure?(cell.view, position)
    if cell.view.isMapped { cellDidArrive(cell) }
  }

  private func unbind(_ item: OpaquePointer) {
    statistics.unbinds += 1
    guard let cell = unsafe cells[item] else { return }
    cell.request = nil
    cell.view.prepareForReuse()
  }

  private func tearDown(_ item: OpaquePointer) {
    unsafe gtk_list_item_set_child(item, nil)
    unsafe cells[item] = nil
  }

  // MARK: Loading

  /// Loads what `cell` shows once the layout of its window is over, if it is still on screen then.
  ///
  /// Each cell waits for itself: a window that goes before its frame takes no other cell's load with it.
  fileprivate func cellDidArrive(_ cell: ImageCell) {
    let widget = unsafe cell.view.widget
    unsafe LayoutPass.of(widget)?.schedule(on: widget) { [weak self, weak cell] in
      guard let self, let cell, cell.view.isMapped, let request = cell.request else { return }
      cell.view.load(request, options: options)
    }
  }
}

/// A cell: its view, and what it is to show.
private final class ImageCell: RemoteImageViewObserver {
  let view: RemoteImageView
  var request: ImageRequest?
  private weak var factory: RemoteImageCellFactory?

  init(view: RemoteImageView, factory: RemoteImageCellFactory) {
    self.view = view
    self.factory = factory
    view.cellObserver = self
  }

  func view(_ view: RemoteImageView, mapDidChange isMapped: Bool) {
    if isMapped { factory?.cellDidArrive(self) } else { view.cancel() }
  }

  func view(_ view: RemoteImageView, didReport event: ImageLoadEvent) {
    switch event {
    case .started: factory?.statistics.loadsStarted += 1
    case .ended(.cancelled), .ended(.superseded): factory?.statistics.loadsCancelled += 1
    case .progress, .ended(.success), .ended(.failure): break
    }
  }
}
