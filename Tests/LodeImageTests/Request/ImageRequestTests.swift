import Foundation
import LodeCore
import LodeImage
import Testing

@Suite struct ImageRequestTests {
  @Test(
    "Text that spells a URL becomes one",
    arguments: [
      ("http://host/a.png", "http://host/a.png"),
      ("  https://host/a b.png\n", "https://host/a%20b.png"),
      ("data:image/png;base64,AAAA", "data:image/png;base64,AAAA"),
      ("file:///a/b.png", "file:///a/b.png"),
    ])
  func valid(text: String, url: String) throws {
    #expect(try ImageRequest(text).url.absoluteString == url)
  }

  @Test(
    "Other text is refused with a reason",
    arguments: ["", "  ", "::", "picture.png", "http://", "https:///a"])
  func invalid(text: String) {
    #expect {
      try ImageRequest(text)
    } throws: { error in
      (error as? ImagePipelineError)?.code == .invalidURL
    }
  }

  @Test("Everything that changes what is shown makes two requests unequal; urgency does not")
  func equality() throws {
    let request = try ImageRequest("http://host/a")
    let edits: [(inout ImageRequest) -> Void] = [
      { $0.url = URL(string: "http://host/b")! }, { $0.headers["A"] = "b" },
      { $0.targetSize = PixelSize(width: 1, height: 1) }, { $0.contentMode = .fill },
      { $0.contentMode = .fit },
      { $0.cachePolicy = .reload }, { $0.id = "x" },
    ]
    for edit in edits {
      var other = request
      edit(&other)
      #expect(other != request)
    }
    var urgent = request
    urgent.priority = .veryHigh
    #expect(urgent == request && urgent.hashValue == request.hashValue)
  }
}
