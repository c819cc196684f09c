import Foundation
import GalleryContent
import LodeActivity
import LodeImage
import LodePresentation
import LodeTesting

/// What the gallery shows and how it gets it: the list, the network, the cache, the timing.
final class GallerySession {
  /// When the circle appears, by names for people.
  enum Timing: String, CaseIterable {
    case immediate, graceful

    var timing: FeedbackTiming { self == .immediate ? .immediate : .graceful }
  }

  let pipeline: ImagePipeline
  private let cache = MemoryImageCache()
  private let conditioner: NetworkConditioner
  private let source: PictureSource
  private let server: PhotoServer?

  /// The pictures; empty until they are known.
  private(set) var list = PictureList(title: "Pictures", pictures: [])

  /// How pictures are loaded.
  private(set) var options = ImageLoadOptions(timing: .graceful)

  /// The network that is pretended.
  var network: NamedConditions {
    didSet { conditioner.conditions = network.conditions }
  }

  var timing = Timing.graceful {
    didSet { options.timing = timing.timing }
  }

  init(_ arguments: GalleryArguments) throws {
    source = arguments.source
    network = arguments.conditions
    server = source == .photoServer ? try PhotoServer() : nil
    let conditioner = NetworkConditioner(
      URLFetcher(), conditions: arguments.conditions.conditions)
    self.conditioner = conditioner
    let cache = cache
    pipeline = ImagePipeline {
      $0.fetcher = conditioner
      $0.memoryCache = cache
    }
  }

  /// Whether the list itself has to be fetched.
  var listComesFromNetwork: Bool {
    if case .address = source { true } else { false }
  }

  /// Finds out which pictures there are.
  func loadList() async throws(GalleryError) {
    if let server {
      list = server.list
    } else {
      list = try await PictureListLoader(fetcher: conditioner).list(of: source)
    }
  }

  func clearMemoryCache() {
    cache.removeAll()
  }

  /// What a cell shows.
  func cellRequest(_ index: Int) -> ImageRequest {
    let picture = list.pictures[index]
    var request = ImageRequest(url: picture.thumbnailURL ?? picture.url)
    request.contentMode = .fill
    return request
  }

  /// What the viewer shows.
  func largeRequest(_ index: Int) -> ImageRequest {
    var request = ImageRequest(url: list.pictures[index].url)
    request.priority = .high
    request.contentMode = .fit
    return request
  }

  func stop() {
    pipeline.invalidate()
    server?.stop()
  }
}
