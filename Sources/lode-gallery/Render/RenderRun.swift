import CGTK4
import Foundation
import GalleryContent
import LodeGTK
import LodePresentation

/// A run through the gallery, as a person would make it, that ends in pictures of the window.
final class RenderRun {
  /// Why there are no pictures of the run.
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  private let window: GalleryWindow
  private let session: GallerySession
  private let folder: URL
  private let frames: WindowFrames
  private let recorder: WindowRecorder
  private var written: [String] = []
  private var progress = 0.0
  private var largeHasEnded = false

  init(window: GalleryWindow, session: GallerySession, folder: URL) {
    self.window = window
    self.session = session
    self.folder = folder
    frames = WindowFrames(of: window.widget)
    recorder = WindowRecorder(of: window.widget)
  }

  func run() async throws {
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw Fault(description: "\(path("")) cannot be made: \(error.localizedDescription)")
    }
    // A display without a desktop has no font of its own.
    Settings.set("gtk-font-name", to: "Cantarell,Sans 11")
    // No frame of a window manager that is not there.
    window.widget.addClass("gallery-pictured")
    frames.start()
    defer { frames.stop() }
    let slow = session.network == .fast ? NamedConditions.threeG : session.network
    window.choose(slow)
    window.viewer.view.onEvent = { [self] in didReport($0) }
    defer { window.viewer.view.onEvent = nil }

    try await showAll()
    try await showFailures()
    try await showOne(over: slow)
    try await showOthers()
    for name in written { print(path(name)) }
  }

  /// All pictures, while they come and when they are there.
  private func showAll() async throws {
    frames.onFrame = { [recorder] in recorder.record(at: $0) }
    try await wait("no picture came") { [window] in window.grid.portionEnded > 0.4 }
    try await write("loading.png")
    try await settle()
    await frames.pass(.milliseconds(1200))
    frames.onFrame = nil
    try await write("loaded.png")
    try write(try recorder.finish(), to: "gallery-loading.webp")
  }

  /// A network that loses a third of what is asked for.
  private func showFailures() async throws {
    window.choose(.flaky)
    window.reload()
    try await settle()
    await frames.pass(.milliseconds(400))
    try await write("failed.png")
  }

  /// One picture, while it comes and when it is there.
  private func showOne(over network: NamedConditions) async throws {
    window.choose(.fast)
    window.reload()
    try await settle()
    window.choose(network)
    window.open(min(2, session.list.pictures.count - 1))
    try await wait("the large picture did not come") { [self] in
      progress > 0.45 || largeHasEnded
    }
    try await write("large-loading.png")
    try await wait("the large picture did not come") { [self] in largeHasEnded }
    await frames.pass(.milliseconds(400))
    try await write("large.png")
  }

  /// Dark colours, and a window as narrow as a telephone.
  private func showOthers() async throws {
    window.choose(.fast)
    window.goBack()
    SystemAppearance.setDark(true)
    try await settle()
    await frames.pass(.milliseconds(500))
    try await write("dark.png")
    window.open(min(2, session.list.pictures.count - 1))
    await frames.pass(.milliseconds(800))
    try await write("large-dark.png")
    window.goBack()
    SystemAppearance.setDark(false)
    window.resize(width: 400, height: 760)
    try await wait("the window did not become narrow") { [window] in
      gtk_widget_get_width(window.widget) <= 400
    }
    window.grid.scroll(to: 0)
    try await settle()
    await frames.pass(.milliseconds(500))
    try await write("narrow.png")
  }

  private func didReport(_ event: ImageLoadEvent) {
    switch event {
    case .started: (progress, largeHasEnded) = (0, false)
    case .progress(let progress): self.progress = progress.fraction ?? 0
    case .ended(.success), .ended(.failure): largeHasEnded = true
    case .ended(.cancelled), .ended(.superseded): break
    }
  }

  private func settle() async throws {
    // What has been asked for starts when the next frame has been laid out.
    await frames.pass(.milliseconds(50))
    try await wait("some pictures neither came nor failed") { [window] in window.grid.hasSettled }
  }

  private func wait(_ fault: String, until condition: @escaping () -> Bool) async throws {
    guard await frames.wait(until: condition) else { throw Fault(description: "\(fault) in time") }
  }

  private func write(_ name: String) async throws {
    let (_, snapshot) = await frames.next { [window] in WidgetSnapshot(of: window.widget) }
    guard let snapshot, snapshot.writePNG(to: path(name)) else {
      throw Fault(description: "\(path(name)) cannot be written")
    }
    written.append(name)
  }

  private func write(_ data: Data, to name: String) throws {
    do {
      try data.write(to: folder.appending(path: name))
    } catch {
      throw Fault(description: "\(path(name)) cannot be written: \(error.localizedDescription)")
    }
    written.append(name)
  }

  private func path(_ name: String) -> String {
    (name.isEmpty ? folder : folder.appending(path: name)).path(percentEncoded: false)
  }
}
