public import Foundation
public import LodeCore
public import LodeTesting

/// What the person who started the gallery asked for.
public struct GalleryArguments: Hashable, Sendable {
  /// Where the pictures come from.
  public var source = PictureSource.photoServer

  /// What the network is like at the start.
  public var conditions = NamedConditions.fast

  /// Whether dark colours are used whatever the system says.
  public var isDark = false

  /// The window's size at the start; `nil` is the gallery's own choice.
  public var windowSize: PixelSize?

  /// The folder to write pictures of a run into, instead of showing a window.
  public var renderFolder: URL?

  /// Whether the interface runs from right to left whatever the language says.
  public var isRightToLeft = false

  /// Whether only the help is to be printed.
  public var showsHelp = false

  /// Creates arguments that ask for nothing in particular: the built-in photo server.
  public init() {}

  /// Reads a command line.
  ///
  /// Files and folders are looked at, but not read.
  ///
  /// - Parameters:
  ///   - arguments: The command line without the program's name.
  ///   - folder: What relative paths are relative to.
  public init(
    _ arguments: [String],
    relativeTo folder: URL = URL(
      filePath: FileManager.default.currentDirectoryPath, directoryHint: .isDirectory)
  ) throws(GalleryError) {
    var rest = arguments[...]
    var operands: [String] = []
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("-"), argument != "-" else {
        operands.append(argument)
        continue
      }
      if argument == "--" {
        operands += rest
        break
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      let attached = parts.count > 1 ? String(parts[1]) : nil
      if try !readSwitch(name, hasValue: attached != nil) {
        try readOption(name, value: attached ?? rest.popFirst(), relativeTo: folder)
      }
    }
    source = try PictureSource(operands, relativeTo: folder)
  }

  private mutating func readSwitch(_ name: String, hasValue: Bool) throws(GalleryError) -> Bool {
    switch name {
    case "--help", "-h": showsHelp = true
    case "--dark": isDark = true
    case "--rtl": isRightToLeft = true
    default: return false
    }
    if hasValue { throw .unexpectedValue(option: name) }
    return true
  }

  private mutating func readOption(
    _ name: String, value: String?, relativeTo folder: URL
  ) throws(GalleryError) {
    guard ["--size", "--render", "--conditions"].contains(name) else {
      throw .unknownOption(name)
    }
    guard let value, !value.isEmpty, !value.hasPrefix("--") else {
      throw .missingValue(option: name)
    }
    switch name {
    case "--size":
      let sides = value.lowercased().split(separator: "x").compactMap { Int($0) }
      guard sides.count == 2, sides.allSatisfy({ (200...8192).contains($0) }) else {
        throw .invalidSize(value)
      }
      windowSize = PixelSize(width: sides[0], height: sides[1])
    case "--render":
      renderFolder =
        URL(filePath: value, directoryHint: .isDirectory, relativeTo: folder)
        .absoluteURL
    default:
      guard let conditions = NamedConditions(rawValue: value.lowercased()) else {
        throw .unknownConditions(value)
      }
      self.conditions = conditions
    }
  }

  /// What `--help` prints.
  public static let help = """
    Usage: lode-gallery [options] [pictures]

    Shows pictures in a window, each with a circle while it loads.

    Pictures are one of:
      URL …        web addresses of pictures (http, https, file, data)
      FILE.txt     a text file with one web address or path a line; # begins a comment
      FOLDER       a folder; its pictures are shown, those of folders inside it are not
      FEED         a JSON Feed, RSS or Atom document: a file, or its web address
      FILE …       files of pictures
    Without any, the built-in photo server is used.

    Options:
      --conditions NAME   the network at the start: fast, 3g, flaky, offline
      --dark              dark colours whatever the system says
      --rtl               lay the window out from right to left
      --size WxH          the window's size, such as 1200x800
      --render DIR        write pictures of a run into DIR instead of showing a window
      -h, --help          print this

    """
}

/// The network conditions that a person can choose by name.
public enum NamedConditions: String, CaseIterable, Hashable, Sendable {
  case fast
  case threeG = "3g"
  case flaky
  case offline

  /// The name for people.
  public var title: String {
    switch self {
    case .fast: "Fast"
    case .threeG: "3G"
    case .flaky: "Flaky"
    case .offline: "Offline"
    }
  }

  /// What the network does under that name.
  public var conditions: NetworkConditions {
    switch self {
    case .fast: .fast
    case .threeG: .threeG
    case .flaky: .flaky
    case .offline: .offline
    }
  }
}
