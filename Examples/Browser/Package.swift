// swift-tools-version: 6.3
import PackageDescription

// A package of its own, as outside this repository: it uses the framework and nothing else.
let package = Package(
  name: "browser",
  dependencies: [.package(name: "showroom", path: "../..", traits: [])],
  targets: [
    .executableTarget(
      name: "browser",
      dependencies: [
        .product(name: "ReactorCore", package: "showroom"),
        .product(name: "ReactorFlow", package: "showroom"),
        .product(name: "ReactorInspector", package: "showroom"),
        .product(name: "ReactorTerminal", package: "showroom"),
      ]),
    .testTarget(
      name: "BrowserTests",
      dependencies: [
        "browser",
        .product(name: "ReactorTesting", package: "showroom"),
        .product(name: "TapePlayer", package: "showroom"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
