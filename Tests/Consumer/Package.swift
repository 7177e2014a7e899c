// swift-tools-version: 6.3
import PackageDescription

// A package that depends on the framework without the app, as a package outside this repository does.
let package = Package(
  name: "consumer",
  dependencies: [.package(name: "showroom", path: "../..", traits: [])],
  targets: [
    .executableTarget(
      name: "consumer",
      dependencies: [
        .product(name: "ReactorCore", package: "showroom"), .product(name: "ReactorTerminal", package: "showroom"),
      ]),
    .testTarget(
      name: "ConsumerTests", dependencies: ["consumer", .product(name: "ReactorTesting", package: "showroom")]),
  ],
  swiftLanguageModes: [.v6]
)
