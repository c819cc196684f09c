import CGTK4
import Foundation
import GalleryContent
import LodeGTK
import LodePresentation

/// The window: all pictures, or one of them.
final class GalleryWindow {
  let widget: Widget
  let grid: PictureGrid
  let viewer: PictureViewer
  private let session: GallerySession
  private let header = GalleryHeader()
  private let status = StatusPage()
  private let stack: Widget = gtk_stack_new()
  private let actions: WindowActions
  private let signals = SignalBag()

  /// The picture that is shown large, and the one that was opened.
  private var opened: (current: Int, first: Int)?

  init(
    application: UnsafeMutablePointer<GtkApplication>, session: GallerySession,
    arguments: GalleryArguments
  ) {
    self.session = session
    widget = gtk_application_window_new(application)
    grid = PictureGrid(session: session)
    viewer = PictureViewer(session: session)
    actions = WindowActions(window: widget.cast(), application: application)
    let size = arguments.windowSize ?? PixelSize(width: 1180, height: 820)
    gtk_window_set_default_size(widget.cast(), Int32(size.width), Int32(size.height))
    gtk_window_set_icon_name(widget.cast(), "image-x-generic")
    gtk_widget_set_size_request(widget, 340, 300)
    gtk_window_set_titlebar(widget.cast(), header.widget)
    for (page, name) in [
      (status.widget, "status"), (grid.widget, "grid"), (viewer.widget, "large"),
    ] {
      gtk_stack_add_named(stack.opaque, page, name)
    }
    gtk_stack_set_transition_type(stack.opaque, GTK_STACK_TRANSITION_TYPE_CROSSFADE)
    gtk_stack_set_transition_duration(stack.opaque, 180)
    gtk_window_set_child(widget.cast(), stack)
    grid.onOpen = { [weak self] in self?.open($0) }
    grid.onWidth = { [weak self] in self?.header.setIsNarrow($0 < 620) }
    status.onRetry = { [weak self] in self?.loadList() }
    grid.fitColumns(to: Double(size.width))
    addActions()
    showAll()
  }

  func present() {
    if session.list.pictures.isEmpty {
      loadList()
    } else {
      showList()
    }
    gtk_window_present(widget.cast())
  }

  func close() {
    gtk_window_destroy(widget.cast())
  }

  func resize(width: Int, height: Int) {
    gtk_window_set_default_size(widget.cast(), Int32(width), Int32(height))
  }

  // MARK: The list

  private func loadList() {
    status.showWaiting("Looking for pictures…")
    gtk_stack_set_visible_child_name(stack.opaque, "status")
    header.setTitle("Gallery", subtitle: "")
    Task { [weak self, session] in
      do throws(GalleryError) {
        try await session.loadList()
        self?.status.stop()
        self?.showList()
      } catch {
        self?.status.showFault(error.description)
      }
    }
  }

  private func showList() {
    grid.showList()
    showAll()
    gtk_stack_set_visible_child_name(stack.opaque, "grid")
    grid.focus(0)
  }

  // MARK: One picture

  /// Shows a picture large.
  func open(_ index: Int) {
    let preview = grid.displayedImage(at: index)
    opened = (index, opened?.first ?? index)
    viewer.show(index, preview: preview)
    let pictures = session.list.pictures
    header.setTitle(pictures[index].title, subtitle: "\(index + 1) of \(pictures.count)")
    header.setIsLarge(true)
    actions.setEnabled(true, "back", "left", "right", "first", "last")
    actions.setEnabled(index > 0, "previous")
    actions.setEnabled(index < pictures.count - 1, "next")
    gtk_stack_set_visible_child_name(stack.opaque, "large")
    gtk_widget_grab_focus(viewer.widget)
    gtk_window_set_title(widget.cast(), pictures[index].title)
  }

  /// Goes back to all pictures, where they were, with the keyboard on the one that was shown last.
  func goBack() {
    guard let opened else { return }
    self.opened = nil
    viewer.close()
    showAll()
    gtk_stack_set_visible_child_name(stack.opaque, "grid")
    grid.focus(opened.current)
  }

  private func step(_ distance: Int) {
    guard let opened else { return }
    let index = opened.current + distance
    guard session.list.pictures.indices.contains(index) else { return }
    open(index)
  }

  private func showAll() {
    let count = session.list.pictures.count
    header.setTitle(
      session.list.title, subtitle: count == 1 ? "1 picture" : "\(count) pictures")
    header.setIsLarge(false)
    header.show(session.network, session.timing)
    actions.setEnabled(false, "back", "left", "right", "first", "last", "previous", "next")
    gtk_window_set_title(widget.cast(), "\(session.list.title) – Lode Gallery")
  }

  // MARK: Actions

  private func addActions() {
    actions.add("reload", keys: ["<Control>r", "F5"]) { [weak self] in self?.reload() }
    actions.add("clear-cache", keys: ["<Control>l"]) { [weak self] in
      self?.session.clearMemoryCache()
    }
    actions.add("back", keys: ["Escape", "BackSpace"]) { [weak self] in self?.goBack() }
    actions.add("previous", keys: ["Page_Up"]) { [weak self] in self?.step(-1) }
    actions.add("next", keys: ["Page_Down", "space"]) { [weak self] in self?.step(1) }
    let forward = gtk_widget_get_default_direction() == GTK_TEXT_DIR_RTL ? -1 : 1
    actions.add("left", keys: ["Left"]) { [weak self] in self?.step(-forward) }
    actions.add("right", keys: ["Right"]) { [weak self] in self?.step(forward) }
    actions.add("first", keys: ["Home"]) { [weak self] in self?.open(0) }
    actions.add("last", keys: ["End"]) { [weak self] in
      if let self { open(session.list.pictures.count - 1) }
    }
    actions.add("close", keys: ["<Control>w", "<Control>q"]) { [weak self] in self?.close() }
    actions.addChoice("network", initially: session.network.rawValue) { [weak self] choice in
      guard let self, let network = NamedConditions(rawValue: choice) else { return }
      session.network = network
      header.show(session.network, session.timing)
    }
    actions.addChoice("timing", initially: session.timing.rawValue) { [weak self] choice in
      guard let self, let timing = GallerySession.Timing(rawValue: choice) else { return }
      session.timing = timing
      grid.optionsDidChange()
      header.show(session.network, session.timing)
    }
  }

  /// Loads what is on screen again, as if it had never been there.
  func reload() {
    session.clearMemoryCache()
    if let opened { viewer.reload(opened.current) } else { grid.reload() }
  }

  /// Makes a choice in the header bar's menus.
  func choose(_ network: NamedConditions) {
    actions.choose(network.rawValue, in: "network")
  }
}
