#if os(Linux)
import CLodeCurl
import Foundation

/// The system's certificate authorities and others, in one file that exists in memory only.
///
/// libcurl reads either its own bundle or the one it is given, and caches what it parsed only for a
/// bundle that has a path.
final class TrustStore {
  /// Where libcurl finds the file, as long as this object lives.
  let path: String
  private let descriptor: Int32

  /// Fails where the system has no memory for the file; then the additional authorities are unknown,
  /// and their hosts are refused.
  init?(adding roots: [TrustRoot]) {
    descriptor = clode_open_memory_file("lode-trust-roots")
    guard descriptor >= 0 else { return nil }
    path = "/proc/self/fd/\(descriptor)"
    var bundle = Self.systemBundle
    for root in roots { bundle.append(Data("\n\(root.pem)\n".utf8)) }
    do {
      try FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).write(contentsOf: bundle)
    } catch {
      close(descriptor)
      return nil
    }
  }

  deinit {
    close(descriptor)
  }

  /// What libcurl would read by itself; empty where there is none.
  private static var systemBundle: Data {
    guard
      let path = clode_default_trust_store(),
      let bundle = FileManager.default.contents(atPath: String(cString: path))
    else { return Data() }
    return bundle
  }
}
#endif
