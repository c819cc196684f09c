import Foundation
import LodeImage

/// Prints the size of the picture at a URL.
@main struct PictureSize {
  static func main() async {
    guard CommandLine.arguments.count == 2 else { fail("usage: picture-size URL") }
    do throws(ImagePipelineError) {
      let request = try ImageRequest(CommandLine.arguments[1])
      let size = try await ImagePipeline().image(for: request).image.size
      print("\(size.width) × \(size.height)")
    } catch {
      fail("picture-size: \(error)")
    }
  }

  private static func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
    exit(1)
  }
}
