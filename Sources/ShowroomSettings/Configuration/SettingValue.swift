import Foundation
import ShowroomCatalog
import ShowroomUploads

/// Functions that parse the values of options, environment variables and the configuration file.
enum SettingValue {
  /// Parses a value of a type by its raw value.
  static func choice<Value: CaseIterable & RawRepresentable<String>>(
    _ text: String, _ origin: SettingOrigin
  ) throws(SettingsError) -> Value {
    guard let value = Value(rawValue: text.lowercased()) else {
      throw .unknownChoice(origin, value: text, choices: Value.allCases.map(\.rawValue))
    }
    return value
  }

  /// Parses a Boolean value.
  static func flag(_ text: String, _ origin: SettingOrigin) throws(SettingsError) -> Bool {
    switch text.lowercased() {
    case "1", "yes", "true", "on": true
    case "0", "no", "false", "off": false
    default: throw .notAFlag(origin, value: text)
    }
  }

  /// Parses a path or URL of a source. A relative path refers to `base`, or to the current directory.
  static func source(
    _ text: String, _ origin: SettingOrigin, _ directories: UserDirectories, relativeTo base: URL? = nil
  ) throws(SettingsError) -> CatalogSource {
    guard !text.isEmpty else { throw .empty(origin) }
    if !text.contains("://") { return .file(try checked(directories.resolve(text, relativeTo: base), origin)) }
    do { return try CatalogSource(parsing: text) } catch { throw .badSource(origin, reason: error.description) }
  }

  /// Parses a folder or URL of a destination. A relative path refers to `base`, or to the current directory.
  static func destination(
    _ text: String, _ origin: SettingOrigin, _ directories: UserDirectories, relativeTo base: URL? = nil
  ) throws(SettingsError) -> Destination {
    let base = base?.path ?? FileManager.default.currentDirectoryPath
    let destination: Destination
    do {
      destination = try Destination(parsing: text, home: directories.home.path, base: base)
    } catch .empty {
      throw .empty(origin)
    } catch {
      throw .badDestination(origin, reason: error.description)
    }
    if case .folder(let path) = destination { _ = try checked(URL(fileURLWithPath: path), origin) }
    return destination
  }

  /// Parses an integer.
  static func number(
    _ text: String, _ origin: SettingOrigin, in range: ClosedRange<Int>
  ) throws(SettingsError) -> Int {
    guard let number = Int(text), range.contains(number) else { throw .notANumber(origin, value: text, range: range) }
    return number
  }

  /// Parses a rate limit; `nil` for none.
  static func rate(_ text: String, _ origin: SettingOrigin) throws(SettingsError) -> Int64? {
    do { return try BandwidthLimit.parse(text) } catch {
      throw .badRate(origin, value: text, remedy: error.description)
    }
  }

  /// Parses a local path.
  static func path(
    _ text: String, _ origin: SettingOrigin, _ directories: UserDirectories, relativeTo base: URL? = nil
  ) throws(SettingsError) -> URL {
    guard !text.isEmpty else { throw .empty(origin) }
    return try checked(directories.resolve(text, relativeTo: base), origin)
  }

  /// Rejects a path that contains replacement characters, because it would refer to a different folder.
  private static func checked(_ url: URL, _ origin: SettingOrigin) throws(SettingsError) -> URL {
    guard !url.path.unicodeScalars.contains(SettingOrigin.replacement) else { throw .notUTF8(origin) }
    return url
  }
}
