import Foundation

/// What one round took.
struct Measurement {
  /// The time on the wall, in seconds.
  var wall: Double
  /// The time of the processor in the client, in seconds.
  var processor: Double

  /// Measures `body`; `who` says whose processor time: this process's or that of its children.
  static func of(_ who: Who, _ body: () throws -> Void) rethrows -> Measurement {
    let before = who.processorTime
    let start = ContinuousClock.now
    try body()
    return Measurement(
      wall: start.duration(to: .now) / .seconds(1), processor: who.processorTime - before)
  }

  enum Who {
    case thisProcess
    /// Only those that have ended count, so the server does not.
    case children

    /// In seconds, user and system together.
    var processorTime: Double {
      // RUSAGE_SELF and RUSAGE_CHILDREN, which have another type in Swift than the function wants.
      var usage = rusage()
      switch self {
      case .thisProcess: getrusage(0, &usage)
      case .children: getrusage(-1, &usage)
      }
      return usage.ru_utime.seconds + usage.ru_stime.seconds
    }
  }
}

extension timeval {
  fileprivate var seconds: Double { Double(tv_sec) + Double(tv_usec) / 1e6 }
}

/// The rounds of one client.
struct Result: Codable {
  var requestsPerSecond: Double
  var processorMicrosecondsPerRequest: Double
  /// Requests a second in each round.
  var rounds: [Double]

  /// Medians over the rounds.
  init(_ measurements: [Measurement]) {
    let count = Double(FetchBenchmark.fileCount)
    rounds = measurements.map { count / $0.wall }
    requestsPerSecond = rounds.median
    processorMicrosecondsPerRequest = measurements.map { $0.processor / count * 1e6 }.median
  }
}

extension [Double] {
  fileprivate var median: Double { sorted()[count / 2] }
}

/// What is printed.
struct Report: Codable {
  var lode: Result
  var curl: Result
  var bytes: Int
  /// Requests a second, ours over the command's; the aim is 0.8 or more.
  var ratio: Double

  init(lode: Result, curl: Result, bytes: Int) {
    self.lode = lode
    self.curl = curl
    self.bytes = bytes
    ratio = lode.requestsPerSecond / curl.requestsPerSecond
  }

  var table: String {
    let rows = [("CurlFetcher", lode), ("curl --parallel", curl)].map { name, result in
      let rounds = result.rounds.map { String(format: "%.0f", $0) }.joined(separator: " ")
      return name.padding(toLength: 18, withPad: " ", startingAt: 0)
        + String(
          format: "%10.0f %14.1f   ", result.requestsPerSecond,
          result.processorMicrosecondsPerRequest) + rounds
    }
    let title = """
      \(FetchBenchmark.fileCount) files, \(bytes / 1_000_000) MB, nginx on loopback, HTTP/1.1, \
      \(FetchBenchmark.parallelCount) at once; medians of \(FetchBenchmark.roundCount) rounds in turn
      """
    let head = "client              requests/s  CPU us/request   requests/s of each round"
    return ([title, head] + rows + [String(format: "ratio %.2f (aim: 0.8 or more)", ratio)])
      .joined(separator: "\n")
  }
}
