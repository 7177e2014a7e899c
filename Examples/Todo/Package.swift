// swift-tools-version: 6.3
import PackageDescription

// A package of its own, as outside this repository: it uses the framework and nothing else.
let package = Package(
  name: "todo",
  dependencies: [.package(name: "showroom", path: "../..", traits: [])],
  targets: [
    .executableTarget(
      name: "todo",
      dependencies: [
        .product(name: "ReactorCore", package: "showroom"),
        .product(name: "ReactorFlow", package: "showroom"),
        .product(name: "ReactorInspector", package: "showroom"),
        .product(name: "ReactorTerminal", package: "showroom"),
      ]),
    .testTarget(
      name: "TodoTests",
      dependencies: [
        "todo",
        .product(name: "ReactorTesting", package: "showroom"),
        .product(name: "TapePlayer", package: "showroom"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
