import Catalogue
import Foundation
import TapePlayer

/// The database that a tape begins with: a file that is sent along with it.
struct TapeCatalogue: Sendable, Hashable {
  /// The variable by which a tape names the file; a path that is not absolute starts in the tape's own folder.
  static let variable = "SHOWROOM_CATALOGUE"

  /// Where the file is.
  let path: String
  /// Where the tape names it.
  private let position: TapePosition?

  /// The database that `tape` names; nil where it names none.
  /// - Throws: ``SettingsError`` when the name is empty.
  init?(of tape: Tape) throws(SettingsError) {
    guard let setting = tape.settings.environment.last(where: { $0.name == Self.variable }) else { return nil }
    let name = setting.value
    position = setting.position
    guard !name.isEmpty else { throw .empty(.variable(Self.variable)) }
    let folder = URL(fileURLWithPath: tape.file).deletingLastPathComponent()
    path = name.hasPrefix("/") ? name : folder.appendingPathComponent(name).path
  }

  /// It cannot be used.
  struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
    /// Where the tape names it.
    let position: TapePosition?
    /// What is the matter.
    let cause: Cause

    /// The place, and a sentence that says what to do.
    var description: String { (position.map { "\($0): " } ?? "") + "\(cause)" }
  }

  /// Why it cannot be used.
  enum Cause: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file is not there, or may not be read.
    case unreadable(path: String, reason: String)
    /// The file is something else.
    case notACatalogue(path: String)
    /// The file is damaged.
    case damaged(path: String, detail: String)
    /// A later version of the program wrote it.
    case newer(path: String, found: Int, supported: Int)
    /// There is no room for a copy.
    case notCopied(path: String, reason: String)

    /// A sentence that says what to do.
    var description: String {
      switch self {
      case .unreadable(let path, let reason):
        "The tape begins with the catalogue \(path), which cannot be read (\(reason)): put it there; it was written "
          + "together with the tape."
      case .notACatalogue(let path):
        "The tape begins with \(path), which is no catalogue: put the file there that was written together with the tape."
      case .damaged(let path, let detail):
        "The catalogue \(path), which the tape begins with, is damaged (\(detail)): copy it once more from where the "
          + "tape was written."
      case .newer(let path, let found, let supported):
        "The catalogue \(path), which the tape begins with, was written by a newer version (format \(found), this program "
          + "knows \(supported)): update the program."
      case .notCopied(let path, let reason):
        "The catalogue \(path), which the tape begins with, could not be copied (\(reason)): free some space, or name "
          + "another temporary folder with TMPDIR."
      }
    }
  }

  /// Copies it into a data directory, and looks whether it can be used. The file itself is only read.
  func copy(to directory: URL) throws(Failure) {
    do throws(Cause) {
      let code = FileWriting.replace(
        directory.appendingPathComponent("catalogue.sqlite").path, with: Array(try content()))
      if code != 0 { throw .notCopied(path: path, reason: systemReason(code)) }
      try check(directory)
    } catch {
      throw Failure(position: position, cause: error)
    }
  }

  private func check(_ directory: URL) throws(Cause) {
    do { try CatalogueStore.check(copyIn: directory) } catch { throw cause(error) }
  }

  private func content() throws(Cause) -> Data {
    var status = stat()
    guard stat(path, &status) == 0, access(path, R_OK) == 0 else {
      throw .unreadable(path: path, reason: systemReason(errno))
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .unreadable(path: path, reason: "it is not a file") }
    do {
      return try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw .unreadable(path: path, reason: error.localizedDescription)
    }
  }

  private func cause(_ error: CatalogueError) -> Cause {
    guard case .store(let problem, _) = error else { return .damaged(path: path, detail: "\(error)") }
    switch problem {
    case .notADatabase: return .notACatalogue(path: path)
    case .corrupt(let detail), .failed(let detail): return .damaged(path: path, detail: detail)
    case .newerVersion(let found, let supported): return .newer(path: path, found: found, supported: supported)
    case .diskFull: return .notCopied(path: path, reason: systemReason(ENOSPC))
    default: return .damaged(path: path, detail: "\(error)")
    }
  }
}
