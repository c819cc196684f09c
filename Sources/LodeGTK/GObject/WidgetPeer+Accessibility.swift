import CLodeGTK

extension WidgetPeer {
  /// Sets what assistive technology calls the widget.
  func describe(as label: String) {
    unsafe lode_accessible_set_label(widget, label)
  }

  /// Sets what assistive technology calls the widget, and whether it is at work.
  func describe(as label: String, isBusy: Bool) {
    describe(as: label)
    setBusy(isBusy)
  }

  /// Sets whether assistive technology hears that the widget is at work.
  func setBusy(_ isBusy: Bool) {
    unsafe lode_accessible_set_busy(widget, isBusy ? 1 : 0)
  }
}
