public import Foundation
public import LodeImage

/// Why the gallery has nothing to show. Each one says what to do.
public enum GalleryError: Error, Hashable, Sendable {
  /// An option that does not exist.
  case unknownOption(String)
  /// An option that needs a value has none.
  case missingValue(option: String)
  /// An option that takes no value has one.
  case unexpectedValue(option: String)
  /// `--size` with something else than two lengths from 200 to 8192.
  case invalidSize(String)
  /// `--conditions` with a name that does not exist.
  case unknownConditions(String)
  /// An argument that is no URL, and no file or folder of that name is there.
  case noSuchFile(String)
  /// A URL with a scheme that pictures are not loaded from.
  case unsupportedScheme(String)
  /// A folder, list or feed together with something else.
  case mixedSources(String)
  /// The file is there, and cannot be read.
  case unreadable(URL, reason: String)
  /// The text file names no picture.
  case emptyList(URL)
  /// A line of the text file is neither a URL nor a file.
  case invalidLine(URL, line: Int, text: String)
  /// The folder holds no picture.
  case noPicturesInFolder(URL)
  /// The document is neither a JSON Feed nor RSS nor Atom.
  case notAFeed(URL, reason: String)
  /// The feed is damaged.
  case malformedFeed(URL, line: Int?, reason: String)
  /// The feed is fine, and no picture is in it.
  case noPicturesInFeed(URL)
  /// The feed could not be loaded.
  case feedNotLoaded(ImagePipelineError)

  /// Whether the command line itself is at fault, so that a hint at `--help` is of use.
  public var isUsageError: Bool {
    switch self {
    case .unknownOption, .missingValue, .unexpectedValue, .invalidSize, .unknownConditions,
      .noSuchFile, .unsupportedScheme, .mixedSources:
      true
    case .unreadable, .emptyList, .invalidLine, .noPicturesInFolder, .notAFeed, .malformedFeed,
      .noPicturesInFeed, .feedNotLoaded:
      false
    }
  }

  /// What the program exits with: 2 where the command line is at fault, else 1.
  public var exitCode: Int32 { isUsageError ? 2 : 1 }
}

extension GalleryError: CustomStringConvertible {
  /// What is wrong and what to do, in one or two sentences.
  public var description: String {
    switch self {
    case .unknownOption(let name):
      "There is no option \(name). See lode-gallery --help."
    case .missingValue(let option):
      "\(option) needs a value. See lode-gallery --help."
    case .unexpectedValue(let option):
      "\(option) takes no value."
    case .invalidSize(let text):
      "“\(text)” is no size. Write a width and a height from 200 to 8192, such as 1200x800."
    case .unknownConditions(let text):
      "There are no conditions “\(text)”. Choose one of "
        + NamedConditions.allCases.map(\.rawValue).joined(separator: ", ") + "."
    case .noSuchFile(let path):
      "“\(path)” is neither a web address nor a file or folder here. Check the spelling; a web "
        + "address begins with https://."
    case .unsupportedScheme(let url):
      "Pictures are not loaded from “\(url)”. Use http, https, file or data."
    case .mixedSources(let path):
      "“\(path)” is a list, a folder or a feed, which is shown alone. Leave the other arguments out."
    case .unreadable(let url, let reason):
      "\(url.shownPath) cannot be read: \(reason)."
    case .emptyList(let url):
      "\(url.shownPath) names no picture. Write one web address or path a line."
    case .invalidLine(let url, let line, let text):
      "\(url.shownPath), line \(line): “\(text)” is neither a web address nor a file here."
    case .noPicturesInFolder(let url):
      "\(url.shownPath) holds no picture. Files ending in "
        + PictureSource.pictureExtensions.joined(separator: ", ")
        + " are shown; folders inside it are not looked into."
    case .notAFeed(let url, let reason):
      "\(url.shownPath) is not a JSON Feed, RSS or Atom document: \(reason)."
    case .malformedFeed(let url, let line, let reason):
      "\(url.shownPath)\(line.map { ", line \($0)" } ?? "") is damaged: \(reason)."
    case .noPicturesInFeed(let url):
      "The feed \(url.shownPath) has no picture in it."
    case .feedNotLoaded(let error):
      "The feed could not be loaded. \(error)."
    }
  }
}

extension URL {
  /// The path of a file, the whole text of any other URL.
  var shownPath: String { isFileURL ? path(percentEncoded: false) : absoluteString }
}
