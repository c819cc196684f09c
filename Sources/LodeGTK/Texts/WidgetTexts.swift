public import LodeImage

/// The words that Lode's widgets show and tell assistive technology. Replace them to translate them.
///
///     WidgetTexts.current.retry = "Nochmals versuchen"
///
/// A widget takes its words when it shows them; one that is on screen keeps those it has.
public struct WidgetTexts {
  /// The words of this program.
  public static var current = WidgetTexts()

  /// What a circle means.
  public var loading = "Loading"

  /// What pressing on a failure does.
  public var retry = "Try again"

  /// What went wrong, in two or three words for a person who knows nothing of networks.
  public var failure: (ImagePipelineError) -> String = WidgetTexts.englishFailure

  /// Creates the English words.
  public init() {}

  /// The English words for `error`.
  public nonisolated static func englishFailure(_ error: ImagePipelineError) -> String {
    switch error.code {
    case .offline: "No network"
    case .dns, .connect: "Server not reachable"
    case .tls: "Connection not secure"
    case .timeout: "Took too long"
    case .redirect: "Leads nowhere"
    case .status(404), .status(410): "Not found"
    case .status(401), .status(403): "No access"
    case .status(429), .status(503): "Server is busy"
    case .status(500...): "Server error"
    case .status: "Refused by the server"
    case .empty: "Nothing there"
    case .notAnImage: "Not a picture"
    case .truncated: "Picture cut off"
    case .tooLarge: "Picture too large"
    case .unsupportedFormat: "Unknown format"
    case .decoding, .processing: "Picture damaged"
    case .invalidURL, .unsupportedScheme: "Not a valid address"
    case .cacheOnlyMiss: "Not stored here"
    default: "Could not be loaded"
    }
  }
}
