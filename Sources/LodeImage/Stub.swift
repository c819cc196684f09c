public import Foundation
public import LodeCodecs
/// x
public struct ImageDecoder: ImageDecoding {
  /// x
  public init() {}
  public func header(of data: Data) throws(ImageDecodingError) -> ImageHeader? { nil }
  public func decode(_ data: Data, options: DecodingOptions) throws(ImageDecodingError) -> DecodedImage { throw .truncated }
}
