// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "showroom",
  products: [
    .library(name: "ReactorCore", targets: ["ReactorCore"]),
    .library(name: "ReactorFlow", targets: ["ReactorFlow"]),
    .library(name: "ReactorTerminal", targets: ["ReactorTerminal"]),
    .library(name: "ReactorTesting", targets: ["ReactorTesting"]),
    .library(name: "TapePlayer", targets: ["TapePlayer"]),
    .executable(name: "showroom", targets: ["showroom"]),
    .executable(name: "counter", targets: ["counter"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/apple/swift-system", from: "1.6.0"),
  ],
  targets: [
    .systemLibrary(name: "CNcurses", providers: [.apt(["libncurses-dev"])]),
    .systemLibrary(name: "CArchive", providers: [.apt(["libarchive-dev"])]),
    .target(name: "CTerminal"),
    .target(name: "ReactorCore"),
    .target(name: "ReactorFlow", dependencies: ["ReactorCore"]),
    .target(name: "ReactorTerminal", dependencies: ["CNcurses", "CTerminal", "ReactorCore", "ReactorFlow"]),
    .target(name: "ReactorTesting", dependencies: ["ReactorCore", "ReactorTerminal"]),
    // What somebody meant who misspelled a name: for tapes, searches and settings alike.
    .target(name: "Spelling"),
    .target(name: "TapePlayer", dependencies: ["ReactorCore", "ReactorTerminal", "Spelling"]),
    .target(
      name: "Catalogue",
      dependencies: [
        "CArchive", "Spelling",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ]),
    .target(
      name: "Uploads",
      dependencies: [
        "Catalogue",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .target(
      name: "ShowroomApp",
      dependencies: [
        "CNcurses", "CTerminal", "Catalogue", "ReactorCore", "ReactorFlow", "ReactorTerminal", "Spelling", "TapePlayer",
        "Uploads",
        .product(name: "Logging", package: "swift-log"),
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .executableTarget(
      name: "showroom",
      dependencies: [
        "Catalogue", "ReactorTerminal", "ShowroomApp", "Spelling", "TapePlayer", "Uploads",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .executableTarget(name: "counter", dependencies: ["ReactorCore", "ReactorTerminal"]),
    .testTarget(name: "ReactorCoreTests", dependencies: ["ReactorCore", "ReactorTesting", "TestServers"]),
    .testTarget(name: "ReactorFlowTests", dependencies: ["ReactorFlow", "ReactorTesting"]),
    .testTarget(
      name: "ReactorTerminalTests", dependencies: ["ReactorTerminal", "ReactorTesting", "CTerminal", "TestServers"]),
    .testTarget(name: "ReactorTestingTests", dependencies: ["ReactorTesting", "counter"]),
    .testTarget(
      name: "TapePlayerTests",
      dependencies: ["TapePlayer", "ReactorTesting", "TestServers", "counter", "main-actor-counter", "tape-session"]),
    .testTarget(
      name: "CatalogueTests",
      dependencies: [
        "Catalogue", "CArchive", "TestServers",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ]),
    .testTarget(
      name: "UploadsTests",
      dependencies: [
        "TestServers", "Uploads", "upload-worker",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "SystemPackage", package: "swift-system"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ]),
    .testTarget(
      name: "ShowroomAppTests",
      dependencies: ["ShowroomApp", "ReactorTesting", "TapePlayer", "TestServers", "showroom"]),
    .testTarget(name: "EndToEnd", dependencies: ["CTerminal", "TestServers"]),
    // What tests with other programs and real servers share.
    .target(name: "TestServers", path: "Tests/TestServers"),
    // Runs programs in the tests' pseudo-terminals, as a shell would.
    .executableTarget(name: "job-leader", path: "Tests/JobLeader"),
    // Sends files in a process of its own, which the tests kill.
    .executableTarget(
      name: "upload-worker",
      dependencies: ["Catalogue", "Uploads", .product(name: "SystemPackage", package: "swift-system")],
      path: "Tests/UploadWorker"),
    // The counter and a flow, compiled as in a module of an app: on the main actor unless they say otherwise.
    .executableTarget(
      name: "main-actor-counter", dependencies: ["ReactorCore", "ReactorFlow", "ReactorTerminal"],
      path: "Tests/MainActorCounter", swiftSettings: [.defaultIsolation(MainActor.self)]),
    // A program whose sessions the tests play and record, in a terminal.
    .executableTarget(
      name: "tape-session", dependencies: ["ReactorCore", "ReactorTerminal", "TapePlayer"], path: "Tests/TapeSession"),
  ],
  swiftLanguageModes: [.v6]
)
