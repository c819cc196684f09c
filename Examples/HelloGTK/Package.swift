// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "HelloGTK",
  dependencies: [.package(name: "Lode", path: "../..")],
  targets: [
    .executableTarget(
      name: "hello-gtk",
      dependencies: [
        .product(name: "LodeGTK", package: "Lode"), .product(name: "CGTK4", package: "Lode"),
      ])
  ]
)
