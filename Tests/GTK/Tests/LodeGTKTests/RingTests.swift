import CGTK4
import Testing

@testable import LodeGTK

extension GTK {
  @Suite("The ring")
  struct Ring {
    @Test("Both ends of the arc only ever move forward, and it never closes")
    func geometry() {
      var previous = RingGeometry(at: 0)
      for step in 1...3_600 {
        let time = Double(step) / 1_000
        let ring = RingGeometry(at: time)
        let turn = 2 * Double.pi
        #expect((ring.start - previous.start).remainder(dividingBy: turn) > 0)
        #expect((ring.end - previous.end).remainder(dividingBy: turn) > 0)
        #expect(ring.end - ring.start < turn * 0.7)
        previous = ring
      }
    }

    @Test(
      "A circle that was shown before the view had a size is centred, and stays so through resizes")
    func staysCentred() async {
      let view = RemoteImageView(pipeline: ImagePipeline())
      view.setIndicatorShown(true)
      let window = TestWindow(view.widget, width: 300, height: 200)
      await window.nextFrame()
      expectCentredDrawing(in: window)
      for (width, height) in [(600, 120), (81, 300), (400, 400)] {
        await window.resize(width: width, height: height)
        expectCentredDrawing(in: window)
      }
      window.close()
    }

    @Test("In less room than its diameter the ring is smaller, and the view asks for no more")
    func tooLittleRoom() async {
      let view = RemoteImageView(pipeline: ImagePipeline())
      view.indicatorStyle = .ring(diameter: 64)
      view.setIndicatorShown(true)
      var minimum: Int32 = -1
      gtk_widget_measure(view.widget, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, nil, nil, nil)
      #expect(minimum == 0)
      let window = TestWindow(view.widget, width: 24, height: 40)
      await window.nextFrame()
      #expect(gtk_widget_get_width(window.widget) == 24)
      expectCentredDrawing(in: window)
      window.close()
    }

    @Test(
      "A started ring asks for frames only while it is on screen and the desktop wants animations")
    func ticksOnlyWhileSeen() async {
      let ring = ActivityRing()
      ring.start()
      #expect(!ring.isTicking)
      let window = TestWindow(ring.widget, animations: true)
      await window.nextFrame()
      #expect(ring.isTicking)

      setAnimations(false)
      #expect(!ring.isTicking)
      setAnimations(true)
      #expect(ring.isTicking)

      gtk_widget_set_child_visible(ring.widget, 0)
      #expect(!ring.isTicking)
      gtk_widget_set_child_visible(ring.widget, 1)
      #expect(ring.isTicking)

      ring.stop()
      #expect(!ring.isTicking)
      window.close()
    }

    @Test("GTK's spinner spins only while it is on screen")
    func nativeSpinner() async {
      let spinner = NativeSpinner()
      spinner.start()
      func isSpinning() -> Bool { gtk_spinner_get_spinning(OpaquePointer(spinner.widget)) != 0 }
      #expect(!isSpinning())
      let window = TestWindow(spinner.widget)
      await window.nextFrame()
      #expect(isSpinning())
      gtk_widget_set_child_visible(spinner.widget, 0)
      #expect(!isSpinning())
      window.close()
    }

    @Test("All rings show the same phase")
    func inStep() async {
      let rings = (0..<2).map { _ in ActivityRing(diameter: 32) }
      guard let box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0) else { return }
      let window = TestWindow(box, animations: true)
      rings[0].start()
      for ring in rings {
        gtk_box_append(
          UnsafeMutableRawPointer(box).assumingMemoryBound(to: GtkBox.self), ring.widget)
      }
      await window.nextFrame()
      // The second begins later, and has faded in after 150 ms.
      rings[1].start()
      let start = window.frameCount
      _ = await window.frames { window.frameCount - start > 20 }
      let pictures = rings.compactMap { WidgetSnapshot(of: $0.widget) }
      #expect(pictures.count == 2 && pictures[0].differs(from: pictures[1]) == false)
      window.close()
    }
  }
}

/// Expects that what is drawn on the window's background lies around the window's centre.
private func expectCentredDrawing(
  in window: TestWindow, sourceLocation: SourceLocation = #_sourceLocation
) {
  guard let snapshot = WidgetSnapshot(of: window.widget) else {
    Issue.record("nothing was painted", sourceLocation: sourceLocation)
    return
  }
  let background = snapshot[0, 0]
  var columns: [Int] = []
  var rows: [Int] = []
  for row in 0..<snapshot.size.height {
    for column in 0..<snapshot.size.width where snapshot[column, row] != background {
      columns.append(column)
      rows.append(row)
    }
  }
  guard let left = columns.min(), let right = columns.max(), let top = rows.min(),
    let bottom = rows.max()
  else {
    Issue.record("no circle was painted", sourceLocation: sourceLocation)
    return
  }
  #expect(
    abs(left + right + 1 - snapshot.size.width) <= 2, "\(left)...\(right) of \(snapshot.size)",
    sourceLocation: sourceLocation)
  #expect(
    abs(top + bottom + 1 - snapshot.size.height) <= 2, "\(top)...\(bottom) of \(snapshot.size)",
    sourceLocation: sourceLocation)
}

extension WidgetSnapshot {
  /// Whether any pixel is another.
  func differs(from other: WidgetSnapshot) -> Bool {
    guard size == other.size else { return true }
    for row in 0..<size.height {
      for column in 0..<size.width where self[column, row] != other[column, row] { return true }
    }
    return false
  }
}
