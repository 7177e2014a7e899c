/// The origin of a setting, named in errors about its value.
package enum SettingOrigin: Sendable, Hashable {
  /// A command-line option, such as `--theme`.
  case option(String)
  /// A positional command-line argument.
  case argument
  /// An environment variable, such as `SHOWROOM_THEME`.
  case variable(String)
  /// A key of the configuration file.
  case file(path: String, line: Int, key: String)

  /// The character that replaces bytes that are not valid UTF-8.
  static let replacement: Unicode.Scalar = "\u{FFFD}"

  fileprivate func message(_ rest: String) -> String {
    switch self {
    case .option(let name), .variable(let name): "\(name) \(rest)"
    case .argument: "The argument \(rest)"
    case .file(let path, let line, let key): "\(path):\(line): \(key) \(rest)"
    }
  }
}

/// An invalid setting; the program exits with status 2.
package enum SettingsError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The value is not one of the choices.
  case unknownChoice(SettingOrigin, value: String, choices: [String])
  /// The value is neither yes nor no.
  case notAFlag(SettingOrigin, value: String)
  /// The value is not a number within the range.
  case notANumber(SettingOrigin, value: String, range: ClosedRange<Int>)
  /// The value is not a rate.
  case badRate(SettingOrigin, value: String, remedy: String)
  /// The value is not a time zone.
  case unknownZone(SettingOrigin, value: String)
  /// The value does not name keys.
  case badKeys(SettingOrigin, reason: String)
  /// The value is empty.
  case empty(SettingOrigin)
  /// The value resolves to a path that is not UTF-8.
  case notUTF8(SettingOrigin)
  /// The value is not a source.
  case badSource(SettingOrigin, reason: String)
  /// The value is not a destination.
  case badDestination(SettingOrigin, reason: String)
  /// A line of the configuration file is invalid.
  case configuration(path: String, line: Int, message: String)
  /// The configuration file cannot be read.
  case unreadable(path: String, reason: String)

  /// A message with the problem and the valid values.
  package var description: String {
    switch self {
    case .unknownChoice(let origin, let value, let choices):
      origin.message("cannot be \"\(value)\". Use \(Self.list(choices)).")
    case .notAFlag(let origin, let value): origin.message("cannot be \"\(value)\". Use 1 or 0, yes or no.")
    case .notANumber(let origin, let value, let range):
      origin.message("cannot be \"\(value)\". Use a number from \(range.lowerBound) to \(range.upperBound).")
    case .badRate(let origin, let value, let remedy): origin.message("cannot be \"\(value)\". \(remedy)")
    case .unknownZone(let origin, let value):
      origin.message("cannot be \"\(value)\". Use the name of a time zone, such as Asia/Seoul.")
    case .badKeys(let origin, let reason): origin.message("does not name keys: \(reason)")
    case .notUTF8(let origin):
      origin.message(
        "resolves to a path that is not UTF-8, which is not supported. Rename the folder or choose another one.")
    case .empty(let origin): origin.message("is empty. Set a value or remove it.")
    case .badSource(let origin, let reason): origin.message("is not a valid source: \(reason)")
    case .badDestination(let origin, let reason): origin.message("is not a valid destination: \(reason)")
    case .configuration(let path, let line, let message): "\(path):\(line): \(message)"
    case .unreadable(let path, let reason): "Could not read the configuration file \(path): \(reason)."
    }
  }

  /// The origin of the invalid value; `nil` for a problem with the configuration file as a whole.
  package var origin: SettingOrigin? {
    switch self {
    case .unknownChoice(let origin, _, _), .notAFlag(let origin, _), .notANumber(let origin, _, _),
      .badRate(let origin, _, _), .unknownZone(let origin, _), .badKeys(let origin, _), .empty(let origin),
      .notUTF8(let origin),
      .badSource(let origin, _),
      .badDestination(let origin, _):
      origin
    case .configuration, .unreadable: nil
    }
  }

  /// Returns the choices as an enumeration: `a, b or c`.
  package static func list(_ choices: [String]) -> String {
    choices.count < 2 ? choices.joined() : choices.dropLast().joined(separator: ", ") + " or " + (choices.last ?? "")
  }
}
