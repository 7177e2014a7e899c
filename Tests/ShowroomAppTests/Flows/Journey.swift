import Catalogue
import Foundation
import ReactorCore
import ReactorTesting
import Testing

@testable import ReactorTerminal
@testable import ShowroomApp

/// The whole program on a terminal in memory: keys go in, screens follow one another.
@MainActor
final class Journey {
  let fixture: CatalogueFixture
  let catalogue: LiveCatalogue
  let uploads: LiveUploads
  let terminal: HeadlessTerminal
  let window: Window
  let clock = VirtualClock()
  private(set) var navigation: AppNavigation?
  let quits = StateRelay(0)

  /// - Parameters:
  ///   - cars: none for a program that has never been started.
  ///   - environment: what the settings are made from, beside the folders.
  ///   - service: answers for the uploads; nil: the real ones, into a folder.
  init(
    _ cars: [Car] = CatalogueFixture.cars, environment extra: [String: String] = [:], isReadOnly: Bool = false,
    service: UploadService? = nil
  ) async throws {
    fixture = try await CatalogueFixture(cars)
    catalogue = isReadOnly ? try fixture.readOnly() : fixture.live()
    let size = Size(width: 80, height: 24)
    terminal = HeadlessTerminal(size: size)
    window = Window(size: size, surface: terminal, theme: .dark, clock: clock)
    window.installStandardCommands {}
    terminal.attach(handle: { [window] in window.handle($0) }, afterBatch: { [window] in window.render() })
    let folder = fixture.folder
    let environment = [
      "HOME": folder.path, "SHOWROOM_RESOURCES": folder.path,
      "SHOWROOM_DATA_DIR": folder.appendingPathComponent("data").path,
    ].merging(extra) { $1 }
    let settings = try Settings(SettingsRequest(), environment: environment)
    let equipment = UploadEquipment(
      store: catalogue.store, settings: settings, environment: environment, clock: clock)
    let places = DestinationPlaces(
      configured: ScriptedUploads.folder, localFolder: equipment.places.localFolder, home: folder.path,
      base: folder.path)
    uploads = service.map { [clock] in LiveUploads(service: $0, places: places, clock: clock) } ?? equipment.live()
    navigation = AppNavigation(
      window: window, catalogue: catalogue, uploads: uploads,
      sources: SourceChoices(settings, environment: environment), units: .us,
      environment: environment
    ) { [quits] in quits.accept(quits.value + 1) }
    window.render()
  }

  /// Makes these the cars of the bundled catalogue.
  func bundle(_ cars: [Car]) throws {
    try fixture.publish(cars)
    let bundled = fixture.folder.appendingPathComponent("catalogue.json")
    try? FileManager.default.removeItem(at: bundled)
    try FileManager.default.moveItem(at: fixture.file, to: bundled)
  }

  /// Lets go of the flows, as the end of the program does.
  func end() { navigation = nil }

  // MARK: Keys

  func press(_ keys: Key...) { for key in keys { terminal.press(key) } }

  func type(_ text: String) { terminal.type(text) }

  // MARK: Screens

  var stack: NavigationStack {
    get throws { try #require(window.root.content as? NavigationStack) }
  }

  /// The titles of the screens, the first at the bottom.
  var titles: [String] { (try? stack.screens.map(\.title)) ?? [] }

  /// The shown screen, which has to be of this kind.
  func top<Shown: Screen>(_ kind: Shown.Type = Shown.self) throws -> Shown { try #require(stack.top as? Shown) }

  /// What the terminal shows.
  var text: String {
    window.render()
    return terminal.rows.joined(separator: "\n")
  }

  /// The selected row of the list, as it is drawn.
  var selectedRow: String? {
    window.render()
    return terminal.rows.first { $0.hasPrefix("▸") }
  }

  /// Waits until these are the screens; fails when they do not come.
  func reaches(_ titles: [String], sourceLocation: SourceLocation = #_sourceLocation) async throws {
    if self.titles != titles {
      _ = await first(try stack.topChanged.asObservable()) { [weak self] _ in self?.titles == titles }
    }
    #expect(self.titles == titles, sourceLocation: sourceLocation)
  }

  /// Waits until the list knows all cars.
  func listIsComplete() async throws {
    let reactor = try #require(try stack.screens.first as? CarListView).reactor
    await reactor?.showsWholeCatalogue()
    window.render()
  }
}
