import Foundation
import LodeCore

/// A program that a test starts, found through `PATH`.
final class ChildProcess: Sendable {
  struct Failure: Error {
    var status: Int32
    var output: String
  }

  private let output: FileHandle
  private let terminate: @Sendable () -> Void

  private init(_ process: Process, output: FileHandle) {
    self.output = output
    let process = Locked(process)
    terminate = {
      process.withLock {
        $0.terminate()
        $0.waitUntilExit()
      }
    }
  }

  /// Whether there is a program of this name.
  static func exists(_ name: String) -> Bool { path(name) != nil }

  /// Starts a program; `stop()` ends it.
  static func start(_ name: String, _ arguments: [String]) async throws -> ChildProcess {
    try await withCheckedThrowingContinuation { continuation in
      onFreeThread {
        let (process, pipe) = make(name, arguments)
        do {
          try process.run()
          continuation.resume(
            returning: ChildProcess(process, output: pipe.fileHandleForReading))
        } catch {
          continuation.resume(throwing: error)
        }
      }
    }
  }

  /// Runs a program to its end.
  @discardableResult
  static func run(_ name: String, _ arguments: [String]) async throws -> String {
    try await withCheckedThrowingContinuation { continuation in
      onFreeThread {
        let (process, pipe) = make(name, arguments)
        do {
          try process.run()
          let output = String(
            decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
          process.waitUntilExit()
          guard process.terminationStatus == 0 else {
            throw Failure(status: process.terminationStatus, output: output)
          }
          continuation.resume(returning: output)
        } catch {
          continuation.resume(throwing: error)
        }
      }
    }
  }

  func stop() {
    terminate()
  }

  /// Waits for the first line of output.
  func firstLine() async -> String {
    await withCheckedContinuation { continuation in
      Self.onFreeThread { [output] in
        var line = Data()
        while line.last != UInt8(ascii: "\n") {
          let byte = output.readData(ofLength: 1)
          guard !byte.isEmpty else { break }
          line.append(byte)
        }
        continuation.resume(returning: String(decoding: line, as: UTF8.self))
      }
    }
  }

  private static func make(_ name: String, _ arguments: [String]) -> (Process, Pipe) {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: path(name) ?? name)
    process.arguments = arguments
    process.standardOutput = pipe
    process.standardError = pipe
    return (process, pipe)
  }

  private static func path(_ name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return (folders.map(String.init) + ["/usr/sbin", "/sbin"]).map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// A child inherits its parent thread's signal mask, and Dispatch's threads block SIGTERM: a child of
  /// theirs could not be terminated.
  private static func onFreeThread(_ body: @escaping @Sendable () -> Void) {
    Thread.detachNewThread {
      var none = sigset_t()
      sigemptyset(&none)
      pthread_sigmask(SIG_SETMASK, &none, nil)
      body()
    }
  }
}
