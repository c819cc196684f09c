extension ImagePipelineError {
  /// A failure of a fetch.
  package static func fetch(
    _ code: Code, of request: FetchRequest, _ underlying: String? = nil
  ) -> ImagePipelineError {
    ImagePipelineError(code, stage: .fetch, url: request.url, underlying: underlying)
  }
}

extension FetchRequest {
  /// What is wrong with the header fields: names that are no tokens (RFC 9110, §5.6.2), and values
  /// with line breaks, through which a field or a second request could be smuggled in.
  package var headerFault: String? {
    let separators = Set("()<>@,;:\\\"/[]?={}".utf8)
    for (name, value) in headers {
      guard
        !name.isEmpty, name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !separators.contains($0) })
      else { return "“\(name)” is no name of a header field" }
      guard value.utf8.allSatisfy({ $0 >= 0x20 || $0 == 0x09 }) else {
        return "The header field \(name) has a line break or another control character in its value"
      }
    }
    return nil
  }
}
