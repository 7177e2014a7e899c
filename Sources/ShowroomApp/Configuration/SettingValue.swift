import Catalogue
import Foundation
import Uploads

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
    if !text.contains("://") { return .file(try checked(directories.resolve(text, relativeTo: base), origin)) }
    do { return try CatalogueSource(parsing: text) } catch { throw .badSource(origin, reason: error.description) }
  }

  /// Where files are uploaded to: a folder, or an address. A relative path starts at `base`, or where the program was
  /// started.
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

  /// A whole number.
  static func number(
    _ text: String, _ origin: SettingOrigin, in range: ClosedRange<Int>
  ) throws(SettingsError) -> Int {
    guard let number = Int(text), range.contains(number) else { throw .notANumber(origin, value: text, range: range) }
    return number
  }

  /// A folder or file of this machine.
  static func path(
    _ text: String, _ origin: SettingOrigin, _ directories: UserDirectories, relativeTo base: URL? = nil
  ) throws(SettingsError) -> URL {
    guard !text.isEmpty else { throw .empty(origin) }
    return try checked(directories.resolve(text, relativeTo: base), origin)
  }

  /// Refuses a path in which bytes had to be replaced that are not UTF-8: it would be another folder.
  private static func checked(_ url: URL, _ origin: SettingOrigin) throws(SettingsError) -> URL {
    guard !url.path.unicodeScalars.contains(SettingOrigin.replacement) else { throw .notUTF8(origin) }
    return url
  }
}
