import CLodeGTK

/// Joins GLib's main loop to Swift's main actor.
///
/// Once attached, everything that Swift puts on the main actor or on `DispatchQueue.main` runs from
/// GLib's loop: under `g_application_run`, `g_main_loop_run`, or whatever else iterates the default
/// main context. Nothing polls: an idle program is not woken.
///
/// The program's entry point must be synchronous:
///
///     @main struct Program {
///       static func main() {
///         MainLoop.attach()
///         …
///         exit(g_application_run(application, 0, nil))
///       }
///     }
///
/// With `static func main() async`, Swift on Linux runs the main actor on a thread of its pool after
/// the first suspension, and GTK may be used from the process's main thread alone.
///
/// Never run a nested `g_main_loop_run` from a task or a dispatch block: the main queue is serial, and
/// nothing else on it runs until that task returns. From a signal handler it is allowed.
///
/// Foundation's `RunLoop` and `Timer` do not run under GLib's loop; use `Task.sleep`.
public enum MainLoop {
  /// Attaches the main actor to GLib's default main context. Does nothing the second time.
  ///
  /// Lode's widgets call it themselves. Call it first in `main` if anything uses the main actor before.
  ///
  /// - Precondition: The caller runs on the process's main thread.
  public static func attach() {
    precondition(
      isMainThread,
      "LodeGTK must run on the process's main thread. Is `main` async? Then Swift on Linux leaves the "
        + "main thread: make it a plain `static func main()`.")
    lode_main_queue_attach()
  }

  /// How often work for the main actor has woken the loop since the start of the process.
  ///
  /// For measurements: while a program is idle, it does not change.
  public static var wakeUpCount: Int { Int(lode_main_queue_wake_ups()) }

  /// Whether the caller runs on the process's main thread.
  public nonisolated static var isMainThread: Bool { lode_is_main_thread() != 0 }
}
