import Foundation
import ReactorFiles
import ShowroomCatalog
import TapePlayer

/// A copy of the database, stored next to a session's tape.
struct CatalogCopy: Sendable {
  /// The file name, as written in the tape.
  let name: String
  private let path: String
  private let tape: String

  /// Creates the copy for the tape at `tape`: `session.sqlite` for `session.tape`.
  init(beside tape: String) {
    self.tape = tape
    let url = URL(fileURLWithPath: tape)
    let stem = url.pathExtension == "tape" ? url.deletingPathExtension().lastPathComponent : url.lastPathComponent
    // The tape contains the name on one line, in one of three kinds of quotes.
    let plain = String(stem.map { "\"'`".contains($0) || $0.isNewline ? "-" : $0 })
    // A tape must not name a file that could be a user's database.
    name = plain + (plain + ".sqlite" == CatalogStore.fileName ? "-session" : "") + ".sqlite"
    let folder = url.deletingLastPathComponent()
    path = folder.appendingPathComponent(name).path
    temporaryPath = folder.appendingPathComponent(FileWriting.temporaryName(for: name)).path
  }

  /// Whether an existing tape of an earlier session uses this copy.
  var belongsToExistingTape: Bool {
    guard let tape = try? Tape(contentsOf: tape) else { return false }
    return tape.settings.environment.contains { TapeCatalog.isNamed(by: $0.name) && $0.value == name }
  }

  /// Checks that the copy would replace only the copy of an earlier session.
  ///
  /// - Throws: ``CatalogCopyError/exists(path:)``.
  func check(_ store: CatalogStore) throws(CatalogCopyError) {
    guard access(path, F_OK) == 0 else { return }
    let isDatabase = Self.identity(of: path) == Self.identity(of: store.path)
    guard belongsToExistingTape, !isDatabase else { throw .exists(path: path) }
  }

  /// The path of the copy until it is complete and the tape has been written.
  private let temporaryPath: String

  /// Writes the copy to a temporary path, completely or not at all.
  func prepare(_ store: CatalogStore) throws(CatalogCopyError) {
    let descriptor = open(temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .unwritable(path: path, reason: systemReason(errno)) }
    close(descriptor)
    do {
      try store.copy(to: temporaryPath)
    } catch {
      discard()
      if case .store(.diskFull, _) = error { throw .unwritable(path: path, reason: systemReason(ENOSPC)) }
      throw .unwritable(path: path, reason: "\(error)")
    }
  }

  /// Moves the prepared copy to its final path.
  func keep() throws(CatalogCopyError) {
    let code = FileWriting.publish(temporaryPath, as: path)
    guard code != 0 else { return }
    discard()
    throw .unwritable(path: path, reason: systemReason(code))
  }

  /// Removes the prepared copy.
  func discard() { unlink(temporaryPath) }

  /// Removes the copy of an earlier session whose tape is being replaced by a tape without a copy.
  func remove() { unlink(path) }

  private static func identity(of path: String) -> [UInt64]? {
    var status = stat()
    return stat(path, &status) == 0 ? [UInt64(status.st_dev), UInt64(status.st_ino)] : nil
  }
}

/// An error in creating a copy of the database.
package enum CatalogCopyError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Another file exists at the path.
  case exists(path: String)
  /// The file could not be written.
  case unwritable(path: String, reason: String)

  /// A message that says what to do.
  package var description: String {
    switch self {
    case .exists(let path):
      "The tape needs a copy of the catalog at \(path), but another file exists there. Choose another name for the "
        + "tape."
    case .unwritable(let path, let reason):
      "The tape needs a copy of the catalog, but \(path) could not be written (\(reason)). Choose another path for the "
        + "tape."
    }
  }
}
