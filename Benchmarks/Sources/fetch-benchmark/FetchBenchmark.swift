import Foundation

/// Compares `CurlFetcher` with the `curl --parallel` command on the same files of the same server.
///
/// nginx serves 2,000 files of 20 to 60 KB on loopback, over HTTP/1.1, six at once. The two take turns,
/// so that what else the machine does meets both. Prints a table, and the figures as JSON.
@main
enum FetchBenchmark {
  static let fileCount = 2000
  static let parallelCount = 6
  static let roundCount = 5

  static func main() throws {
    let server = try FileServer(fileCount: fileCount)
    defer { server.stop() }
    let fetcher = FetcherRun(urls: server.urls, parallelCount: parallelCount)
    let command = try CommandRun(
      urls: server.urls, parallelCount: parallelCount, folder: server.folder)
    // Once for the caches of the server and of the system.
    _ = try (fetcher.run(), command.run())
    var ours: [Measurement] = []
    var theirs: [Measurement] = []
    for _ in 0..<roundCount {
      ours.append(try fetcher.run())
      theirs.append(try command.run())
    }
    let report = Report(lode: Result(ours), curl: Result(theirs), bytes: server.byteCount)
    print(report.table)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    print(String(decoding: try encoder.encode(report), as: UTF8.self))
  }
}
