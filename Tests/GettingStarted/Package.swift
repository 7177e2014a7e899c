// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "tea",
  dependencies: [.package(path: "../showroom", traits: [])],
  targets: [
    .executableTarget(
      name: "tea",
      dependencies: [
        .product(name: "ReactorCore", package: "showroom"),
        .product(name: "ReactorTerminal", package: "showroom"),
      ]),
    .testTarget(
      name: "TeaTests",
      dependencies: ["tea", .product(name: "ReactorTesting", package: "showroom")]),
  ]
)
