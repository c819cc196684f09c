// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that the neutral tests neither need nor load GTK.
let package = Package(
  name: "LodeGTKTests",
  dependencies: [.package(name: "Lode", path: "../..")],
  targets: [
    // Puts the main actor of the test process on GLib's loop, on the process's main thread.
    .target(
      name: "CLodeGTKTestHook",
      dependencies: [.product(name: "LodeGTK", package: "Lode")]),
    .testTarget(
      name: "LodeGTKTests",
      dependencies: [
        "CLodeGTKTestHook",
        .product(name: "LodeGTK", package: "Lode"),
        .product(name: "LodeTesting", package: "Lode"),
        .product(name: "CGTK4", package: "Lode"),
      ],
      swiftSettings: [
        .defaultIsolation(MainActor.self), .treatWarning("ActorIsolatedCall", as: .error),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  let isSwift = !target.name.hasPrefix("CLode")
  target.swiftSettings =
    (isSwift
      ? [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .treatAllWarnings(as: .error),
      ] : []) + (target.swiftSettings ?? [])
}
