// swift-tools-version: 6.3
import PackageDescription

// A separate package, so that packages that depend on the framework do not build it.
let package = Package(
  name: "showroom-benchmarks",
  dependencies: [.package(name: "showroom", path: "..", traits: [])],
  targets: [
    .executableTarget(
      name: "core-bench",
      dependencies: [
        .product(name: "ReactorCore", package: "showroom"), .product(name: "ReactorFlow", package: "showroom"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
