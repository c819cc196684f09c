import Foundation
import GalleryContent
import LodeGTK

/// Records a window as an animation.
final class WindowRecorder {
  /// Ten pictures a second, three fifths of the window's size: enough to see how it moves.
  private static let interval = Duration.milliseconds(100)
  private static let scale = 0.6

  private let widget: Widget
  private var frames: [(image: DecodedImage, time: Duration)] = []

  init(of widget: Widget) {
    self.widget = widget
  }

  /// Takes a picture, if it is time for one. To be called when a frame has just been painted.
  func record(at time: Duration) {
    if let last = frames.last, time - last.time < Self.interval { return }
    guard let snapshot = WidgetSnapshot(of: widget, scale: Self.scale) else { return }
    frames.append((snapshot.makeImage(), time))
  }

  /// The file with everything that was recorded.
  func finish() throws -> Data {
    var animation = AnimatedWebP(quality: 62)
    for (index, frame) in frames.enumerated() {
      let isLast = index == frames.count - 1
      let duration = isLast ? .seconds(2) : frames[index + 1].time - frame.time
      try animation.append(frame.image, for: duration)
    }
    return animation.data
  }
}
