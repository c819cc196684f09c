// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Lode",
  platforms: [.iOS(.v16), .macOS(.v13), .tvOS(.v16), .visionOS(.v1)],
  products: [
    .library(name: "LodeActivity", targets: ["LodeActivity"]),
    .library(name: "LodeImage", targets: ["LodeImage"]),
    .library(name: "LodeCodecs", targets: ["LodeCodecs"]),
    .library(name: "LodePresentation", targets: ["LodePresentation"]),
    .library(name: "LodeTesting", targets: ["LodeTesting"]),
  ],
  targets: [
    .target(name: "LodeCore"),
    .target(name: "LodeActivity", dependencies: ["LodeCore"]),
    .target(name: "LodeCodecs", dependencies: ["LodeCore", .linux("CLodeCodecs")]),
    .target(name: "LodeImage", dependencies: ["LodeCore", "LodeCodecs", .linux("CLodeCurl")]),
    .target(name: "LodePresentation", dependencies: ["LodeActivity", "LodeImage"]),
    .target(name: "LodeTesting", dependencies: ["LodePresentation"]),
    .testTarget(name: "LodeCoreTests", dependencies: ["LodeCore"]),
    .testTarget(name: "LodeActivityTests", dependencies: ["LodeActivity", "LodeTesting"]),
    .testTarget(name: "LodeCodecsTests", dependencies: ["LodeCodecs"]),
    .testTarget(name: "LodeImageTests", dependencies: ["LodeImage", "LodeTesting"]),
    .testTarget(name: "LodePresentationTests", dependencies: ["LodePresentation", "LodeTesting"]),
    .testTarget(name: "LodeTestingTests", dependencies: ["LodeTesting"]),
  ],
  swiftLanguageModes: [.v6]
)

extension Target.Dependency {
  /// A target that only Linux needs: a C library, or the shim over one.
  static func linux(_ name: String) -> Target.Dependency {
    .target(name: name, condition: .when(platforms: [.linux]))
  }
}

#if os(Linux)
package.products += [
  .library(name: "LodeGTK", targets: ["LodeGTK"]),
  .library(name: "CGTK4", targets: ["CGTK4"]),
  .executable(name: "lode-gallery", targets: ["lode-gallery"]),
]
package.targets += [
  .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
  .target(name: "CLodeCurl", dependencies: ["CCurl"]),
  .systemLibrary(name: "CJPEG", pkgConfig: "libjpeg", providers: [.apt(["libjpeg62-turbo-dev"])]),
  .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
  .systemLibrary(name: "CWebP", pkgConfig: "libwebp", providers: [.apt(["libwebp-dev"])]),
  .target(name: "CLodeCodecs", dependencies: ["CJPEG", "CPNG", "CWebP"]),
  .systemLibrary(name: "CGTK4", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),
  .target(name: "CLodeGTK", dependencies: ["CGTK4"]),
  .target(
    name: "LodeGTK",
    dependencies: ["LodePresentation", "CGTK4", "CLodeGTK"],
    swiftSettings: [
      .defaultIsolation(MainActor.self), .strictMemorySafety(),
      // A GTK function called off the main actor is only a warning by default.
      .treatWarning("ActorIsolatedCall", as: .error),
    ]
  ),
  .target(name: "GalleryContent", dependencies: ["LodeTesting"]),
  .executableTarget(
    name: "lode-gallery",
    dependencies: ["GalleryContent", "LodeGTK", "CGTK4", "CLodeGTK"],
    swiftSettings: [
      .defaultIsolation(MainActor.self), .treatWarning("ActorIsolatedCall", as: .error),
    ]
  ),
  .testTarget(name: "GalleryContentTests", dependencies: ["GalleryContent", "LodeTesting"]),
]
#endif

for target in package.targets where target.type != .system {
  guard !target.name.hasPrefix("CLode") else {
    target.cSettings = [.treatAllWarnings(as: .error)]
    continue
  }
  target.swiftSettings =
    [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      .enableUpcomingFeature("InferIsolatedConformances"),
      .treatAllWarnings(as: .error),
    ] + (target.swiftSettings ?? [])
}
