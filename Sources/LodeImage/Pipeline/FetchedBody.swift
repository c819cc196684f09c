package import Foundation
package import LodeCodecs

/// A complete body, and where it came from.
package struct FetchedBody: Hashable, Sendable {
  package var data: Data
  package var source: ImageResponse.Source

  package init(data: Data, source: ImageResponse.Source) {
    self.data = data
    self.source = source
  }
}

/// A picture as it leaves the decoder.
package struct DecodedPicture: Hashable, Sendable {
  package var image: DecodedImage
  package var source: ImageResponse.Source

  package init(image: DecodedImage, source: ImageResponse.Source) {
    self.image = image
    self.source = source
  }
}
