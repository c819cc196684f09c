import LodeCore

/// A picture that the photo server has, before anything is made of it.
struct CataloguePicture: Sendable {
  /// How the server answers for it. About one in twelve answers badly, as in the real world.
  enum Behaviour: Hashable, Sendable {
    case good
    /// The bytes come at a trickle.
    case slow
    /// 404.
    case missing
    /// 410.
    case gone
    /// A file that was cut off when somebody uploaded it.
    case cutOff
    /// A file with a damaged middle.
    case damaged
    /// A page of text with status 200, as captive portals send it.
    case page
    /// 503 at the first attempt; the next one succeeds.
    case busyOnce
  }

  enum Format: String, Hashable, Sendable {
    case jpeg = "jpg"
    case webP = "webp"
    case png

    var mediaType: String {
      switch self {
      case .jpeg: "image/jpeg"
      case .webP: "image/webp"
      case .png: "image/png"
      }
    }
  }

  /// A part of the path of its URLs; unique.
  var name: String
  /// The title of what is painted.
  var title: String
  /// What is special about how the server answers, if anything is.
  var caption = ""
  var size: PixelSize
  var format = Format.jpeg
  var behaviour = Behaviour.good
  /// What is painted, unless there is a photograph.
  var scene: any PictureScene
  var seed: UInt64
  /// How rough the paper is, in steps of 8 bits.
  var grain: Float = 1.1
  var photograph: Photograph?
}

/// A part of a photograph from the Debian package lomiri-wallpapers-16.04.
struct Photograph: Hashable, Sendable {
  static let package = "lomiri-wallpapers-16.04"
  static let folder = "/usr/share/backgrounds"

  var title: String
  var file: String
  var author: String
  var licence: String
  /// The part that is shown: its left and upper edge and its sides, as fractions of the whole.
  var left = 0.0
  var top = 0.0
  var width = 1.0
  var height = 1.0

  var credit: String { "Photograph: \(author), \(licence)" }
}
