import CGTK4
import LodeGTK
import Testing

@testable import LodeGTK

extension GTK {
  @Suite("Ownership")
  struct Ownership {
    @Test("A peer that only Swift holds takes its widget with it, a thousand times")
    func swiftDropsLast() {
      for _ in 0..<1_000 {
        weak var peer: ActivityRing?
        do {
          let ring = ActivityRing()
          peer = ring
          attachProbe(to: ring)
          #expect(LifetimeProbe.alive == 1)
        }
        #expect(peer == nil)
        #expect(LifetimeProbe.alive == 0)
      }
    }

    @Test(
      "A parent keeps the peer alive that the program has dropped, and frees it, a thousand times")
    func parentDropsLast() {
      for _ in 0..<1_000 {
        let parent = makeBox()
        weak var peer: ActivityRing?
        do {
          let ring = ActivityRing()
          peer = ring
          attachProbe(to: ring)
          gtk_box_append(box(parent), ring.widget)
        }
        #expect(peer != nil)
        #expect(LifetimeProbe.alive == 1)
        if let widget = peer?.widget { gtk_box_remove(box(parent), widget) }
        #expect(peer == nil)
        #expect(LifetimeProbe.alive == 0)
        g_object_unref(parent)
      }
    }

    @Test("A peer that Swift keeps survives its parent, and can be placed again")
    func outlivesParent() {
      let ring = ActivityRing()
      attachProbe(to: ring)
      for _ in 0..<2 {
        let parent = makeBox()
        gtk_box_append(box(parent), ring.widget)
        g_object_unref(parent)
        #expect(gtk_widget_get_parent(ring.widget) == nil)
        #expect(LifetimeProbe.alive == 1)
      }
    }

    @Test("A view with its circle and its failure is no cycle: all of it goes, a thousand times")
    func wholeView() {
      for _ in 0..<1_000 {
        weak var weakView: RemoteImageView?
        do {
          let view = RemoteImageView(pipeline: ImagePipeline())
          weakView = view
          attachProbe(to: view)
          view.setIndicatorShown(true)
          view.display(.failure(ImagePipelineError(.offline, stage: .fetch)), transition: .none)
          view.load("no URL")
        }
        #expect(weakView == nil)
        #expect(LifetimeProbe.alive == 0)
      }
    }

    @Test("The last reference may go on another thread: the widget goes on the main one")
    func lastReferenceElsewhere() async {
      await withCheckedContinuation { continuation in
        let ring = ActivityRing()
        attachProbe(to: ring) {
          #expect(MainLoop.isMainThread)
          continuation.resume()
        }
        Task.detached { _ = ring }
      }
      #expect(LifetimeProbe.alive == 0)
    }
  }

  @Suite("Signals")
  struct Signals {
    @Test("A handler goes with its bag")
    func bagGoesFirst() {
      let parent = makeBox()
      var count = 0
      do {
        let bag = SignalBag()
        bag.connect(parent, "notify::tooltip-text") { _ in count += 1 }
        gtk_widget_set_tooltip_text(parent, "one")
      }
      gtk_widget_set_tooltip_text(parent, "two")
      #expect(count == 1)
      g_object_unref(parent)
    }

    @Test("An instance that goes first takes the handler, and what it captured, with it")
    func instanceGoesFirst() {
      let bag = SignalBag()
      let parent = makeBox()
      bag.connect(parent, "notify::tooltip-text") { [probe = LifetimeProbe()] _ in _ = probe }
      #expect(LifetimeProbe.alive == 1)
      g_object_unref(parent)
      #expect(LifetimeProbe.alive == 0)
      bag.disconnectAll()
    }

    @Test("A handler may disconnect itself while it runs")
    func disconnectsItself() {
      let bag = SignalBag()
      let parent = makeBox()
      var count = 0
      bag.connect(parent, "notify::tooltip-text") { [probe = LifetimeProbe()] _ in
        bag.disconnectAll()
        count += 1
        #expect(LifetimeProbe.alive == 1)
        _ = probe
      }
      gtk_widget_set_tooltip_text(parent, "one")
      gtk_widget_set_tooltip_text(parent, "two")
      #expect(count == 1)
      #expect(LifetimeProbe.alive == 0)
      g_object_unref(parent)
    }
  }
}

/// Counts itself while it is alive.
private final class LifetimeProbe {
  static var alive = 0
  private let didEnd: () -> Void

  init(didEnd: @escaping () -> Void = {}) {
    self.didEnd = didEnd
    Self.alive += 1
  }

  isolated deinit {
    Self.alive -= 1
    didEnd()
  }
}

/// Gives `peer`'s GObject a probe that ends when the GObject is finalized.
private func attachProbe(to peer: WidgetPeer, didEnd: @escaping () -> Void = {}) {
  let probe = LifetimeProbe(didEnd: didEnd)
  g_object_set_data_full(
    UnsafeMutableRawPointer(peer.widget).assumingMemoryBound(to: GObject.self), "probe",
    Unmanaged.passRetained(probe).toOpaque(), releaseProbe)
}

private nonisolated func releaseProbe(_ probe: gpointer?) {
  guard let probe else { return }
  Unmanaged<AnyObject>.fromOpaque(probe).release()
}

private func makeBox() -> UnsafeMutablePointer<GtkWidget> {
  guard let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0) else { preconditionFailure("no box") }
  g_object_ref_sink(box)
  return box
}

private func box(_ widget: UnsafeMutablePointer<GtkWidget>) -> UnsafeMutablePointer<GtkBox> {
  UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GtkBox.self)
}
