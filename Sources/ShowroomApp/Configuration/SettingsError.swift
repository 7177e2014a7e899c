/// Where a choice was made, for the sentence that refuses it.
public enum SettingOrigin: Sendable, Hashable {
  /// An option of the command line, `--theme`.
  case option(String)
  /// A variable of the environment, `SHOWROOM_THEME`.
  case variable(String)
  /// A key of the configuration file.
  case file(path: String, line: Int, key: String)

  /// Stands for bytes that are not UTF-8.
  static let replacement: Unicode.Scalar = "\u{FFFD}"

  fileprivate func sentence(_ rest: String) -> String {
    switch self {
    case .option(let name), .variable(let name): "\(name) \(rest)"
    case .file(let path, let line, let key): "\(path):\(line): \(key) \(rest)"
    }
  }
}

/// A choice that cannot be taken; the program ends with status 2.
public enum SettingsError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The value is none of those that are possible.
  case unknownChoice(SettingOrigin, value: String, choices: [String])
  /// The value is neither yes nor no.
  case notAFlag(SettingOrigin, value: String)
  /// The value is no number, or too small or too large.
  case notANumber(SettingOrigin, value: String, range: ClosedRange<Int>)
  /// The value is no zone of time.
  case unknownZone(SettingOrigin, value: String)
  /// The value does not name keys; the sentence says why.
  case badKeys(SettingOrigin, reason: String)
  /// The value is empty.
  case empty(SettingOrigin)
  /// The value names a file or folder whose path is not UTF-8, or starts in such a folder.
  case notUTF8(SettingOrigin)
  /// The value is no source; the sentence says why.
  case badSource(SettingOrigin, reason: String)
  /// The value is no destination of uploads; the sentence says why.
  case badDestination(SettingOrigin, reason: String)
  /// The configuration file says something else that it cannot say; the sentence says what.
  case configuration(path: String, line: Int, sentence: String)
  /// The configuration file cannot be read.
  case unreadable(path: String, reason: String)

  /// A sentence that says what is wrong and what may be written instead.
  public var description: String {
    switch self {
    case .unknownChoice(let origin, let value, let choices):
      origin.sentence("cannot be \"\(value)\": write \(Self.list(choices)).")
    case .notAFlag(let origin, let value): origin.sentence("cannot be \"\(value)\": write 1 or 0, yes or no.")
    case .notANumber(let origin, let value, let range):
      origin.sentence("cannot be \"\(value)\": write a number from \(range.lowerBound) to \(range.upperBound).")
    case .unknownZone(let origin, let value):
      origin.sentence("cannot be \"\(value)\": write the name of a zone of time, such as Asia/Seoul.")
    case .badKeys(let origin, let reason): origin.sentence("names no keys: \(reason)")
    case .notUTF8(let origin):
      origin.sentence(
        "leads to a path that is not UTF-8, which is not supported: rename the folder, or choose another.")
    case .empty(let origin): origin.sentence("is empty: give it a value, or leave it out.")
    case .badSource(let origin, let reason): origin.sentence("names no source: \(reason)")
    case .badDestination(let origin, let reason): origin.sentence("names no destination: \(reason)")
    case .configuration(let path, let line, let sentence): "\(path):\(line): \(sentence)"
    case .unreadable(let path, let reason): "The configuration file \(path) cannot be read: \(reason)."
    }
  }

  /// Where the choice was made that cannot be taken; nil of what is wrong with the configuration file as a whole.
  var origin: SettingOrigin? {
    switch self {
    case .unknownChoice(let origin, _, _), .notAFlag(let origin, _), .notANumber(let origin, _, _),
      .unknownZone(let origin, _), .badKeys(let origin, _), .empty(let origin), .notUTF8(let origin),
      .badSource(let origin, _),
      .badDestination(let origin, _):
      origin
    case .configuration, .unreadable: nil
    }
  }

  static func list(_ choices: [String]) -> String {
    choices.count < 2 ? choices.joined() : choices.dropLast().joined(separator: ", ") + " or " + (choices.last ?? "")
  }
}
