import Dispatch
import Foundation
import LodeCore
import LodeImage
import Testing

/// A folder that is removed at the end.
final class TemporaryFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "lode-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  func write(_ data: Data, to name: String) throws -> URL {
    let file = url.appending(path: name)
    try data.write(to: file)
    return file
  }
}

@Suite struct FileFetcherTests {
  private let fetcher = FileFetcher()
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("A file arrives whole, in pieces of at most 64 KiB", arguments: [0, 1, 65_536, 200_001])
  func content(size: Int) async throws {
    let data = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7) })
    let file = try folder.write(data, to: "ä %#?.png")
    let record = await fetcher.record(file)
    #expect(record.isFinished)
    #expect(record.body == data)
    #expect(record.chunkSizes.allSatisfy { $0 <= 65_536 })
    #expect(record.response == FetchResponse(url: file, expectedBodySize: ByteCount(size)))
    #expect(record.violations.isEmpty)
  }

  @Test("What is no readable file has its own error, and nothing waits for a pipe's other end")
  func failures() async throws {
    let pipe = folder.url.appending(path: "pipe")
    #expect(mkfifo(pipe.path(), 0o600) == 0)
    let file = try folder.write(Data([1]), to: "file")
    #expect(await fetcher.record(folder.url.appending(path: "missing")).code == .status(404))
    #expect(await fetcher.record(file.appending(path: "below")).code == .status(404))
    #expect(await fetcher.record(folder.url).code == .status(403))
    #expect(await fetcher.record(pipe).code == .status(403))
    #expect(await fetcher.record(URL(filePath: "/dev/zero")).code == .status(403))
    let elsewhere = try #require(URL(string: "file://elsewhere.test/x"))
    #expect(await fetcher.record(elsewhere).code == .invalidURL)
  }

  @Test("A file over the cap is refused, and one at the cap is not")
  func cap() async throws {
    let file = try folder.write(Data(count: 1000), to: "file")
    let over = await fetcher.record(file, limits: FetchLimits(maximumBodySize: ByteCount(999)))
    #expect(over.code == .tooLarge(.bytes))
    #expect(over.responses.isEmpty)
    let at = await fetcher.record(file, limits: FetchLimits(maximumBodySize: ByteCount(1000)))
    #expect(at.isFinished)
  }

  @Test("A suspended fetch reads nothing, and goes on where it stopped")
  func suspension() async throws {
    let data = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 13) })
    let file = try folder.write(data, to: "file")
    let box = TaskBox()
    // The first event, on the fetcher's own thread, waits until there is a task to suspend.
    let hasTask = DispatchSemaphore(value: 0)
    let recorder = FetchRecorder { event in
      if case .response = event { hasTask.wait() }
      if case .body = event { box.suspend() }
    }
    box.set(fetcher.fetch(FetchRequest(url: file), handler: recorder.receive))
    hasTask.signal()
    for count in 1...5 {
      let record = await recorder.wait { $0.chunkSizes.count >= count }
      #expect(record.chunkSizes.count == count)
      box.resume()
    }
    let record = await recorder.waitForEnd()
    #expect(record.body == data)
    #expect(record.violations.isEmpty)
  }

  @Test("A cancelled fetch lets go of its handler, suspended or not, and reports no end")
  func cancelling() async throws {
    let file = try folder.write(Data(count: 300_000), to: "file")
    let box = TaskBox()
    let (released, continuation) = AsyncStream<Void>.makeStream()
    let recorder = FetchRecorder()
    do {
      let token = Token { continuation.finish() }
      // The first event, on the fetcher's own thread, waits until there is a task to suspend.
      let hasTask = DispatchSemaphore(value: 0)
      let task = fetcher.fetch(FetchRequest(url: file)) { event in
        _ = token
        if case .response = event { hasTask.wait() }
        if case .body = event { box.suspend() }
        recorder.receive(event)
      }
      box.set(task)
      hasTask.signal()
    }
    _ = await recorder.wait { !$0.chunkSizes.isEmpty }
    box.cancel()
    box.resume()
    for await _ in released {}
    #expect(recorder.record.chunkSizes.count == 1)
    #expect(!recorder.record.hasEnded)
  }
}

