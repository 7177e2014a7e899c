// swift-tools-version: 6.3
import PackageDescription

// Only the app has dependencies. A package that depends on the framework alone disables this trait, and resolves and
// builds no other package: `.package(url: …, traits: [])`.
let app = TargetDependencyCondition.when(traits: ["App"])

let package = Package(
  name: "showroom",
  // Libraries only: SwiftPM gives this package its programs anyway, and would build declared ones for every package
  // that depends on it.
  products: [
    .library(name: "ReactorCore", targets: ["ReactorCore"]),
    .library(name: "ReactorFlow", targets: ["ReactorFlow"]),
    .library(name: "ReactorRx", targets: ["ReactorRx"]),
    .library(name: "ReactorTerminalCore", targets: ["ReactorTerminalCore"]),
    .library(name: "ReactorTerminal", targets: ["ReactorTerminal"]),
    .library(name: "ReactorTesting", targets: ["ReactorTesting"]),
    .library(name: "ReactorInspector", targets: ["ReactorInspector"]),
    .library(name: "TapePlayer", targets: ["TapePlayer"]),
  ],
  traits: [
    .trait(name: "App", description: "The car catalog, and the packages that it depends on."),
    .default(enabledTraits: ["App"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
  ],
  targets: [
    .systemLibrary(name: "CNcurses", providers: [.apt(["libncurses-dev"])]),
    .target(name: "CReactorTerminal"),
    .target(name: "ReactorCore"),
    .target(name: "ReactorFlow", dependencies: ["ReactorCore"]),
    // The terminal, input, drawing, views, windows, and navigation.
    .target(name: "ReactorTerminalCore", dependencies: ["CNcurses", "CReactorTerminal", "ReactorCore", "ReactorFlow"]),
    // The widgets, and everything that a program in the terminal imports.
    .target(name: "ReactorTerminal", dependencies: ["ReactorCore", "ReactorTerminalCore"]),
    // What the compiler says about the spellings of RxSwift, for those who port a program.
    .target(name: "ReactorRx", dependencies: ["ReactorCore"]),
    .target(name: "ReactorTesting", dependencies: ["ReactorCore", "ReactorTerminalCore"]),

    // Suggestions for misspelled names in tapes, searches, and settings.
    .target(name: "ReactorSpelling"),
    // Files that are replaced as a whole, JSON, and descriptions of system errors.
    .target(name: "ReactorFiles"),
    .target(
      name: "TapePlayer", dependencies: ["ReactorCore", "ReactorTerminalCore", "ReactorSpelling", "ReactorFiles"]),
    .target(
      name: "ReactorInspector",
      dependencies: ["CReactorTerminal", "ReactorCore", "ReactorTerminal", "TapePlayer", "ReactorFiles"]),
    // libcurl, libcrypto and libarchive, opened when they are first needed.
    .target(name: "CLibraries"),
    // Requests to web servers, and digests.
    .target(name: "ShowroomNetwork", dependencies: ["CLibraries", "ReactorFiles"]),
    // The files and folders that a person chooses to upload, and the comparison and shortening of names.
    .target(
      name: "ShowroomFiles",
      dependencies: [.product(name: "SystemPackage", package: "swift-system", condition: app)]),
    // Cars, their database and its sources, and the search.
    .target(
      name: "ShowroomCatalog",
      dependencies: [
        "CLibraries", "ShowroomFiles", "ShowroomNetwork", "ReactorFiles", "ReactorSpelling",
        .product(name: "GRDB", package: "GRDB.swift", condition: app),
        .product(name: "GRDBSQLite", package: "GRDB.swift", condition: app),
      ]),
    // The queue of uploads, and an engine for each kind of destination.
    .target(
      name: "ShowroomUploads",
      dependencies: [
        "CLibraries", "ShowroomCatalog", "ShowroomFiles", "ShowroomNetwork", "ReactorFiles",
        .product(name: "GRDB", package: "GRDB.swift", condition: app),
        .product(name: "SystemPackage", package: "swift-system", condition: app),
      ]),
    // Numbers, sizes and points in time as texts.
    .target(name: "ShowroomText", dependencies: ["ReactorTerminalCore"]),
    // Cars, comparisons, refreshes and uploads as texts, and the files into which cars are exported.
    .target(
      name: "ShowroomFormatting",
      dependencies: ["ShowroomCatalog", "ReactorTerminalCore", "ShowroomText", "ShowroomUploads", "ReactorFiles"]),
    // The configuration, and the state of the last session.
    .target(
      name: "ShowroomSettings",
      dependencies: [
        "CReactorTerminal", "ShowroomCatalog", "ReactorTerminalCore", "ReactorSpelling", "ShowroomUploads",
        "ReactorFiles",
        .product(name: "Logging", package: "swift-log", condition: app),
        .product(name: "SystemPackage", package: "swift-system", condition: app),
      ]),
    // The subcommands without a screen.
    .target(
      name: "ShowroomCommands",
      dependencies: [
        "CNcurses", "ShowroomCatalog", "ReactorTerminalCore", "ShowroomFiles", "ShowroomFormatting", "ShowroomSettings",
        "ReactorSpelling", "ShowroomText", "ShowroomUploads", "ReactorFiles",
        .product(name: "SystemPackage", package: "swift-system", condition: app),
      ]),
    // The screen that chooses files.
    .target(
      name: "ShowroomFilePicker",
      dependencies: [
        "ReactorCore", "ReactorTerminal", "ShowroomFiles", "ShowroomText",
        .product(name: "SystemPackage", package: "swift-system", condition: app),
      ]),
    // The screens, and the flows between them.
    .target(
      name: "ShowroomApp",
      dependencies: [
        "ShowroomCatalog", "ShowroomFilePicker", "ReactorCore", "ReactorFlow", "ReactorInspector", "ReactorTerminal",
        "ShowroomFiles", "ShowroomFormatting", "ShowroomNetwork", "ShowroomSettings", "ShowroomText", "ShowroomUploads",
        "ReactorFiles",
        .product(name: "Logging", package: "swift-log", condition: app),
        .product(name: "SystemPackage", package: "swift-system", condition: app),
      ]),
    // The demo, the tapes that are bundled with the program, and the recording of sessions.
    .target(
      name: "ShowroomDemo",
      dependencies: [
        "CReactorTerminal", "ShowroomApp", "ShowroomCatalog", "ShowroomFilePicker", "ReactorCore", "ReactorFiles",
        "ReactorInspector", "ReactorTerminalCore", "ShowroomSettings", "ShowroomText", "ShowroomUploads", "TapePlayer",
        .product(name: "Logging", package: "swift-log", condition: app),
        .product(name: "SystemPackage", package: "swift-system", condition: app),
      ]),
    .executableTarget(
      name: "showroom",
      dependencies: [
        "CReactorTerminal", "ShowroomCatalog", "ReactorCore", "ReactorInspector", "ReactorTerminalCore", "ShowroomApp",
        "ShowroomCommands", "ShowroomDemo", "ShowroomFiles", "ShowroomFormatting", "ShowroomSettings",
        "ReactorSpelling",
        "ShowroomText", "TapePlayer", "ShowroomUploads",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: app),
        .product(name: "Logging", package: "swift-log", condition: app),
        .product(name: "SystemPackage", package: "swift-system", condition: app),
      ]),
    .executableTarget(name: "ReactorCounter", dependencies: ["ReactorCore", "ReactorInspector", "ReactorTerminal"]),
    // Every widget in its states, and its source.
    .executableTarget(
      name: "ReactorGallery", dependencies: ["ReactorCore", "ReactorInspector", "ReactorTerminal", "TapePlayer"]),
    .testTarget(
      name: "ReactorCoreTests", dependencies: ["ReactorCore", "ReactorRx", "ReactorTesting", "ShowroomTestSupport"]),
    .testTarget(
      name: "ReactorFlowTests",
      dependencies: ["ReactorCore", "ReactorFlow", "ReactorTerminal", "ReactorTesting", "ShowroomTestSupport"]),
    .testTarget(
      name: "ReactorTerminalCoreTests",
      dependencies: [
        "CReactorTerminal", "ReactorCore", "ReactorTerminalCore", "ReactorTesting", "ShowroomTestSupport",
        "program-without-widgets",
      ]),
    .testTarget(
      name: "ReactorTerminalTests",
      dependencies: [
        "ReactorCore", "ReactorFlow", "ReactorTerminal", "ReactorTerminalCore", "ReactorTesting", "ShowroomTestSupport",
      ]),
    .testTarget(
      name: "ReactorTestingTests",
      dependencies: [
        "ReactorCore", "ReactorTerminal", "ReactorTerminalCore", "ReactorTesting", "ShowroomTestSupport",
        "ReactorCounter",
      ]),
    .testTarget(
      name: "ReactorInspectorTests",
      dependencies: [
        "ReactorCore", "ReactorInspector", "ReactorTerminal", "ReactorTerminalCore", "ReactorTesting", "TapePlayer",
        "ShowroomTestSupport",
        "car-page", "tape-session", "ReactorCounter",
      ],
      // The tests that the inspector writes must compile with it.
      swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")]),
    .testTarget(
      name: "TapePlayerTests",
      dependencies: [
        "ReactorCore", "ReactorTerminal", "ReactorTesting", "TapePlayer", "ShowroomTestSupport", "ReactorFiles",
        "ReactorCounter",
        "main-actor-counter", "tape-session",
      ]),
    .testTarget(
      name: "ReactorGalleryTests",
      dependencies: [
        "ReactorCore", "ReactorTerminal", "ReactorTesting", "TapePlayer", "ShowroomTestSupport", "ReactorGallery",
      ],
      exclude: ["Snapshots"]),
    .testTarget(
      name: "ShowroomCatalogTests",
      dependencies: [
        "CDiskObserver", "CLibarchive", "ShowroomCatalog", "ShowroomNetwork", "ShowroomTestSupport",
        .product(name: "GRDB", package: "GRDB.swift", condition: app),
      ]),
    .testTarget(
      name: "ShowroomUploadsTests",
      dependencies: [
        "CDiskObserver", "CFileFaults", "ShowroomCatalog", "ShowroomFiles", "ShowroomNetwork", "ShowroomTestSupport",
        "ShowroomUploads",
        "upload-worker",
        .product(name: "GRDB", package: "GRDB.swift", condition: app),
        .product(name: "SystemPackage", package: "swift-system", condition: app),
      ]),
    .testTarget(
      name: "ShowroomNetworkTests", dependencies: ["CLibraries", "ShowroomNetwork", "ShowroomTestSupport"]),
    .testTarget(name: "ReactorFilesTests", dependencies: ["CFileFaults", "ShowroomTestSupport", "ReactorFiles"]),
    .testTarget(
      name: "ShowroomFilesTests",
      dependencies: [
        "ShowroomFiles", "ShowroomTestSupport",
        .product(name: "SystemPackage", package: "swift-system", condition: app),
      ]),
    .testTarget(
      name: "ShowroomFormattingTests",
      dependencies: ["ShowroomCatalog", "ReactorTerminal", "ShowroomFormatting", "ShowroomText", "ShowroomUploads"]),
    .testTarget(
      name: "ShowroomSettingsTests",
      dependencies: [
        "ShowroomCatalog", "ReactorTerminal", "ShowroomApp", "ShowroomSettings", "ShowroomTestSupport",
        "ShowroomUploads",
        .product(name: "Logging", package: "swift-log", condition: app),
      ]),
    .testTarget(
      name: "ShowroomFilePickerTests",
      dependencies: [
        "ShowroomFilePicker", "ReactorCore", "ReactorTerminal", "ReactorTesting", "ShowroomFiles",
        "ShowroomTestSupport",
        "ShowroomText",
        .product(name: "SystemPackage", package: "swift-system", condition: app),
      ]),
    // The command line as a whole, without a process of its own.
    .testTarget(
      name: "ShowroomCommandsTests",
      dependencies: [
        "ShowroomCatalog", "ReactorInspector", "ShowroomApp", "ShowroomCommands", "ShowroomDemo", "ShowroomFiles",
        "ShowroomFormatting", "ShowroomSettings", "ShowroomTestSupport", "ShowroomText", "ShowroomUploads",
        "showroom",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: app),
        .product(name: "SystemPackage", package: "swift-system", condition: app),
      ]),
    .testTarget(
      name: "ShowroomAppTests",
      dependencies: [
        "ShowroomCatalog", "ShowroomFilePicker", "ReactorCore", "ReactorFlow", "ReactorTerminal", "ReactorTerminalCore",
        "ReactorTesting",
        "ShowroomApp",
        "ShowroomCommands", "ShowroomFiles", "ShowroomFormatting", "ShowroomNetwork", "ShowroomSettings", "TapePlayer",
        "ShowroomTestSupport", "ShowroomText", "ShowroomUploads", "showroom",
        .product(name: "GRDB", package: "GRDB.swift", condition: app),
        .product(name: "Logging", package: "swift-log", condition: app),
        .product(name: "SystemPackage", package: "swift-system", condition: app),
      ]),
    .testTarget(
      name: "ShowroomDemoTests",
      dependencies: [
        "ShowroomApp", "ShowroomCatalog", "ShowroomCommands", "ShowroomDemo", "ShowroomFilePicker", "ReactorCore",
        "ReactorTerminal", "ReactorTerminalCore", "ReactorTesting", "ShowroomSettings", "ShowroomTestSupport",
        "ShowroomText", "TapePlayer",
        .product(name: "GRDB", package: "GRDB.swift", condition: app),
      ]),
    .testTarget(name: "EndToEnd", dependencies: ["CReactorTerminal", "ShowroomTestSupport"]),
    // Simulates power failures and full disks for SQLite.
    .target(name: "CDiskObserver", path: "Tests/CDiskObserver", linkerSettings: [.linkedLibrary("sqlite3")]),
    // Lets the system calls fail that write files.
    .target(name: "CFileFaults", path: "Tests/CFileFaults"),
    // Support shared by several test targets.
    .target(
      name: "ShowroomTestSupport", dependencies: ["COpenSSL", "ReactorCore"], path: "Tests/ShowroomTestSupport"),
    // Archives that tests write.
    .systemLibrary(name: "CLibarchive", path: "Tests/CLibarchive", providers: [.apt(["libarchive-dev"])]),
    // TLS and digests of the tests' servers, independent of the client's.
    .systemLibrary(name: "COpenSSL", path: "Tests/COpenSSL", providers: [.apt(["libssl-dev"])]),
    // Generates the manual page.
    .executableTarget(name: "manual-page", path: "Tools/ManualPage"),
    // The smallest program of the README.
    .executableTarget(
      name: "smallest-program", dependencies: ["ReactorCore", "ReactorTerminal"], path: "Tests/SmallestProgram"),
    // Runs programs in the pseudo-terminals of the tests, as a shell does.
    .executableTarget(name: "job-leader", path: "Tests/JobLeader"),
    // Uploads files in a separate process, which the tests kill.
    .executableTarget(
      name: "upload-worker",
      dependencies: [
        "ShowroomCatalog", "ShowroomFiles", "ShowroomUploads",
        .product(name: "SystemPackage", package: "swift-system", condition: app),
      ],
      path: "Tests/UploadWorker"),
    // The counter and a flow, compiled with main-actor default isolation, as in the module of an app.
    .executableTarget(
      name: "main-actor-counter", dependencies: ["ReactorCore", "ReactorFlow", "ReactorInspector", "ReactorTerminal"],
      path: "Tests/MainActorCounter", swiftSettings: [.defaultIsolation(MainActor.self)]),
    // Measures searches, facets and completions. A target of this package, because they are not part of a library.
    .executableTarget(
      name: "catalog-bench",
      dependencies: ["ShowroomCatalog", .product(name: "GRDB", package: "GRDB.swift", condition: app)],
      path: "Benchmarks/Catalog"),
    // The program of the article "Finding a stale answer".
    .executableTarget(
      name: "car-page", dependencies: ["ReactorCore", "ReactorInspector", "ReactorTerminal"],
      path: "Tests/Articles/CarPage"),
    // A program that is not linked with the widgets.
    .executableTarget(
      name: "program-without-widgets", dependencies: ["ReactorCore", "ReactorTerminalCore", "TapePlayer"],
      path: "Tests/Articles/WithoutWidgets"),
    // A program whose sessions the tests play and record in a terminal.
    .executableTarget(
      name: "tape-session", dependencies: ["ReactorCore", "ReactorTerminal", "TapePlayer"], path: "Tests/TapeSession"),
  ],
  swiftLanguageModes: [.v6]
)

// Set by the Makefile. Conditional, because SwiftPM resolves no version of a package whose targets have unsafe flags.
if Context.environment["SHOWROOM_OPTIMIZATION"] != nil {
  // The tests spend most of their time in the first modules, and the release program little in the others.
  let fast = ["ShowroomCatalog", "ReactorTerminalCore"]
  let small = [
    "ReactorInspector", "ShowroomCommands", "ShowroomDemo", "ShowroomFilePicker", "ShowroomSettings", "TapePlayer",
    "showroom",
  ]
  for target in package.targets {
    if fast.contains(target.name) {
      target.swiftSettings = [.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))]
    } else if small.contains(target.name) {
      target.swiftSettings = [.unsafeFlags(["-Osize"], .when(configuration: .release))]
    }
  }
}
