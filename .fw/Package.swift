// swift-tools-version: 6.3
import PackageDescription
let package = Package(
  name: "showroom",
  products: [
    .library(name: "ReactorCore", targets: ["ReactorCore"]),
    .library(name: "ReactorFlow", targets: ["ReactorFlow"]),
    .library(name: "ReactorTerminal", targets: ["ReactorTerminal"]),
    .library(name: "ReactorTesting", targets: ["ReactorTesting"]),
    .library(name: "TapePlayer", targets: ["TapePlayer"]),
  ],
  targets: [
    .systemLibrary(name: "CNcurses", providers: [.apt(["libncurses-dev"])]),
    .target(name: "CTerminal"),
    .target(name: "ReactorCore"),
    .target(name: "ReactorFlow", dependencies: ["ReactorCore"]),
    .target(name: "ReactorTerminal", dependencies: ["CNcurses", "CTerminal", "ReactorCore", "ReactorFlow"]),
    .target(name: "ReactorTesting", dependencies: ["ReactorCore", "ReactorTerminal"]),
    .target(name: "Spelling"), .target(name: "Writing"),
    .target(name: "TapePlayer", dependencies: ["ReactorCore", "ReactorTerminal", "Spelling", "Writing"]),
    .executableTarget(name: "counter", dependencies: ["ReactorCore", "ReactorTerminal"]),
    .executableTarget(name: "gallery", dependencies: ["ReactorCore", "ReactorTerminal", "TapePlayer"]),
    .testTarget(name: "GalleryTests", dependencies: ["ReactorCore", "ReactorTerminal", "ReactorTesting", "TapePlayer", "TestSupport", "gallery"], exclude: ["Snapshots"]),
    .testTarget(name: "ReactorCoreTests", dependencies: ["ReactorCore", "ReactorTesting", "TestSupport"]),
    .testTarget(name: "ReactorFlowTests", dependencies: ["ReactorFlow", "ReactorTerminal", "ReactorTesting", "TestSupport"]),
    .testTarget(name: "ReactorTerminalTests", dependencies: ["ReactorTerminal", "ReactorTesting", "CTerminal", "TestSupport"]),
    .testTarget(name: "ReactorTestingTests", dependencies: ["ReactorTesting", "TestSupport", "counter"]),
    .testTarget(name: "TapePlayerTests", dependencies: ["TapePlayer", "ReactorTesting", "TestSupport", "Writing", "counter", "main-actor-counter", "tape-session"]),
    .executableTarget(name: "main-actor-counter", dependencies: ["ReactorCore", "ReactorFlow", "ReactorTerminal"], path: "Tests/MainActorCounter", swiftSettings: [.defaultIsolation(MainActor.self)]),
    .executableTarget(name: "tape-session", dependencies: ["ReactorCore", "ReactorTerminal", "TapePlayer"], path: "Tests/TapeSession"),
    .target(name: "TestSupport", dependencies: ["ReactorCore"], path: "Tests/TestSupport", exclude: ["Servers"]),
  ],
  swiftLanguageModes: [.v6]
)
