// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Outside",
  dependencies: [.package(name: "Lode", path: "../..")],
  targets: [
    .executableTarget(
      name: "picture-size", dependencies: [.product(name: "LodeImage", package: "Lode")])
  ]
)
