import Foundation

/// Fetches all URLs by the `curl` command.
struct CommandRun {
  private let arguments: [String]

  init(urls: [URL], parallelCount: Int, folder: URL) throws {
    let list = folder.appending(path: "urls.txt")
    try urls.map { "url = \"\($0)\"\noutput = \"/dev/null\"\n" }.joined()
      .write(to: list, atomically: true, encoding: .utf8)
    arguments = [
      "curl", "--silent", "--fail", "--parallel", "--parallel-max", "\(parallelCount)",
      "--config", list.path(),
    ]
  }

  func run() throws -> Measurement {
    try Measurement.of(.children) {
      // Not by Process, which notices the end of a program tens of milliseconds late.
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      // With --parallel there is a progress meter in spite of --silent.
      posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
      var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
      defer { for word in words { free(word) } }
      var child: pid_t = 0
      guard posix_spawnp(&child, "curl", &actions, nil, &words, environ) == 0 else {
        throw FileServer.Failure(description: "curl is not installed: apt-get install curl")
      }
      var status: Int32 = 0
      guard waitpid(child, &status, 0) == child, status == 0 else {
        throw FileServer.Failure(description: "curl ended with status \(status)")
      }
    }
  }
}
