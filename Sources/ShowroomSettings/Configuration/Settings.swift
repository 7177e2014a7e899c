import Foundation
import Logging
import ReactorTerminalCore
import ShowroomCatalog
import ShowroomUploads

/// The settings of a run of the program, resolved once at launch.
///
/// The order of precedence is: command-line option, environment variable, configuration file, default.
package struct Settings: Sendable {
  /// The folder of the database, created on first use.
  package var dataDirectory: URL
  /// The configured source of the catalog; `nil` if none is configured. See ``refreshSource(of:)``.
  package var source: CatalogSource?
  /// Whether the screen first reads ``source``, because the user opened it by name.
  package var opensSource: Bool
  /// The requested theme; ``ThemeChoice/theme(environment:)`` resolves it.
  package var theme: ThemeChoice
  /// Whether the interface uses only ASCII characters. Text from the catalog is unchanged.
  package var isASCII: Bool
  /// Whether mouse input is enabled.
  package var hasMouse: Bool
  /// The screen settings that are configured, and that the state of the last session therefore does not override.
  var configured: Set<ScreenSetting> = []
  /// The minimum log level.
  package var logLevel: Logger.Level
  /// The keys that the configuration file assigns to commands.
  package var keymap: Keymap
  /// A closure that returns the commands with their default keys, which are needed only if the configuration file
  /// assigns keys.
  let commands: @Sendable () -> [KeyBinding]
  /// The units of displayed values.
  package var units: UnitSystem
  /// The configured destination of uploads; `nil` for a folder next to the database.
  package var destination: Destination?
  /// The number of large files that are uploaded at the same time, within ``uploadCounts``; 1 for one file of any size.
  package var concurrentUploads: Int
  /// The maximum number of bytes that all uploads together send per second; `nil` for no limit.
  package var rateLimit: Int64?
  /// The path of a PEM file with certificates to trust in addition to those of the system.
  package var caFile: String?
  /// The log file, created on first use.
  package var logFile: URL
  /// The file that stores the state of the screen, created on first use; see ``SessionFile``. It is in the data
  /// directory if that is not the default one, because it contains IDs of cars.
  package var sessionFile: URL
  /// Whether the screen starts without the saved state of the last session.
  package var isFresh: Bool
  /// Whether frames are sent as synchronized updates.
  package var synchronizedOutput: Bool
  /// The configuration file; `nil` if there is none.
  package var configurationFile: URL?
  /// The locator of bundled files.
  package var resources: ResourceLocator

  /// The valid numbers of concurrent uploads.
  package static let uploadCounts = 1...8

  /// Returns the source for a refresh: the configured source, the source of the last refresh, or the current edition of
  /// the bundled catalog.
  ///
  /// - Throws: ``ResourceError`` if the edition of the bundled catalog is needed but unknown, or `CatalogError`.
  package func refreshSource(of store: CatalogStore) throws -> CatalogSource {
    try namedSource(of: store) ?? resources.edition().source()
  }

  /// Returns the source from which a new catalog is loaded: the configured source, or the bundled catalog.
  ///
  /// - Throws: ``ResourceError`` if the bundled catalog is needed but missing, or `CatalogError`.
  package func firstSource(of store: CatalogStore) throws -> CatalogSource {
    try namedSource(of: store) ?? .file(resources.catalog())
  }

  /// Returns the source for a refresh; `nil` for the bundled catalog, even if it has moved since it was loaded.
  package func namedSource(of store: CatalogStore) throws(CatalogError) -> CatalogSource? {
    if let source { return source }
    let kept = ChosenSource(in: dataDirectory).source
    guard let loaded = try store.currentSource() else { return kept }
    if resources.isCatalog(loaded) { return nil }
    return kept?.name == loaded.name ? kept : loaded
  }

  /// The conflicts in the configuration file, as messages: keys assigned to several commands of one screen, and keys
  /// that are the defaults of other commands.
  package var warnings: [String] {
    guard !keymap.overrides.isEmpty else { return [] }
    let file = configurationFile.map { "\($0.path): " } ?? ""
    let conflicts = keymap.sharedKeys.map(\.description) + keymap.takenDefaults(of: commands()).map(\.description)
    return conflicts.map { file + $0 }
  }
}

/// A setting that the user can change on the screen. It is restored in the next session, unless it is configured.
enum ScreenSetting: Sendable, Hashable {
  case theme, units, characters, mouse

  /// Returns the settings that are determined by an option, a variable or the configuration file.
  static func configured(theme: ThemeChoice, units: UnitSystem?, isASCII: Bool?, hasMouse: Bool?) -> Set<ScreenSetting>
  {
    var found: Set<ScreenSetting> = []
    if theme != .auto { found.insert(.theme) }
    if units != nil { found.insert(.units) }
    if isASCII != nil { found.insert(.characters) }
    if hasMouse != nil { found.insert(.mouse) }
    return found
  }
}

/// The values of the theme setting.
package enum ThemeChoice: String, Sendable, Hashable, CaseIterable {
  /// The theme that suits the environment.
  case auto
  /// The theme for dark backgrounds.
  case dark
  /// The theme for light backgrounds.
  case light
  /// The theme without colors.
  case mono

  /// Returns the theme. Only `auto` depends on the environment: a theme chosen by the user overrides `NO_COLOR`, as
  /// https://no-color.org specifies.
  package func theme(environment: [String: String]) -> Theme {
    switch self {
    case .auto: .automatic(environment: environment)
    case .dark: .dark
    case .light: .light
    case .mono: .mono
    }
  }
}
