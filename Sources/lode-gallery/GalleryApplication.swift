import CGTK4
import Foundation
import GalleryContent
import LodeGTK

/// The application: finds out which pictures there are, and opens the window.
final class GalleryApplication {
  private let arguments: GalleryArguments
  private let application: UnsafeMutablePointer<GtkApplication>
  private let signals = SignalBag()
  private var session: GallerySession?
  private var window: GalleryWindow?
  private var appearance: SystemAppearance?
  private var exitCode: Int32 = 0

  init(_ arguments: GalleryArguments) {
    self.arguments = arguments
    // Two galleries with different arguments are two programs.
    application = gtk_application_new("dev.lode.gallery", G_APPLICATION_NON_UNIQUE)
  }

  /// Runs until the window is closed or the pictures of the run are written; returns what to exit with.
  func run() -> Int32 {
    signals.connect(OpaquePointer(application), "activate") { [weak self] _ in
      Task { await self?.activate() }
    }
    // The list may have to be read first: until then nothing else keeps the application running.
    g_application_hold(application.application)
    let status = g_application_run(application.application, 0, nil)
    session?.stop()
    g_object_unref(application)
    return exitCode != 0 ? exitCode : status
  }

  private func activate() async {
    if arguments.isRightToLeft { gtk_widget_set_default_direction(GTK_TEXT_DIR_RTL) }
    GalleryStyle.install()
    do {
      let session = try GallerySession(arguments)
      self.session = session
      // What is on this machine is read before the window opens, so that a fault is a line in the
      // terminal; what comes from the network may take its time in the window.
      if !session.listComesFromNetwork { try await session.loadList() }
      appearance = SystemAppearance(isAlwaysDark: arguments.isDark)
      let window = GalleryWindow(application: application, session: session, arguments: arguments)
      self.window = window
      g_application_release(application.application)
      window.present()
      if let folder = arguments.renderFolder {
        let run = RenderRun(window: window, session: session, folder: folder)
        try await run.run()
        window.close()
      }
    } catch let error as GalleryError {
      end(error.description, status: error.exitCode)
    } catch {
      end("\(error)", status: 1)
    }
  }

  private func end(_ message: String, status: Int32) {
    Gallery.writeError(message)
    exitCode = status
    g_application_quit(application.application)
  }
}

extension UnsafeMutablePointer<GtkApplication> {
  var application: UnsafeMutablePointer<GApplication> {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: GApplication.self)
  }
}
