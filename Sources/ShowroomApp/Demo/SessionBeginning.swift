import Catalogue
import Foundation
import ReactorTerminal
import TapePlayer

/// How a person's session begins, as the tape of it says: what differs from how a tape begins that says nothing.
struct SessionBeginning: Sendable {
  /// What the database holds.
  enum Cars: Sendable, Hashable {
    /// Nothing yet.
    case none
    /// All bundled cars, and nothing of the person's own.
    case bundled
    /// Anything else; a copy goes with the tape.
    case copied
  }

  /// What the database holds.
  let cars: Cars
  private let isBundledSource: Bool
  private let settings: Settings

  /// The beginning of a session over `store`, refreshed from `source`.
  /// - Throws: `CatalogueError` or `ResourceError`.
  init(_ store: CatalogueStore, source: CatalogueSource, settings: Settings) throws {
    self.settings = settings
    let bundled = try settings.resources.catalogue()
    isBundledSource = source == .file(bundled)
    if try CatalogueBootstrap.isEmpty(store) {
      cars = .none
    } else if try isBundledSource && !store.isReadOnly && store.holdsOnly(carsOf: bundled) {
      cars = .bundled
    } else {
      cars = .copied
    }
  }

  /// What a tape sets of the environment.
  ///
  /// - Parameters:
  ///   - copy: the name of the copy, where there is one.
  ///   - theme: the colours that are drawn with.
  ///   - isASCII: whether only ASCII is drawn, for whatever reason.
  func variables(copy: String, theme: Theme, isASCII: Bool) -> [TapeSettings.EnvironmentVariable] {
    var values: [(String, String)] = []
    switch cars {
    case .none: values.append((DemoBeginning.variable, DemoBeginning.Choice.firstRun.rawValue))
    case .bundled: values.append((DemoBeginning.variable, DemoBeginning.Choice.bundled.rawValue))
    case .copied:
      values.append((TapeCatalogue.variable, copy))
      if !isBundledSource { values.append((DemoBeginning.variable, DemoBeginning.Choice.unchanged.rawValue)) }
    }
    if theme != .dark { values.append(("SHOWROOM_THEME", theme.name)) }
    if isASCII { values.append(("SHOWROOM_ASCII", "1")) }
    if settings.units != .us { values.append(("SHOWROOM_UNITS", settings.units.rawValue)) }
    if let keys = SessionKeys.value(of: settings.keymap) { values.append((SessionKeys.variable, keys)) }
    if let zone = Self.zone { values.append((DemoBeginning.zoneVariable, zone)) }
    return values.map { TapeSettings.EnvironmentVariable(name: $0.0, value: $0.1) }
  }

  /// The zone of time that this program shows moments in; nil: UTC. Where the C library has another than Foundation, as
  /// it does for `TZ=KST-9`, what that one is ahead of UTC now.
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
