import Catalog
import Foundation
import ShowroomSettings
import TapePlayer
import Writing

/// The database with which a tape starts: a file that is sent along with the tape.
struct TapeCatalog: Sendable, Hashable {
  /// Returns whether a variable of a tape names the file.
  static func isNamed(by variable: String) -> Bool {
    variable == TapeVariable.catalog || variable == TapeVariable.formerCatalog
  }

  /// The path of the file.
  let path: String
  /// The place of the variable in the tape.
  private let position: TapePosition?

  /// Creates the database of `tape`; `nil` if it names none. A relative path is relative to the folder of the tape.
  ///
  /// - Throws: ``SettingsError`` when the path is empty.
  init?(of tape: Tape) throws(SettingsError) {
    guard let setting = tape.settings.environment.last(where: { Self.isNamed(by: $0.name) }) else { return nil }
    let name = setting.value
    position = setting.position
    guard !name.isEmpty else { throw .empty(.variable(setting.name)) }
    let folder = URL(fileURLWithPath: tape.file).deletingLastPathComponent()
    path = name.hasPrefix("/") ? name : folder.appendingPathComponent(name).path
  }

  /// Copies the file into a data directory, and checks the copy. The file itself is only read.
  ///
  /// - Throws: ``TapeCatalogError``.
  func copy(to directory: URL) throws(TapeCatalogError) {
    do throws(TapeCatalogError.Cause) {
      let code = FileWriting.replace(
        directory.appendingPathComponent(CatalogStore.fileName).path, with: Array(try content()))
      if code != 0 { throw .notCopied(path: path, reason: systemReason(code)) }
      try check(directory)
    } catch {
      throw TapeCatalogError(position: position, cause: error)
    }
  }

  private func check(_ directory: URL) throws(TapeCatalogError.Cause) {
    do { try CatalogStore.check(copyIn: directory) } catch { throw cause(error) }
  }

  private func content() throws(TapeCatalogError.Cause) -> Data {
    var status = stat()
    guard stat(path, &status) == 0, access(path, R_OK) == 0 else {
      throw .unreadable(path: path, reason: systemReason(errno))
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .unreadable(path: path, reason: "it is not a regular file") }
    do {
      return try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw .unreadable(path: path, reason: error.localizedDescription)
    }
  }

  private func cause(_ error: CatalogError) -> TapeCatalogError.Cause {
    guard case .store(let problem, _) = error else { return .damaged(path: path, detail: "\(error)") }
    switch problem {
    case .notADatabase: return .notACatalog(path: path)
    case .corrupt(let detail), .failed(let detail): return .damaged(path: path, detail: detail)
    case .newerVersion(let found, let supported): return .newer(path: path, found: found, supported: supported)
    case .diskFull: return .notCopied(path: path, reason: systemReason(ENOSPC))
    default: return .damaged(path: path, detail: "\(error)")
    }
  }
}

/// A database of a tape that cannot be used.
struct TapeCatalogError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The place of the variable in the tape.
  let position: TapePosition?
  /// The reason.
  let cause: Cause

  /// The position, followed by a message with advice.
  var description: String { (position.map { "\($0): " } ?? "") + "\(cause)" }

  /// The reason why a database cannot be used.
  enum Cause: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file is missing or cannot be read.
    case unreadable(path: String, reason: String)
    /// The file is not a catalog.
    case notACatalog(path: String)
    /// The file is damaged.
    case damaged(path: String, detail: String)
    /// The file was written by a newer version of the program.
    case newer(path: String, found: Int, supported: Int)
    /// The file could not be copied.
    case notCopied(path: String, reason: String)

    /// A message with advice.
    var description: String {
      switch self {
      case .unreadable(let path, let reason):
        "The catalog \(path) of the tape could not be read (\(reason)). Put the file that was written with the tape "
          + "there."
      case .notACatalog(let path):
        "The file \(path) of the tape is not a catalog. Put the file that was written with the tape there."
      case .damaged(let path, let detail):
        "The catalog \(path) of the tape is damaged (\(detail)). Copy it again from where the tape was written."
      case .newer(let path, let found, let supported):
        "The catalog \(path) of the tape was written by a newer version (format \(found); this program supports "
          + "\(supported)). Update the program."
      case .notCopied(let path, let reason):
        "The catalog \(path) of the tape could not be copied (\(reason)). Free some space, or set TMPDIR to another "
          + "folder."
      }
    }
  }
}
