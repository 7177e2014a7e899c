import Foundation
import ReactorFiles
import ShowroomCatalog
import ShowroomSettings
import TapePlayer

/// The database with which a tape starts, in a file that is distributed together with the tape.
///
/// A tape may come from anyone. Therefore, the file must be a regular file next to the tape and of limited size, and
/// must never be the user's database.
struct TapeCatalog: Sendable, Hashable {
  /// Returns whether a variable of a tape names the file.
  static func isNamed(by variable: String) -> Bool {
    variable == TapeVariable.catalog || variable == TapeVariable.formerCatalog
  }

  /// The maximum size in bytes, several times the size needed for all of the EPA's cars.
  static let maximumSize: Int64 = 512 << 20

  /// The path of the file.
  var path: String { folder == "." ? name : "\(folder)/\(name)" }
  private let folder: String
  private let name: String
  /// The position of the variable in the tape.
  private let position: TapePosition?

  /// Creates the database of `tape`; `nil` if the tape names none.
  ///
  /// - Throws: `TapeError` if the variable is empty or not the name of a file next to the tape.
  init?(of tape: Tape) throws {
    guard let setting = tape.settings.environment.last(where: { Self.isNamed(by: $0.name) }) else { return nil }
    name = setting.value
    position = setting.position
    guard !name.isEmpty else { throw SettingsError.empty(.variable(setting.name)) }
    guard Self.isPlain(name) else {
      throw TapeError(
        "\(setting.name) cannot be \"\(name)\". Use the name of a file beside the tape, such as session.sqlite.",
        at: position)
    }
    folder = FileWriting.folder(of: tape.file)
  }

  /// Returns whether a name contains no folder and is not that of a user's own database.
  private static func isPlain(_ name: String) -> Bool {
    name != "." && name != ".." && name != CatalogStore.fileName
      && !name.unicodeScalars.contains { $0 == "/" || $0.properties.generalCategory == .control }
  }

  /// Copies the file into a data directory and checks the copy. The file itself is only read.
  ///
  /// - Throws: ``TapeCatalogError``.
  func copy(to directory: URL) throws(TapeCatalogError) {
    do throws(TapeCatalogError.Cause) {
      try copyFile(to: directory)
      try check(directory)
    } catch {
      throw TapeCatalogError(position: position, cause: error)
    }
  }

  private func check(_ directory: URL) throws(TapeCatalogError.Cause) {
    do { try CatalogStore.check(copyIn: directory) } catch { throw cause(error) }
  }

  private func copyFile(to directory: URL) throws(TapeCatalogError.Cause) {
    var code: Int32 = 0
    do throws(SystemError) {
      let file = try PinnedFolder(folder).file(name)
      var copy: NewFile
      do { copy = try PinnedFolder(directory.path).newFile(CatalogStore.fileName, permissions: 0o600) } catch {
        code = error.number
        throw error
      }
      try file.read(limit: Self.maximumSize) { (part: ArraySlice<UInt8>) throws(SystemError) in
        code = FileWriting.write(part, to: copy.descriptor)
        if code != 0 { throw SystemError(code) }
      }
      code = copy.publish()
    } catch {
      if code == 0 { throw .unreadable(path: path, reason: Self.reason(error)) }
    }
    if code != 0 { throw .notCopied(path: path, reason: systemReason(code)) }
  }

  private static func reason(_ error: SystemError) -> String {
    switch error.number {
    case ELOOP: "it is a symbolic link"
    case EFBIG: "it is larger than \(maximumSize >> 20) MB"
    default: error.readingReason
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

/// An error in using a tape's database.
struct TapeCatalogError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The position of the variable in the tape.
  let position: TapePosition?
  /// The reason.
  let cause: Cause

  /// The position, followed by a message that says what to do.
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

    /// A message that says what to do.
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
