import Foundation
import ReactorTerminalCore
import ShowroomCatalog
import ShowroomSettings
import TapePlayer

/// The appearance of a demo, as chosen by its user.
package struct DemoAppearance: Sendable, Hashable {
  /// The theme; `nil` for the default of demos.
  package var theme: ThemeChoice?
  /// Whether only ASCII characters are drawn; `nil` for the default of demos.
  package var isASCII: Bool?

  package init(theme: ThemeChoice? = nil, isASCII: Bool? = nil) {
    self.theme = theme
    self.isASCII = isASCII
  }
}

/// The starting conditions of a demo, from the variables of its tape.
struct DemoConfiguration: Sendable {
  /// The contents of the database.
  enum Cars: Sendable, Hashable {
    /// The cars of an earlier edition, so that a refresh results in changes.
    case earlier
    /// The cars of a later edition, so that a refresh removes cars.
    case later
    /// No cars, so that the user has to choose a source.
    case empty
    /// All bundled cars, as for a new user.
    case bundled
    /// A copy of a session's database.
    case copy(TapeCatalog)
  }

  /// The contents of the database.
  let cars: Cars
  /// The settings of the program.
  let settings: Settings
  /// The environment of the program.
  let environment: [String: String]
  /// The time zone for displayed times; `nil` for UTC.
  let timeZone: TimeZone?
  /// Whether the theme adapts to the terminal's background.
  let followsTerminal: Bool
  /// The start that the tape chooses.
  let start: DemoStart?

  /// Creates the configuration of `tape`, and copies the tape's database into `sandbox`.
  ///
  /// - Parameter appearance: The appearance, where the tape does not determine it.
  /// - Throws: `TapeError` for a variable with an invalid value, or ``TapeCatalogError`` for an unusable database.
  init(
    _ tape: Tape, in sandbox: DemoSandbox, resources: ResourceLocator, appearance: DemoAppearance = DemoAppearance()
  ) throws {
    do {
      try self.init(reading: tape, in: sandbox, resources: resources, appearance)
    } catch let error as SettingsError {
      guard case .variable(let name) = error.origin,
        let position = tape.settings.environment.last(where: { $0.name == name })?.position
      else { throw error }
      throw TapeError("\(error)", at: position)
    }
  }

  private init(
    reading tape: Tape, in sandbox: DemoSandbox, resources: ResourceLocator, _ appearance: DemoAppearance
  ) throws {
    var environment = ["HOME": sandbox.home.path, "LANG": "C.UTF-8"]
    for variable in tape.settings.environment where TapeVariable.accepted.contains(variable.name) {
      environment[variable.name] = variable.value
    }
    let catalog = try TapeCatalog(of: tape)
    start = try Self.start(environment[TapeVariable.demo], hasCatalog: catalog != nil)
    cars = catalog.map { .copy($0) } ?? Self.cars(start)
    timeZone = try Self.timeZone(environment[TapeVariable.timeZone])
    var request = SettingsRequest()
    request.dataDirectory = sandbox.data.path
    request.destination = DemoServer.destination
    // Unless the user chooses a theme, a tape looks the same on every terminal.
    let theme = environment[TapeVariable.theme] == nil ? appearance.theme ?? .dark : nil
    request.theme = theme?.rawValue
    followsTerminal = theme == .auto
    if environment[TapeVariable.ascii] == nil { request.isASCII = appearance.isASCII }
    var settings = try Settings(request, environment: environment)
    settings.resources = resources
    settings.keymap = try TapeKeymap.keymap(environment[TapeVariable.keys]) ?? settings.keymap
    self.settings = settings
    self.environment = environment
    if let catalog { try catalog.copy(to: sandbox.data) }
  }

  /// The theme of the program.
  var theme: Theme { settings.theme.theme(environment: environment) }

  /// Returns the source for a refresh.
  func source() throws(ResourceError) -> DemoCatalog.Source {
    switch (start, cars) {
    case (.unreachable, _): .unreachable
    case (.unchanged, _): .unchanged
    case (.changed, _): .changed(.file(try settings.resources.file(Self.laterEdition)))
    // Reads a file without a server's delay, because the pauses in a session are those of its user.
    case (_, .copy), (_, .bundled): .file(.file(try settings.resources.catalog()))
    case (_, .earlier): .server(.file(try settings.resources.file(Self.laterEdition)))
    case (_, .later): .server(.file(try settings.resources.file(Self.earlierEdition)))
    case (_, .empty): .server(.file(try settings.resources.catalog()))
    }
  }

  /// Two editions of the bundled catalog, with model years since 2021. The earlier one also has the car that is gone.
  /// A demo starts with one of them, and a refresh reads the other.
  static let earlierEdition = "demo/2022-11.csv.gz"
  static let laterEdition = "demo/2025-10.csv.gz"

  private static func cars(_ start: DemoStart?) -> Cars {
    switch start {
    case .bundled: .bundled
    case .firstRun: .empty
    case .older: .later
    case .changed, .damaged, .readOnly, .unchanged, .unreachable, nil: .earlier
    }
  }

  /// - Parameter hasCatalog: Whether the tape has a database and therefore cannot choose the cars.
  private static func start(_ text: String?, hasCatalog: Bool) throws(SettingsError) -> DemoStart? {
    guard let text else { return nil }
    let choices = hasCatalog ? [.unchanged, .unreachable] : DemoStart.allCases
    guard let start = DemoStart(rawValue: text), choices.contains(start) else {
      throw .unknownChoice(.variable(TapeVariable.demo), value: text, choices: choices.map(\.rawValue))
    }
    return start
  }

  private static func timeZone(_ identifier: String?) throws(SettingsError) -> TimeZone? {
    guard let identifier, !identifier.isEmpty else { return nil }
    guard let timeZone = TimeZone(identifier: identifier) else {
      throw .unknownZone(.variable(TapeVariable.timeZone), value: identifier)
    }
    return timeZone
  }
}
