import CGTK4
import CLodeGTK

/// Signal handlers that live as long as their owner.
///
/// Keep a bag in the object that connects; when that object goes, its handlers are disconnected. An
/// instance that goes first takes its handlers with it. A handler that captures the owner of the
/// instance strongly keeps both alive for ever: capture it weakly.
@MainActor @safe public final class SignalBag {
  private var connections: [SignalConnection] = []

  /// Creates an empty bag.
  public init() {}

  isolated deinit { disconnectAll() }

  /// Calls `handler` on each emission of `signal`, which may have a detail (`notify::width`).
  ///
  /// - Precondition: `instance` is a GObject and has the signal.
  public func connect(
    _ instance: UnsafeMutableRawPointer, _ signal: String, after: Bool = false,
    handler: @escaping @MainActor (SignalArguments) -> Void
  ) {
    connections.removeAll { unsafe $0.instance == nil }
    let connection = unsafe SignalConnection(instance, handler)
    let context = unsafe Unmanaged.passRetained(connection).toOpaque()
    connection.id = unsafe lode_signal_connect(
      instance, signal, after ? 1 : 0, context, invokeSignalHandler, releaseSignalConnection)
    precondition(connection.id != 0, "there is no signal “\(signal)”")
    connections.append(connection)
  }

  /// See `connect(_:_:after:handler:)`.
  public func connect(
    _ instance: OpaquePointer, _ signal: String, after: Bool = false,
    handler: @escaping @MainActor (SignalArguments) -> Void
  ) {
    unsafe connect(UnsafeMutableRawPointer(instance), signal, after: after, handler: handler)
  }

  /// Disconnects all handlers. One that is running ends in peace.
  public func disconnectAll() {
    let connections = self.connections
    self.connections = []
    for connection in connections {
      guard let instance = unsafe connection.instance else { continue }
      unsafe g_signal_handler_disconnect(instance, connection.id)
    }
  }
}

/// The arguments of one emission; argument 0 is the instance that emits. Valid during the emission.
@safe public struct SignalArguments {
  private let values: UnsafePointer<GValue>
  private let result: UnsafeMutablePointer<GValue>?

  /// The number of arguments, the instance included.
  public let count: Int

  fileprivate init(
    values: UnsafePointer<GValue>, count: Int, result: UnsafeMutablePointer<GValue>?
  ) {
    unsafe self.values = values
    self.count = count
    unsafe self.result = result
  }

  /// The argument at `index`, which must be an object.
  public func object(_ index: Int) -> OpaquePointer? {
    unsafe OpaquePointer(g_value_get_object(value(index)))
  }

  /// The argument at `index`, which must be a `guint`.
  public func unsignedInteger(_ index: Int) -> Int { Int(unsafe g_value_get_uint(value(index))) }

  /// The argument at `index`, which must be a `gboolean`.
  public func boolean(_ index: Int) -> Bool { unsafe g_value_get_boolean(value(index)) != 0 }

  /// Sets what the handler returns, for signals that return a `gboolean`.
  public func setResult(_ value: Bool) {
    if let result = unsafe result { unsafe g_value_set_boolean(result, value ? 1 : 0) }
  }

  private func value(_ index: Int) -> UnsafePointer<GValue> {
    precondition(index < count, "the signal has \(count) arguments")
    return unsafe values + index
  }
}

/// One handler. GObject's closure holds it, and tells it when the closure ends.
@safe private final class SignalConnection {
  /// The instance, until the closure is gone.
  var instance: UnsafeMutableRawPointer?
  var id: UInt = 0

  /// What is called, until the closure is gone; what it captured goes with it.
  var handler: (@MainActor (SignalArguments) -> Void)?

  init(
    _ instance: UnsafeMutableRawPointer, _ handler: @escaping @MainActor (SignalArguments) -> Void
  ) {
    unsafe self.instance = instance
    self.handler = handler
  }
}

// GTK emits on the main thread, and GObject's closures for its objects end there.
private nonisolated func invokeSignalHandler(
  _ context: UnsafeMutableRawPointer?, _ values: UnsafePointer<GValue>?, _ count: guint,
  _ result: UnsafeMutablePointer<GValue>?
) {
  guard let context = unsafe context, let values = unsafe values else { return }
  nonisolated(unsafe) let (context_, values_, result_) = unsafe (context, values, result)
  MainActor.assumeIsolated {
    let connection = unsafe Unmanaged<SignalConnection>.fromOpaque(context_).takeUnretainedValue()
    connection.handler?(
      unsafe SignalArguments(values: values_, count: Int(count), result: result_))
  }
}

private nonisolated func releaseSignalConnection(_ context: UnsafeMutableRawPointer?) {
  guard let context = unsafe context else { return }
  // Unsafe only by its type: widgets and their signals die on the main thread.
  nonisolated(unsafe) let context_ = unsafe context
  MainActor.assumeIsolated {
    let connection = unsafe Unmanaged<SignalConnection>.fromOpaque(context_).takeRetainedValue()
    unsafe connection.instance = nil
    connection.handler = nil
  }
}
