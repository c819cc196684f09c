import CGTK4
import LodeGTK

/// A window with the picture at the URL that is the argument.
@main struct HelloGTK {
  @MainActor static func main() {
    MainLoop.attach()
    gtk_init()
    let window = OpaquePointer(gtk_window_new()!)
    gtk_window_set_default_size(UnsafeMutablePointer(window), 640, 480)

    let view = RemoteImageView()
    view.onEvent = { event in
      if case .ended(.failure(let error)) = event { print(error) }
    }
    view.load(CommandLine.arguments.last ?? "")
    gtk_window_set_child(UnsafeMutablePointer(window), view.widget)

    gtk_window_present(UnsafeMutablePointer(window))
    while g_list_model_get_n_items(gtk_window_get_toplevels()) > 0 {
      g_main_context_iteration(nil, 1)
    }
  }
}
