// swift-tools-version: 6.3
import PackageDescription

// A package of its own, as outside this repository: it uses the framework and nothing else.
let package = Package(
  name: "planner",
  dependencies: [.package(name: "showroom", path: "../..", traits: [])],
  targets: [
    .executableTarget(
      name: "planner",
      dependencies: [
        .product(name: "ReactorCore", package: "showroom"),
        .product(name: "ReactorInspector", package: "showroom"),
        .product(name: "ReactorTerminal", package: "showroom"),
      ]),
    .testTarget(
      name: "PlannerTests",
      dependencies: [
        "planner",
        .product(name: "ReactorTesting", package: "showroom"),
        .product(name: "TapePlayer", package: "showroom"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
