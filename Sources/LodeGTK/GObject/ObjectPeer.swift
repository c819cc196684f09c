public import CGTK4

/// The Swift side of a GObject. The two keep each other alive.
///
/// While anybody but Swift holds the object (a widget's parent, as a rule), its peer stays alive, even
/// if the program keeps no reference to it. While nobody else does, the peer owns the object: when the
/// last Swift reference goes, the object goes as well. So a program may keep the peer, or the object
/// where GTK uses it, or both, and nothing leaks and nothing disappears too early.
///
/// The last reference may go on any thread; the object is released on the main one.
@MainActor @safe public class ObjectPeer {
  let object: UnsafeMutablePointer<GObject>

  /// This peer, while somebody else holds the object.
  private var keepAlive: ObjectPeer?

  /// Takes over `object`, which must be new: nobody else holds a reference to it.
  init(adopting object: UnsafeMutableRawPointer) {
    unsafe self.object = object.assumingMemoryBound(to: GObject.self)
    // The toggle reference becomes the only one; GObject reports when others come and go.
    unsafe g_object_take_ref(object)
    unsafe g_object_add_toggle_ref(
      self.object, toggleReference, Unmanaged.passUnretained(self).toOpaque())
    unsafe g_object_unref(object)
  }

  isolated deinit {
    unsafe g_object_remove_toggle_ref(
      object, toggleReference, Unmanaged.passUnretained(self).toOpaque())
  }

  fileprivate func setHeldByOthers(_ isHeld: Bool) {
    keepAlive = isHeld ? self : nil
  }
}

/// The Swift side of a widget. The two keep each other alive: see `ObjectPeer`.
@safe public class WidgetPeer: ObjectPeer {
  /// The widget, to be placed into any container of any GTK program. Valid as long as this object.
  public final var widget: UnsafeMutablePointer<GtkWidget> {
    unsafe UnsafeMutableRawPointer(object).assumingMemoryBound(to: GtkWidget.self)
  }

  /// Takes over `widget`, which must be new: nobody else holds a reference to it.
  init(_ widget: UnsafeMutablePointer<GtkWidget>) {
    unsafe super.init(adopting: widget)
  }
}

/// Called by GObject when the toggle reference becomes the only one, and when it is that no longer.
private nonisolated func toggleReference(
  _ data: gpointer?, _ object: UnsafeMutablePointer<GObject>?, _ isLast: gboolean
) {
  guard let data = unsafe data else { return }
  nonisolated(unsafe) let data_ = unsafe data
  // Only the main thread takes and drops references to widgets and factories.
  MainActor.assumeIsolated {
    unsafe Unmanaged<ObjectPeer>.fromOpaque(data_).takeUnretainedValue()
      .setHeldByOthers(isLast == 0)
  }
}
