import Foundation
import ReactorTerminalCore
import ShowroomCatalog
import ShowroomSettings
import TapePlayer

/// The starting conditions of a session. Its tape sets those that differ from the defaults of a demo.
struct SessionEnvironment: Sendable {
  /// The contents of the database.
  enum Cars: Sendable, Hashable {
    /// No cars.
    case empty
    /// All bundled cars, without user data.
    case bundled
    /// Anything else, which requires a copy.
    case copied
  }

  /// The contents of the database.
  let cars: Cars
  /// Whether a refresh reads the bundled catalog or its current edition, which a tape does not include.
  private let isBundledSource: Bool
  private let settings: Settings

  /// Creates the conditions for a session with `store` and `source`.
  ///
  /// - Throws: `CatalogError` or `ResourceError`.
  init(_ store: CatalogStore, source: CatalogSource, settings: Settings) throws {
    self.settings = settings
    let bundled = try settings.resources.catalog()
    isBundledSource = try source == .file(bundled) || source == settings.resources.edition().source()
    if try CatalogBootstrap.isEmpty(store) {
      cars = .empty
    } else if try isBundledSource && !store.isReadOnly && store.holdsOnly(carsOf: bundled) {
      cars = .bundled
    } else {
      cars = .copied
    }
  }

  /// Returns the variables that the tape sets.
  ///
  /// - Parameters:
  ///   - copy: The name of the database copy.
  ///   - theme: The theme of the session.
  ///   - isASCII: Whether the session uses only ASCII characters.
  func variables(copy: String, theme: Theme, isASCII: Bool) -> [TapeSettings.EnvironmentVariable] {
    var values: [(String, String)] = []
    switch cars {
    case .empty: values.append((TapeVariable.demo, DemoStart.firstRun.rawValue))
    case .bundled: values.append((TapeVariable.demo, DemoStart.bundled.rawValue))
    case .copied:
      values.append((TapeVariable.catalog, copy))
      if !isBundledSource { values.append((TapeVariable.demo, DemoStart.unchanged.rawValue)) }
    }
    if theme != .dark { values.append((TapeVariable.theme, theme.name)) }
    if isASCII { values.append((TapeVariable.ascii, "1")) }
    if settings.units != .us { values.append((TapeVariable.units, settings.units.rawValue)) }
    if let keys = TapeKeymap.value(of: settings.keymap) { values.append((TapeVariable.keys, keys)) }
    if let zone = Self.zone { values.append((TapeVariable.timeZone, zone)) }
    return values.map { TapeSettings.EnvironmentVariable(name: $0.0, value: $0.1) }
  }

  /// The identifier of the current time zone; `nil` for UTC. If the C library and Foundation disagree, as for
  /// `TZ=KST-9`, the C library's current offset is used.
  private static var zone: String? {
    var now = time(nil)
    var parts = tm()
    localtime_r(&now, &parts)
    let (zone, ahead) = (TimeZone.current, parts.tm_gmtoff)
    if zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(now))) == ahead {
      return ["GMT", "UTC", "Etc/UTC"].contains(zone.identifier) ? nil : zone.identifier
    }
    return TimeZone(secondsFromGMT: ahead)?.identifier
  }
}
