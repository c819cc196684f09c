import CGTK4

/// The gallery's own style sheet, over GTK's theme; its colours are the theme's.
enum GalleryStyle {
  static func install() {
    guard let display = gdk_display_get_default() else { return }
    let provider = gtk_css_provider_new()
    gtk_css_provider_load_from_data(provider, sheet, -1)
    gtk_style_context_add_provider_for_display(
      display, OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    g_object_unref(UnsafeMutableRawPointer(provider))
  }

  private static let sheet = """
    window.gallery-pictured { padding: 0; margin: 0; border: none; box-shadow: none; }

    .gallery-title { font-weight: 700; }
    .gallery-subtitle { font-size: smaller; opacity: 0.6; }
    headerbar.gallery-header {
      background: @theme_bg_color; box-shadow: none;
      border-bottom: 1px solid alpha(currentColor, 0.1);
    }

    gridview.gallery { background: none; padding: 9px; }
    gridview.gallery > child { background: none; padding: 6px; border-radius: 18px; outline: none; }
    gridview.gallery > child:focus-visible .gallery-cell {
      outline: 3px solid @theme_selected_bg_color; outline-offset: 2px;
    }
    .gallery-cell {
      border-radius: 12px;
      background-color: alpha(currentColor, 0.07);
      transition: filter 160ms ease-out;
    }
    gridview.gallery > child:active .gallery-cell { filter: brightness(0.92); }
    .gallery-caption {
      margin: 0;
      color: white;
      background-image: linear-gradient(to top, rgba(0,0,0,0.68), rgba(0,0,0,0.35) 55%, rgba(0,0,0,0));
      padding: 30px 12px 10px 12px;
      opacity: 0;
      transition: opacity 180ms ease-out;
      text-shadow: 0 1px 2px rgba(0,0,0,0.45);
    }
    gridview.gallery > child:hover .gallery-caption,
    gridview.gallery > child:focus-visible .gallery-caption { opacity: 1; }
    gridview.gallery > child .gallery-caption.failed { opacity: 0; }
    .gallery-caption .heading { font-weight: 700; }
    .gallery-caption .text { font-size: smaller; opacity: 0.85; }

    .gallery-stage { background-color: shade(@theme_bg_color, 0.94); }
    .gallery-viewer { outline: none; }
    .gallery-note { padding: 12px 24px 16px 24px; }
    .gallery-note .heading { font-weight: 700; font-size: 1.1em; }
    .gallery-note .text { opacity: 0.72; }
    button.gallery-step {
      min-width: 44px; min-height: 44px; padding: 0; border-radius: 9999px; border: none;
      color: white; background: rgba(0,0,0,0.42); box-shadow: none; text-shadow: none;
      margin: 14px; opacity: 0.85; transition: opacity 160ms ease-out, background 160ms ease-out;
      -gtk-icon-shadow: none;
    }
    button.gallery-step:hover { background: rgba(0,0,0,0.62); opacity: 1; }
    button.gallery-step:disabled { opacity: 0; }

    .gallery-status { padding: 36px; }
    .gallery-status .heading { font-size: 1.5em; font-weight: 800; }
    .gallery-status .text { opacity: 0.75; }
    """
}
