/// Why the file of a tape is not read.
public enum TapeReadError: Error, Sendable, Hashable {
  /// A folder, a pipe or a device.
  case notAFile
  /// Larger than 1 MB, alone or together with the tapes before it.
  case tooLarge
  /// For a reason of the system.
  case system(errno: Int32)

  /// A sentence on the tape at `path`; `advice` is what to do about a reason of the system.
  func sentence(on path: String, advice: String) -> String {
    switch self {
    case .notAFile: "The tape \"\(path)\" is not a file: name the text file that holds the tape."
    case .tooLarge: "The tape \"\(path)\" is too large: a tape and all that it sources have 1 MB together."
    case .system(let code): "The tape \"\(path)\" cannot be read (\(systemReason(code))): \(advice)."
    }
  }
}
