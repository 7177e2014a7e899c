import Catalogue
import Foundation
import TapePlayer

/// The copy of a database that is kept beside the tape of a session.
struct CatalogueCopy: Sendable {
  /// What the tape calls it.
  let name: String
  private let path: String
  private let tape: String

  /// The copy that belongs to the tape at `tape`: `session.sqlite` to `session.tape`.
  init(beside tape: String) {
    self.tape = tape
    let url = URL(fileURLWithPath: tape)
    let stem = url.pathExtension == "tape" ? url.deletingPathExtension().lastPathComponent : url.lastPathComponent
    // In a tape a name stands between quotes of one of three kinds, on one line.
    name = String(stem.map { "\"'`".contains($0) || $0.isNewline ? "-" : $0 }) + ".sqlite"
    path = url.deletingLastPathComponent().appendingPathComponent(name).path
  }

  /// It cannot be made.
  enum Failure: Error, Sendable, Hashable, CustomStringConvertible {
    /// A file of that name is there, and not from an earlier session's tape.
    case exists(path: String)
    /// The file cannot be written.
    case unwritable(path: String, reason: String)

    /// A sentence that says what to do.
    var description: String {
      switch self {
      case .exists(let path):
        "The tape is to be kept with a copy of the catalogue, but \(path) is there already and belongs to no such tape: "
          + "choose another name for the tape."
      case .unwritable(let path, let reason):
        "The tape is to be kept with a copy of the catalogue, but \(path) cannot be written (\(reason)): choose another "
          + "path for the tape."
      }
    }
  }

  /// Whether the tape that is there now, from an earlier session, has such a copy.
  var isKnown: Bool {
    guard let tape = try? Tape(contentsOf: tape) else { return false }
    return tape.settings.environment.contains { $0.name == TapeCatalogue.variable && $0.value == name }
  }

  /// Whether it can be written without losing anything: there is no such file, or an earlier session's.
  /// - Throws: ``Failure/exists(path:)``.
  func check(_ store: CatalogueStore) throws(Failure) {
    guard access(path, F_OK) == 0 else { return }
    let isDatabase = Self.identity(of: path) == Self.identity(of: store.path)
    guard isKnown, !isDatabase else { throw .exists(path: path) }
  }

  /// What it is called until it is whole and its tape is written.
  private var new: String { "\(path).\(getpid())" }

  /// Writes it under another name, whole or not at all.
  func prepare(_ store: CatalogueStore) throws(Failure) {
    let descriptor = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw .unwritable(path: path, reason: systemReason(errno)) }
    close(descriptor)
    do {
      try store.copy(to: new)
    } catch {
      discard()
      if case .store(.diskFull, _) = error { throw .unwritable(path: path, reason: systemReason(ENOSPC)) }
      throw .unwritable(path: path, reason: "\(error)")
    }
  }

  /// Gives what was prepared its name.
  func keep() throws(Failure) {
    guard rename(new, path) == 0 else {
      let reason = systemReason(errno)
      discard()
      throw .unwritable(path: path, reason: reason)
    }
  }

  /// Removes what was prepared.
  func discard() { unlink(new) }

  /// Removes an earlier session's: a tape that does not name it must not leave it behind.
  func remove() { unlink(path) }

  private static func identity(of path: String) -> [UInt64]? {
    var status = stat()
    return stat(path, &status) == 0 ? [UInt64(status.st_dev), UInt64(status.st_ino)] : nil
  }
}
