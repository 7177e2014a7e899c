import Foundation
import ReactorCore
import ReactorTerminalCore
import ShowroomApp
import ShowroomCatalog
import ShowroomSettings
import ShowroomText
import ShowroomUploads
import SystemPackage

/// The whole program with a demo's folders, server, and clock, so that it depends on nothing external.
@MainActor
final class DemoProgram {
  /// Whether work that does not use the clock is in progress.
  var isBusy: Bool { catalog?.isBusy ?? false }

  private let dependencies: UploadDependencies
  private let uploads: LiveUploads
  private var catalog: DemoCatalog?
  private var navigation: AppNavigation?

  /// The home folder shown in destinations and messages, because the real one has a different name in each performance.
  /// Nothing is written there: the simulated server receives all files.
  private nonisolated static let shownHome = "/home/demo"
  /// The data directory shown in messages.
  private nonisolated static let shownData = shownHome + "/.local/share/showroom"
  /// The time at which every demo starts, in seconds since 1970.
  private nonisolated static let startTime = 1_777_622_400.0

  /// Creates the program and shows its first screen in `window`.
  ///
  /// - Parameters:
  ///   - isRepeatable: Whether the clock is virtual, so that everything must happen in the same order every time.
  ///   - quit: Quits the program.
  init(
    _ configuration: DemoConfiguration, in sandbox: DemoSandbox, window: Window, isRepeatable: Bool,
    quit: @escaping @MainActor () -> Void
  ) async throws {
    let clock = window.clock
    window.keymap = configuration.settings.keymap
    let time = Self.stopwatch(clock)
    let now: @Sendable () -> Date = { Date(timeIntervalSince1970: Self.startTime + time()) }
    let store = try await Self.store(configuration, in: sandbox, followsOthers: !isRepeatable, now: now)
    let home = FilePath(sandbox.home.path)
    dependencies = UploadDependencies(
      store: store, settings: configuration.settings, environment: configuration.environment, clock: clock,
      executor: EffectExecutor.current,
      makeEngine: { DemoServer($0, $1, $2, clock: clock, home: home, now: now) },
      localFolder: Self.shownData + "/uploads", home: Self.shownHome, base: Self.shownHome,
      root: sandbox.home.path, now: now)
    uploads = dependencies.live()
    let catalog = DemoCatalog(store, from: try configuration.source(), clock: clock)
    self.catalog = catalog
    navigation = AppNavigation(
      window: window, catalog: catalog.live, uploads: uploads,
      sources: SourceChoices(configuration.settings, environment: configuration.environment, areOnlyBundled: true),
      units: configuration.settings.units, environment: configuration.environment,
      timestamps: TimestampFormatting(in: configuration.timeZone),
      tour: { [weak window] in window?.toast("A demo is already running", kind: .info) }, quit: quit)
    if !store.isReadOnly { uploads.start() }
  }

  /// Creates the database with the cars and in the condition that the configuration specifies.
  private static func store(
    _ configuration: DemoConfiguration, in sandbox: DemoSandbox, followsOthers: Bool,
    now: @escaping @Sendable () -> Date
  ) async throws -> CatalogStore {
    func open(readOnly: Bool = false) throws(CatalogError) -> CatalogStore {
      try CatalogStore(
        directory: sandbox.data, readOnly: readOnly, followsOthers: followsOthers,
        shownPath: "\(shownData)/\(CatalogStore.fileName)", now: now)
    }
    let store = try open()
    let resources = configuration.settings.resources
    switch configuration.cars {
    case .empty, .copy: break
    case .earlier: _ = try await store.refresh(from: .file(resources.file(DemoConfiguration.earlierEdition)))
    case .later: _ = try await store.refresh(from: .file(resources.file(DemoConfiguration.laterEdition)))
    case .bundled: _ = try await store.refresh(from: .file(resources.catalog()))
    }
    guard configuration.start == .damaged || configuration.start == .readOnly else { return store }
    store.close()
    if configuration.start == .damaged { try sandbox.damageDatabase() }
    return try open(readOnly: configuration.start == .readOnly)
  }

  /// Finishes or stops all work.
  func close() async {
    navigation = nil
    await catalog?.live.finishWriting()
    await uploads.stop(.keep)
    await dependencies.shutDown()
    catalog = nil
  }

  private static func stopwatch(_ clock: some Clock<Duration>) -> @Sendable () -> Double {
    let start = clock.now
    return { start.duration(to: clock.now) / .seconds(1) }
  }
}
