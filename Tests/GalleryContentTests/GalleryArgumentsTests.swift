import Foundation
import GalleryContent
import LodeCore
import Testing

@Suite("Command line") struct GalleryArgumentsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("https://example.org/a.jpg", to: "list.txt")
    try folder.write("{}", to: "feed.json")
    try folder.write("", to: "photo.PNG")
    try folder.write("", to: "pictures/a.jpg")
  }

  private func parse(_ arguments: String...) throws -> GalleryArguments {
    try GalleryArguments(arguments, relativeTo: folder.url)
  }

  @Test("Without arguments the photo server is shown on a fast network")
  func nothing() throws {
    #expect(try parse() == GalleryArguments())
    #expect(try parse().source == .photoServer)
    #expect(try parse().conditions == .fast)
  }

  @Test("Options are read in both spellings, before and after what they belong to")
  func options() throws {
    let arguments = try parse("--dark", "--size=640x480", "list.txt", "--conditions", "3G", "--rtl")
    #expect(arguments.isDark)
    #expect(arguments.isRightToLeft)
    #expect(arguments.windowSize == PixelSize(width: 640, height: 480))
    #expect(arguments.conditions == .threeG)
    #expect(arguments.source == .list(folder.url.appending(path: "list.txt")))
  }

  @Test("A relative folder for pictures of a run is relative to the folder one is in")
  func renderFolder() throws {
    let arguments = try parse("--render", "out")
    #expect(
      arguments.renderFolder?.path(percentEncoded: false)
        == folder.url.appending(path: "out").path(percentEncoded: false) + "/")
  }

  @Test("Where nothing else is said, relative paths begin at the folder the program was started in")
  func startFolder() throws {
    let arguments = try GalleryArguments(["--render", "out"])
    #expect(
      arguments.renderFolder?.path(percentEncoded: false)
        == FileManager.default.currentDirectoryPath + "/out/")
  }

  @Test("-h and --help ask for the help", arguments: ["-h", "--help"])
  func help(option: String) throws {
    #expect(try parse(option).showsHelp)
  }

  @Test("What an argument is, is told by its scheme, by what is there, and by its ending")
  func operands() throws {
    let base = folder.url
    #expect(try parse("pictures").source == .folder(base.appending(path: "pictures")))
    #expect(try parse("feed.json").source == .feed(base.appending(path: "feed.json")))
    #expect(try parse("photo.PNG").source == .pictures([base.appending(path: "photo.PNG")]))
    let address = try #require(URL(string: "https://example.org/feed"))
    #expect(try parse("https://example.org/feed").source == .address(address))
    let picture = try #require(URL(string: "https://example.org/a.jpg"))
    #expect(try parse("https://example.org/a.jpg").source == .pictures([picture]))
    #expect(
      try parse("https://example.org/feed", "photo.PNG").source
        == .pictures([address, base.appending(path: "photo.PNG")]))
  }

  @Test("After -- an argument is never an option")
  func endOfOptions() throws {
    try folder.write("", to: "--dark")
    #expect(try parse("--", "--dark").source == .list(folder.url.appending(path: "--dark")))
  }

  @Test(
    "A faulty command line is a typed error of usage that says what to do",
    arguments: [
      (["--darker"], GalleryError.unknownOption("--darker")),
      (["-x"], .unknownOption("-x")),
      (["--size"], .missingValue(option: "--size")),
      (["--size", "--dark"], .missingValue(option: "--size")),
      (["--render="], .missingValue(option: "--render")),
      (["--dark=yes"], .unexpectedValue(option: "--dark")),
      (["--size", "640"], .invalidSize("640")),
      (["--size", "0x100"], .invalidSize("0x100")),
      (["--size", "640x480x2"], .invalidSize("640x480x2")),
      (["--conditions", "5g"], .unknownConditions("5g")),
      (["nowhere.txt"], .noSuchFile("nowhere.txt")),
      (["http:///a.jpg"], .noSuchFile("http:///a.jpg")),
      (["ftp://example.org/a.jpg"], .unsupportedScheme("ftp://example.org/a.jpg")),
      (["https://example.org/a.jpg", "list.txt"], .mixedSources("list.txt")),
    ])
  func faults(arguments: [String], error: GalleryError) {
    #expect(throws: error) { try GalleryArguments(arguments, relativeTo: folder.url) }
    #expect(error.exitCode == 2)
    #expect(error.description.hasSuffix("."))
  }

  @Test("The help names every option and every network")
  func helpText() {
    for word in ["--conditions", "--dark", "--rtl", "--size", "--render", "--help"]
      + NamedConditions.allCases.map(\.rawValue)
    {
      #expect(GalleryArguments.help.contains(word))
    }
  }
}
