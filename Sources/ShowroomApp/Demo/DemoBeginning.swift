import Catalogue
import Foundation
import ReactorTerminal
import TapePlayer

/// How a tape wants the program to begin.
struct DemoBeginning: Sendable {
  /// What the database holds.
  enum Cars: Sendable, Hashable {
    /// Some of the bundled cars: a refresh brings more.
    case earlier
    /// Nothing: the source is asked for.
    case none
    /// All bundled cars, as a new user has them.
    case bundled
    /// What somebody's database held.
    case copy(TapeCatalogue)
  }

  /// The values of ``variable``.
  enum Choice: String, CaseIterable {
    case bundled
    case firstRun = "first-run"
    case unchanged
    case unreachable
  }

  /// The cars that there are.
  let cars: Cars
  /// How the program draws, and its keys.
  let settings: Settings
  /// What the tape sets of the environment.
  let environment: [String: String]
  /// The zone of time that moments are shown in; nil: UTC.
  let zone: TimeZone?
  private let choice: Choice?

  /// The variable by which a tape chooses.
  static let variable = "SHOWROOM_DEMO"
  /// The variable by which it names the zone of time.
  static let zoneVariable = "TZ"
  /// What a tape may set: one of somebody else's may neither start programs here nor name files.
  private static let taken: Set = [
    variable, zoneVariable, SessionKeys.variable, "SHOWROOM_THEME", "SHOWROOM_ASCII", "SHOWROOM_UNITS", "NO_COLOR",
  ]

  /// What `tape` asks for, in `house`, which gets the database that the tape names.
  /// - Throws: `TapeError` for a variable of the tape that cannot be taken; ``TapeCatalogue/Failure``.
  init(_ tape: Tape, in house: DemoHouse, resources: ResourceLocator) throws {
    do {
      try self.init(reading: tape, in: house, resources: resources)
    } catch let error as SettingsError {
      guard case .variable(let name) = error.origin,
        let position = tape.settings.environment.last(where: { $0.name == name })?.position
      else { throw error }
      throw TapeError("\(error)", at: position)
    }
  }

  private init(reading tape: Tape, in house: DemoHouse, resources: ResourceLocator) throws {
    var environment = ["HOME": house.home.path, "LANG": "C.UTF-8"]
    for variable in tape.settings.environment where Self.taken.contains(variable.name) {
      environment[variable.name] = variable.value
    }
    let catalogue = try TapeCatalogue(of: tape)
    choice = try Self.choice(environment[Self.variable], isAboutCars: catalogue == nil)
    cars = catalogue.map { .copy($0) } ?? Self.cars(choice)
    zone = try Self.zone(environment[Self.zoneVariable])
    var request = SettingsRequest()
    request.dataDirectory = house.data.path
    request.destination = DemoServer.destination
    // A tape that says nothing looks the same in every terminal.
    if environment["SHOWROOM_THEME"] == nil { request.theme = ThemeChoice.dark.rawValue }
    var settings = try Settings(request, environment: environment)
    settings.resources = resources
    settings.keymap = try SessionKeys.keymap(environment[SessionKeys.variable]) ?? settings.keymap
    self.settings = settings
    self.environment = environment
    if let catalogue { try house.take(catalogue) }
  }

  /// The theme to draw with.
  var theme: Theme { settings.theme.theme(environment: environment) }

  /// Where a refresh takes cars from.
  func source(_ bundled: CatalogueSource) -> DemoCatalogue.Source {
    switch (choice, cars) {
    case (.unreachable, _): .unreachable
    case (.unchanged, _): .unchanged
    // As long as it took the person, who had no server either.
    case (_, .copy), (_, .bundled): .file(bundled)
    case (_, .earlier), (_, .none): .server(bundled)
    }
  }

  private static func cars(_ choice: Choice?) -> Cars {
    switch choice {
    case .bundled: .bundled
    case .firstRun: .none
    case .unchanged, .unreachable, nil: .earlier
    }
  }

  /// - Parameter isAboutCars: false where the tape has a database of its own.
  private static func choice(_ text: String?, isAboutCars: Bool) throws(SettingsError) -> Choice? {
    guard let text else { return nil }
    let choices = isAboutCars ? Choice.allCases : [.unchanged, .unreachable]
    guard let choice = Choice(rawValue: text), choices.contains(choice) else {
      throw .unknownChoice(.variable(variable), value: text, choices: choices.map(\.rawValue))
    }
    return choice
  }

  private static func zone(_ name: String?) throws(SettingsError) -> TimeZone? {
    guard let name, !name.isEmpty else { return nil }
    guard let zone = TimeZone(identifier: name) else { throw .unknownZone(.variable(zoneVariable), value: name) }
    return zone
  }
}
