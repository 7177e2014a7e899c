import Foundation
import ReactorTerminal

/// The keys that a person has changed, as a tape names them: JSON, the lists of keys by the commands' names.
enum SessionKeys {
  /// The variable that holds them.
  static let variable = "SHOWROOM_KEYS"

  /// `keymap` as the variable's value; nil where nothing is changed.
  static func value(of keymap: Keymap) -> String? {
    guard !keymap.overrides.isEmpty else { return nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(keymap.overrides.mapValues { $0.map(\.configurationName) }) else { return nil }
    // A tape has no escapes, but three kinds of quotes: one of them has to stay free.
    return String(decoding: data, as: UTF8.self).replacingOccurrences(of: "'", with: "\\u0027")
  }

  /// The keys that `value` names; nil where it names none.
  /// - Throws: ``SettingsError`` when it is not what ``value(of:)`` gives.
  static func keymap(_ value: String?) throws(SettingsError) -> Keymap? {
    guard let value, !value.isEmpty else { return nil }
    do {
      return try Keymap(parsing: JSONDecoder().decode([String: [String]].self, from: Data(value.utf8)))
    } catch {
      let reason = (error as? KeyNameError)?.description ?? "write the keys of commands as {\"cars.follow\":[\"x\"]}."
      throw .badKeys(.variable(variable), reason: reason)
    }
  }
}
