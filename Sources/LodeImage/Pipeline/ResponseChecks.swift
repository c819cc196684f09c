import Foundation
import LodeCodecs
import LodeCore

/// What an answer must be for its body to be decoded.
struct ResponseChecks: Sendable {
  var decoder: any ImageDecoding
  var imageLimits: ImageLimits

  /// Refuses a status that brings no picture, and a body whose stated size is over the cap.
  func check(_ response: FetchResponse, limits: FetchLimits) throws(ImagePipelineError) {
    // 206 is a part that nobody asked for (RFC 9110, §15.3.7).
    if let status = response.status, !(200...299).contains(status) || status == 206 {
      throw ImagePipelineError(
        .status(status), stage: .fetch, url: response.url,
        retryAfter: response.headers["Retry-After"].flatMap { Int($0) }.map { .seconds(max(0, $0)) }
      )
    }
    if let size = response.expectedBodySize, size > limits.maximumBodySize {
      throw ImagePipelineError(
        .tooLarge(.bytes), stage: .fetch, url: response.url,
        underlying: "\(size), the limit is \(limits.maximumBodySize)")
    }
  }

  /// Reads the picture's header as soon as it is there, so that what will be refused is not downloaded.
  ///
  /// - Returns: `false` where more bytes are needed to tell.
  func hasAcceptableHeader(_ body: Data, url: URL) throws(ImagePipelineError) -> Bool {
    do throws(ImageDecodingError) {
      guard let header = try decoder.header(of: body) else { return false }
      guard header.size.pixelCount <= imageLimits.maximumPixelCount else {
        throw .tooManyPixels(header.size, limit: imageLimits.maximumPixelCount)
      }
      return true
    } catch {
      throw ImagePipelineError(error, url: url)
    }
  }
}

extension ImagePipelineError {
  init(_ error: ImageDecodingError, url: URL) {
    switch error {
    case .notAnImage(let kind, let firstWords):
      self.init(
        .notAnImage(kind: kind, firstWords: firstWords), stage: .decode, url: url,
        underlying: firstWords.isEmpty ? nil : "it begins with “\(firstWords)”")
    case .unsupportedFormat(let format):
      self.init(.unsupportedFormat(format), stage: .decode, url: url)
    case .truncated:
      self.init(.truncated, stage: .decode, url: url)
    case .tooManyPixels(let size, let limit):
      self.init(
        .tooLarge(.pixels), stage: .decode, url: url,
        underlying: "\(size) pixels, the limit is \(limit)")
    case .damaged(let reason):
      self.init(.decoding, stage: .decode, url: url, underlying: reason)
    }
  }
}