@Suite struct DataURLTests {
  private static let hello = Data("hello".utf8)

  @Test(
    "A data URL gives its bytes and its type",
    arguments: [
      ("data:,hello", "text/plain;charset=US-ASCII"),
      ("DATA:image/png;BASE64,aGVsbG8=", "image/png"),
      ("data:image/png;base64,aGVsbG8", "image/png"),
      ("data:image/png;base64,%61GVs%0D%0Ab G8%3D", "image/png"),
      ("data:image/svg+xml;charset=utf-8,h%65llo", "image/svg+xml;charset=utf-8"),
      ("data:;charset=utf-8;base64,aGVsbG8=", "text/plain;charset=utf-8"),
      ("data:;base64,aGVsbG8=", "text/plain;charset=US-ASCII"),
      ("data:image/png; base64 ,aGVsbG8=", "image/png"),
      ("data:,hello#fragment", "text/plain;charset=US-ASCII"),
    ])
  func parsing(text: String, type: String) throws {
    let url = try #require(DataURL(text))
    #expect(url.data == Self.hello)
    #expect(url.mediaType == type)
  }

  @Test(
    "What is no data URL is refused",
    arguments: [
      "data:image/png", "data:image/png;base64,a", "data:;base64,aGVs*G8=", "data:;base64,aG=VsbG8",
      "http://a.test/,", "data",
    ])
  func refusal(text: String) {
    #expect(DataURL(text) == nil)
  }

  @Test("A percent sign without two hexadecimal digits stands for itself")
  func strayPercent() {
    #expect(DataURL("data:,%zz%4")?.data == Data("%zz%4".utf8))
    #expect(DataURL("data:,%+1%-1")?.data == Data("%+1%-1".utf8))
  }

  @Test("A fetch reports head, body in pieces and end, and keeps the cap")
  func fetching() async throws {
    let data = Data((0..<150_000).map { UInt8(truncatingIfNeeded: $0) })
    let url = try #require(URL(string: "Data:image/png;base64,\(data.base64EncodedString())"))
    let record = await DataURLFetcher().record(url)
    #expect(record.body == data)
    #expect(record.chunkSizes == [65_536, 65_536, 18_928])
    #expect(record.response?.headers["content-type"] == "image/png")
    #expect(record.response?.expectedBodySize == ByteCount(data.count))
    #expect(record.violations.isEmpty)
    let capped = FetchLimits(maximumBodySize: ByteCount(149_999))
    #expect(await DataURLFetcher().record(url, limits: capped).code == .tooLarge(.bytes))
    let broken = try #require(URL(string: "data:nothing"))
    #expect(await DataURLFetcher().record(broken).code == .invalidURL)
  }
}

@Suite struct URLFetcherTests {
  private struct Fixed: DataFetching {
    func fetch(
      _ request: FetchRequest, handler: @escaping @Sendable (FetchEvent) -> Void
    ) -> any FetchTask {
      DataURLFetcher().fetch(FetchRequest(url: URL(string: "data:,fixed")!), handler: handler)
    }
  }

  @Test("Each scheme goes to its fetcher, its letter case regardless")
  func routing() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Data("file".utf8), to: "f")
    let fetcher = URLFetcher(additional: ["Asset": Fixed(), "http": Fixed()])
    let fileURL = try #require(URL(string: "FILE://\(file.path())"))
    #expect(await fetcher.record(fileURL).body == Data("file".utf8))
    let dataURL = try #require(URL(string: "DATA:,data"))
    #expect(await fetcher.record(dataURL).body == Data("data".utf8))
    for text in ["asset:x", "HTTP://127.0.0.1/"] {
      let url = try #require(URL(string: text))
      #expect(await fetcher.record(url).body == Data("fixed".utf8))
    }
  }

  @Test("Unknown schemes and URLs without one fail with their own errors")
  func failures() async throws {
    let ftp = try #require(URL(string: "FTP://a.test/"))
    #expect(await URLFetcher().record(ftp).code == .unsupportedScheme("ftp"))
    let relative = try #require(URL(string: "photo.png"))
    #expect(await URLFetcher().record(relative).code == .invalidURL)
  }
}
