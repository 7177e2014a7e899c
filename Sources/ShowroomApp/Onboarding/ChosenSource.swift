import Catalogue
import Foundation
import TapePlayer

/// The source that a person chose in the program for a data directory: what a refresh takes where neither an option, nor
/// a variable, nor the configuration file names one.
///
/// A file beside the database, and not a row in it, so that it can be read and mended without the program. Only its
/// owner may read it: an address may carry a password.
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
