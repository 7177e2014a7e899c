import Catalogue
import Foundation

/// How the texts of options, variables and files become values: one reading for all three.
enum SettingValue {
  /// One of the raw values of a type.
  static func choice<Value: CaseIterable & RawRepresentable<String>>(
    _ text: String, _ origin: SettingOrigin
  ) throws(SettingsError) -> Value {
    guard let value = Value(rawValue: text.lowercased()) else {
      throw .unknownChoice(origin, value: text, choices: Value.allCases.map(\.rawValue))
    }
    return value
  }

  /// Yes or no.
  static func flag(_ text: String, _ origin: SettingOrigin) throws(SettingsError) -> Bool {
    switch text.lowercased() {
    case "1", "yes", "true", "on": true
    case "0", "no", "false", "off": false
    default: throw .notAFlag(origin, value: text)
    }
  }

  /// A file, or an address. A relative path starts at `base`, or where the program was started.
  static func source(
    _ text: String, _ origin: SettingOrigin, _ directories: UserDirectories, relativeTo base: URL? = nil
  ) throws(SettingsError) -> CatalogueSource {
    guard !text.isEmpty else { throw .empty(origin) }
    if !text.contains("://") { return .file(directories.resolve(text, relativeTo: base)) }
    do { return try CatalogueSource(parsing: text) } catch { throw .badSource(origin, reason: error.description) }
  }

  /// A folder or file of this machine.
  static func path(
    _ text: String, _ origin: SettingOrigin, _ directories: UserDirectories
  ) throws(SettingsError) -> URL {
    guard !text.isEmpty else { throw .empty(origin) }
    return directories.resolve(text)
  }
}
