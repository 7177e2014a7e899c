import Catalogue
import Foundation
import ReactorCore
import ReactorTerminal
import SystemPackage
import Uploads

/// The whole program over folders of its own, a server of its own and a clock that it is given: what it shows depends on
/// nothing outside.
@MainActor
final class DemoProgram {
  /// Whether something is under way that the clock knows nothing of.
  var isBusy: Bool { catalogue?.isBusy ?? false }

  private let equipment: UploadEquipment
  private let uploads: LiveUploads
  private var catalogue: DemoCatalogue?
  private var navigation: AppNavigation?

  /// The home folder of destinations, where nothing is ever written: the server takes all files. The real one has
  /// another name in each performance.
  private nonisolated static let shownHome = "/home/demo"
  /// When the demo takes place, in seconds since 1970.
  private nonisolated static let beginning = 1_777_622_400.0

  /// Shows the first screen in `window`.
  ///
  /// - Parameters:
  ///   - isRepeatable: whether the clock stands still, so that everything is to happen in the same order each time.
  ///   - quit: ends the program.
  init(
    _ beginning: DemoBeginning, in house: DemoHouse, window: Window, isRepeatable: Bool,
    quit: @escaping @MainActor () -> Void
  ) async throws {
    let clock = window.clock
    window.keymap = beginning.settings.keymap
    let store = try CatalogueStore(directory: house.data, followsOthers: !isRepeatable)
    let bundled = CatalogueSource.file(try beginning.settings.resources.catalogue())
    switch beginning.cars {
    case .none, .copy: break
    case .earlier: _ = try await store.refresh(from: .file(house.earlierCatalogue))
    case .bundled: _ = try await store.refresh(from: bundled)
    }
    let time = Self.stopwatch(clock)
    let now: @Sendable () -> Date = { Date(timeIntervalSince1970: Self.beginning + time()) }
    let server = DemoServer(clock: clock, home: FilePath(house.home.path), now: now)
    equipment = UploadEquipment(
      store: store, settings: beginning.settings, environment: beginning.environment, clock: clock,
      executor: EffectExecutor.current, peer: server,
      localFolder: Self.shownHome + "/.local/share/showroom/uploads", home: Self.shownHome, base: Self.shownHome,
      root: house.home.path, now: now)
    uploads = equipment.live()
    let catalogue = DemoCatalogue(store, from: beginning.source(bundled), clock: clock)
    self.catalogue = catalogue
    navigation = AppNavigation(
      window: window, catalogue: catalogue.live, uploads: uploads,
      sources: SourceChoices(beginning.settings, environment: beginning.environment, areOnlyBundled: true),
      units: beginning.settings.units, environment: beginning.environment,
      moments: MomentFormatting(in: beginning.zone), quit: quit)
    uploads.start()
  }

  /// Ends what is under way.
  func close() async {
    navigation = nil
    await catalogue?.live.finishWriting()
    await uploads.stop(.keep)
    await equipment.shutDown()
    catalogue = nil
  }

  private static func stopwatch(_ clock: some Clock<Duration>) -> @Sendable () -> Double {
    let start = clock.now
    return { start.duration(to: clock.now) / .seconds(1) }
  }
}
