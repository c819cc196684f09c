import CGTK4

/// GTK's "instance casts", which are macros in C: the pointer is the same, its type another. Unchecked,
/// as in C without debugging.
typealias Widget = UnsafeMutablePointer<GtkWidget>

extension Widget {
  var opaque: OpaquePointer { OpaquePointer(self) }

  func cast<Instance>(to: Instance.Type = Instance.self) -> UnsafeMutablePointer<Instance> {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: Instance.self)
  }

  func addClass(_ name: String) { gtk_widget_add_css_class(self, name) }

  func setClass(_ name: String, _ isSet: Bool) {
    if isSet {
      gtk_widget_add_css_class(self, name)
    } else {
      gtk_widget_remove_css_class(self, name)
    }
  }

  func setVisible(_ isVisible: Bool) { gtk_widget_set_visible(self, isVisible ? 1 : 0) }

  func append(_ child: Widget) { gtk_box_append(cast(), child) }

  func expand(horizontally: Bool = true, vertically: Bool = true) {
    gtk_widget_set_hexpand(self, horizontally ? 1 : 0)
    gtk_widget_set_vexpand(self, vertically ? 1 : 0)
  }
}

/// Makes widgets that need more than one call.
enum Widgets {
  static func box(_ orientation: GtkOrientation, spacing: Int32 = 0) -> Widget {
    gtk_box_new(orientation, spacing)
  }

  static func label(_ text: String = "", cssClass: String, lines: Int32 = 1) -> Widget {
    let label: Widget = gtk_label_new(text)
    label.addClass(cssClass)
    gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
    if lines > 1 {
      gtk_label_set_wrap(label.opaque, 1)
      gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
      gtk_label_set_lines(label.opaque, lines)
    }
    return label
  }

  static func iconButton(
    _ icon: String, action: String, tooltip: String, cssClass: String
  ) -> Widget {
    let button: Widget = gtk_button_new_from_icon_name(icon)
    gtk_actionable_set_action_name(button.opaque, action)
    gtk_widget_set_tooltip_text(button, tooltip)
    button.addClass(cssClass)
    return button
  }
}

extension OpaquePointer {
  nonisolated func cast<Instance>(to: Instance.Type = Instance.self) -> UnsafeMutablePointer<
    Instance
  > {
    UnsafeMutablePointer(self)
  }
}
