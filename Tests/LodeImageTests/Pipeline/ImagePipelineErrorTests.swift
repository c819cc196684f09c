import Foundation
import LodeImage
import Testing

@Suite struct ImagePipelineErrorTests {
  @Test("The description is one sentence with the URL and what the layer below said")
  func description() {
    let error = ImagePipelineError(
      .status(404), stage: .fetch, url: URL(string: "http://host/a"), underlying: "Not Found")
    #expect(error.description == "The server answered with status 404 (http://host/a): Not Found")
  }

  @Test("A megabyte in a data: URL does not end up in a log")
  func longURL() {
    let url = URL(string: "data:image/png," + String(repeating: "A", count: 1_000_000))
    #expect(ImagePipelineError(.decoding, stage: .decode, url: url).description.count < 300)
  }

  @Test("Short descriptions come from a bounded set")
  func shortDescription() {
    let set = Set(
      (100...599).map { ImagePipelineError(.status($0), stage: .fetch).shortDescription })
    #expect(set == ["status.1xx", "status.2xx", "status.3xx", "status.4xx", "status.5xx"])
    let kinds = ["a web page", "text"].map {
      ImagePipelineError(.notAnImage(kind: $0, firstWords: $0), stage: .decode).shortDescription
    }
    #expect(Set(kinds) == ["notAnImage"])
  }
}
