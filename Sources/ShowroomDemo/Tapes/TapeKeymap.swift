import Foundation
import ReactorTerminalCore
import ShowroomSettings

/// The changed keys of a session, stored in a variable of its tape as a JSON object with the keys of each command.
enum TapeKeymap {
  /// Returns the changed keys of `keymap` as JSON; `nil` if none are changed.
  static func value(of keymap: Keymap) -> String? {
    guard !keymap.overrides.isEmpty else { return nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let names = keymap.overrides.map { ($0.key.rawValue, $0.value.map(\.configurationName)) }
    guard let data = try? encoder.encode(Dictionary(uniqueKeysWithValues: names)) else { return nil }
    // Strings in a tape have no escapes, so at least one of the three kinds of quotes must not occur.
    return String(decoding: data, as: UTF8.self).replacingOccurrences(of: "'", with: "\\u0027")
  }

  /// Returns the keymap in `value`; `nil` if `value` is `nil` or empty.
  ///
  /// - Throws: ``SettingsError`` if `value` is not in the format of ``value(of:)``.
  static func keymap(_ value: String?) throws(SettingsError) -> Keymap? {
    guard let value, !value.isEmpty else { return nil }
    do {
      let names = try JSONDecoder().decode([String: [String]].self, from: Data(value.utf8))
      let current = names.map { (FormerCommandNames.current($0.key), $0.value) }
      return try Keymap(parsing: Dictionary(current, uniquingKeysWith: { first, _ in first }))
    } catch {
      let reason = (error as? KeyNameError)?.description ?? "use the form {\"cars.favorite\":[\"x\"]}."
      throw .badKeys(.variable(TapeVariable.keys), reason: reason)
    }
  }
}
