import CGTK4
import Foundation
import GalleryContent
import LodeGTK

/// The gallery: opens a window with the pictures that its arguments name.
@main struct Gallery {
  static func main() {
    let arguments: GalleryArguments
    do {
      arguments = try GalleryArguments(Array(CommandLine.arguments.dropFirst()))
    } catch {
      fail(error.description, status: error.exitCode)
    }
    if arguments.showsHelp {
      print(GalleryArguments.help, terminator: "")
      exit(0)
    }
    guard gtk_init_check() != 0 else {
      fail(
        "There is no display. Set DISPLAY or WAYLAND_DISPLAY, or run “make gallery”, which draws the "
          + "window into pictures where there is none.", status: 1)
    }
    MainLoop.attach()
    let application = GalleryApplication(arguments)
    let status = withExtendedLifetime(application) { application.run() }
    exit(status)
  }

  private static func fail(_ message: String, status: Int32) -> Never {
    writeError(message)
    exit(status)
  }

  /// Writes a line to standard error.
  static func writeError(_ message: String) {
    FileHandle.standardError.write(Data("lode-gallery: \(message)\n".utf8))
  }
}
