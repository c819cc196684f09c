import Foundation

extension ImagePipelineError {
  /// A failure of a fetch.
  package static func fetch(
    _ code: Code, of request: FetchRequest, _ underlying: String? = nil
  ) -> ImagePipelineError {
    ImagePipelineError(code, stage: .fetch, url: request.url, underlying: underlying)
  }
}

extension FetchRequest {
  /// Why the request cannot be made over the network, or `nil`.
  var networkFault: ImagePipelineError? {
    guard Origin(url) != nil else {
      guard let scheme = url.scheme?.lowercased(), !["http", "https"].contains(scheme) else {
        return .fetch(.invalidURL, of: self, "There is no host in “\(url)”")
      }
      return .fetch(.unsupportedScheme(scheme), of: self)
    }
    return headerFault.map { .fetch(.invalidURL, of: self, $0) }
  }

  /// What is wrong with the header fields: names that are no tokens (RFC 9110, §5.6.2), and values
  /// with line breaks, through which a field or a second request could be smuggled in.
  private var headerFault: String? {
    for (name, value) in headers {
      guard
        !name.isEmpty,
        name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !Self.separators.contains($0) })
      else { return "“\(name)” is no name of a header field" }
      guard value.utf8.allSatisfy({ $0 >= 0x20 || $0 == 0x09 }) else {
        return "The header field \(name) has a line break or another control character in its value"
      }
    }
    return nil
  }

  /// What a name may not contain besides control characters and spaces.
  private static let separators = Set("()<>@,;:\\\"/[]?={}".utf8)
}
