import CGTK4
import LodeGTK

/// A window with one picture from the network.
@main struct HelloGTK {
  @MainActor static func main() {
    MainLoop.attach()
    gtk_init()

    let view = RemoteImageView()
    view.load("https://www.debian.org/Pics/openlogo-50.png")

    let window = OpaquePointer(gtk_window_new()!)
    gtk_window_set_default_size(UnsafeMutablePointer(window), 640, 480)
    gtk_window_set_child(UnsafeMutablePointer(window), view.widget)
    gtk_window_present(UnsafeMutablePointer(window))
    while g_list_model_get_n_items(gtk_window_get_toplevels()) > 0 {
      g_main_context_iteration(nil, 1)
    }
  }
}
