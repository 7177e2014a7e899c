// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that nobody who depends on the framework builds it.
let package = Package(
  name: "showroom-benchmarks",
  dependencies: [.package(name: "showroom", path: "..")],
  targets: [
    .executableTarget(
      name: "core-bench",
      dependencies: [
        .product(name: "ReactorCore", package: "showroom"), .product(name: "ReactorFlow", package: "showroom"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
