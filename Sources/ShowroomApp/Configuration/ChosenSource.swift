import Catalogue
import Foundation
import TapePlayer

/// The source of a data directory with its secrets. The database says which source was loaded last, but not the password
/// or signature in its address: the database may be copied and sent to others.
///
/// A file beside the database that only its owner may read.
struct ChosenSource: Sendable {
  /// The file.
  let path: String

  /// What was chosen for a data directory.
  init(in directory: URL) {
    path = directory.appendingPathComponent("source", isDirectory: false).path
  }

  /// What was chosen; nil for the bundled catalogue, and when nobody ever chose. Takes microseconds.
  var source: CatalogueSource? {
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    return try? CatalogueSource(parsing: String(decoding: data, as: UTF8.self))
  }

  /// Remembers a choice; nil stands for the bundled catalogue, wherever that is.
  /// - Throws: ``Failure``.
  func remember(_ source: CatalogueSource?) throws(Failure) {
    guard let source else {
      if unlink(path) != 0, errno != ENOENT { throw Failure(path: path, reason: systemReason(errno)) }
      return
    }
    let code = FileWriting.replace(path, with: Array("\(source.privateText)\n".utf8), permissions: 0o600)
    if code != 0 { throw Failure(path: path, reason: systemReason(code)) }
  }

  /// The choice could not be written down.
  struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
    let path: String
    let reason: String

    /// A sentence that says what to do.
    var description: String {
      "The cars are there, but their source could not be written to \(path): \(reason); "
        + "name it in the configuration file to have it refreshed from."
    }
  }
}
