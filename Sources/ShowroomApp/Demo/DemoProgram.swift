import Catalogue
import Foundation
import ReactorCore
import ReactorTerminal
import TapePlayer
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

  /// How a tape wants the program to begin.
  struct Beginning: Sendable {
    /// Without any cars.
    var isFirstRun = false
    /// With a server for the cars that does not answer.
    var isSourceUnreachable = false
    /// How the program draws, and the names of keys.
    var settings: Settings
    /// What the tape sets of the environment.
    var environment: [String: String]

    /// The variable by which a tape chooses: `first-run` or `unreachable`.
    static let variable = "SHOWROOM_DEMO"

    /// What `tape` asks for, in `house`.
    /// - Throws: ``SettingsError`` for a variable of the tape that cannot be taken.
    init(_ tape: Tape, in house: DemoHouse, resources: ResourceLocator) throws(SettingsError) {
      var environment = ["HOME": house.home.path, "LANG": "C.UTF-8"]
      for variable in tape.settings.environment { environment[variable.name] = variable.value }
      let choice = environment.removeValue(forKey: Self.variable)
      if let choice, !["first-run", "unreachable"].contains(choice) {
        throw .unknownChoice(.variable(Self.variable), value: choice, choices: ["first-run", "unreachable"])
      }
      isFirstRun = choice == "first-run"
      isSourceUnreachable = choice == "unreachable"
      var request = SettingsRequest()
      request.dataDirectory = house.data.path
      request.destination = DemoServer.destination
      // A tape that says nothing looks the same in every terminal.
      if environment["SHOWROOM_THEME"] == nil { request.theme = ThemeChoice.dark.rawValue }
      settings = try Settings(request, environment: environment)
      settings.resources = resources
      self.environment = environment
    }
  }

  /// When the demo takes place, in seconds since 1970.
  private nonisolated static let beginning = 1_777_622_400.0

  /// Shows the first screen in `window`.
  ///
  /// - Parameters:
  ///   - isRepeatable: whether the clock stands still, so that everything is to happen in the same order each time.
  ///   - quit: ends the program.
  init(
    _ beginning: Beginning, in house: DemoHouse, window: Window, isRepeatable: Bool,
    quit: @escaping @MainActor () -> Void
  ) async throws {
    let clock = window.clock
    let store = try CatalogueStore(directory: house.data, followsOthers: !isRepeatable)
    if !beginning.isFirstRun { _ = try await store.refresh(from: .file(house.earlierCatalogue)) }
    let server = DemoServer(clock: clock)
    let time = Self.stopwatch(clock)
    equipment = UploadEquipment(
      store: store, settings: beginning.settings, environment: beginning.environment, clock: clock,
      executor: EffectExecutor.current, peer: server, base: house.home.path,
      now: { Date(timeIntervalSince1970: Self.beginning + time()) })
    uploads = equipment.live()
    let bundled = CatalogueSource.file(try beginning.settings.resources.catalogue())
    let catalogue = DemoCatalogue(
      store, from: bundled, isUnreachable: beginning.isSourceUnreachable, clock: clock)
    self.catalogue = catalogue
    navigation = AppNavigation(
      window: window, catalogue: catalogue.live, uploads: uploads,
      sources: SourceChoices(beginning.settings, environment: beginning.environment),
      units: beginning.settings.units, environment: beginning.environment,
      moments: MomentFormatting(isLocal: false), quit: quit)
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
