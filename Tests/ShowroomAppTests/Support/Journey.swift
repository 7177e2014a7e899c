import Foundation
import ReactorCore
import ReactorTerminal
import ReactorTesting
import ShowroomCatalog
import ShowroomTestSupport
import TapePlayer
import Testing

@testable import ReactorTerminalCore
@testable import ShowroomApp
@testable import ShowroomSettings

/// The program on an in-memory terminal.
@MainActor
final class Journey {
  let fixture: CatalogFixture
  let catalog: LiveCatalog
  let uploads: LiveUploads
  let terminal: HeadlessTerminal
  let window: Window
  let clock: VirtualClock
  private(set) var navigation: AppNavigation?
  private(set) var memory: SessionMemory?
  let quits = StateRelay(0)
  /// The number of times that the tour was played.
  private(set) var tours = 0

  /// - Parameters:
  ///   - cars: The cars of the catalog; none before the first start.
  ///   - environment: Environment variables in addition to those of the folders.
  ///   - service: A scripted upload service; without one, files are uploaded into a folder.
  ///   - file: The file of the session; without one, nothing is remembered.
  ///   - stage: The stage whose window and clock the program uses; without one, it has its own.
  init(
    _ cars: [Car] = CatalogFixture.cars, environment extra: [String: String] = [:], isReadOnly: Bool = false,
    service: UploadService? = nil, memory file: SessionFile? = nil, on stage: HeadlessStage? = nil
  ) async throws {
    fixture = try await CatalogFixture(cars)
    catalog = isReadOnly ? try fixture.readOnly() : fixture.live()
    let size = Size(width: 80, height: 24)
    clock = stage?.clock ?? VirtualClock()
    terminal = stage?.window.surface as? HeadlessTerminal ?? HeadlessTerminal(size: size)
    window = stage?.window ?? Window(size: size, surface: terminal, theme: .dark, clock: clock)
    window.installStandardCommands {}
    terminal.attach(handle: { [window] in window.handle($0) }, afterBatch: { [window] in window.render() })
    FrameCheck.watch(window)
    let folder = fixture.folder
    let environment = [
      "HOME": folder.path, "SHOWROOM_RESOURCES": folder.path,
      "SHOWROOM_DATA_DIR": folder.appendingPathComponent("data").path,
    ].merging(extra) { $1 }
    let settings = try Settings(SettingsRequest(), environment: environment)
    let dependencies = UploadDependencies(
      store: catalog.store, settings: settings, environment: environment, clock: clock)
    let destinations = Destinations(
      configured: ScriptedUploads.folder, localFolder: dependencies.destinations.localFolder, home: folder.path,
      base: folder.path)
    uploads =
      service.map { [clock] in LiveUploads(service: $0, destinations: destinations, clock: clock) }
      ?? dependencies.live()
    memory = file.map { [clock] in SessionMemory($0, restoring: SessionState(), clock: clock) }
    navigation = AppNavigation(
      window: window, catalog: catalog, uploads: uploads,
      sources: SourceChoices(settings, environment: environment), units: .us,
      environment: environment, memory: memory, tour: { [weak self] in self?.tours += 1 }
    ) { [quits] in quits.accept(quits.value + 1) }
    window.render()
  }

  /// Returns the program with a complete list.
  static func withList(service: UploadService? = nil, memory: SessionFile? = nil) async throws -> Journey {
    let journey = try await Journey(service: service, memory: memory)
    try await journey.listIsComplete()
    return journey
  }

  /// Writes the bundled catalog.
  func bundle(_ cars: [Car]) throws {
    try fixture.publish(cars)
    let bundled = fixture.folder.appendingPathComponent("catalog.csv.gz")
    try? FileManager.default.removeItem(at: bundled)
    try FileManager.default.moveItem(at: fixture.file, to: bundled)
  }

  /// Releases the flows, as at the end of the program.
  func end() { navigation = nil }

  // MARK: Keys

  func press(_ keys: Key...) { for key in keys { terminal.press(key) } }

  func type(_ text: String) { terminal.type(text) }

  /// Runs a command of the palette.
  func run(_ command: String) {
    type(":\(command)")
    press(.enter)
  }

  // MARK: Screens

  var stack: NavigationStack {
    get throws { try #require(window.root.content as? NavigationStack) }
  }

  /// The titles of the screens, from bottom to top.
  var titles: [String] { (try? stack.screens.map(\.title)) ?? [] }

  /// Returns the shown screen, which must be of a type.
  func top<Shown: Screen>(_ kind: Shown.Type = Shown.self) throws -> Shown { try #require(stack.top as? Shown) }

  /// The text of the terminal.
  var text: String {
    window.render()
    return terminal.rows.joined(separator: "\n")
  }

  /// The text of the selected row of the list.
  var selectedRow: String? {
    window.render()
    return terminal.rows.first { $0.hasPrefix("▸") }
  }

  /// Waits until the screens have these titles.
  func reaches(_ titles: [String], sourceLocation: SourceLocation = #_sourceLocation) async throws {
    if self.titles != titles {
      _ = await first(try stack.topChanged.asObservable()) { [weak self] _ in self?.titles == titles }
    }
    #expect(self.titles == titles, sourceLocation: sourceLocation)
    expectKnownCommands(sourceLocation: sourceLocation)
  }

  /// Expects a configuration file to accept every command that works now, except the buttons of an alert.
  private func expectKnownCommands(sourceLocation: SourceLocation) {
    let ids = window.activeCommands.map(\.binding.id)
    let unknown = ids.filter { !AppCommands.ids.contains($0) && !$0.rawValue.hasPrefix("alert.button") }
    #expect(unknown == [], sourceLocation: sourceLocation)
  }

  /// Waits until a car is shown.
  func opens(_ name: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let reactor = try top(CarDetailView.self).reactor
    let found = await first(try #require(reactor).state) { $0.page?.name == name }
    #expect(found != nil, "\(titles)", sourceLocation: sourceLocation)
  }

  /// Waits until the list is complete.
  func listIsComplete() async throws {
    let reactor = try #require(try stack.screens.first as? CarListView).reactor
    await reactor?.showsWholeCatalog()
    window.render()
  }
}

/// Weak references to a screen and its reactor.
@MainActor
final class Remains {
  private weak var screen: Screen?
  private weak var reactor: AnyObject?

  init<S: Screen, R: Reactor>(_ screen: S, _ reactor: KeyPath<S, R?>) {
    self.screen = screen
    self.reactor = screen[keyPath: reactor]
  }

  var isGone: Bool { screen == nil && reactor == nil }
}
