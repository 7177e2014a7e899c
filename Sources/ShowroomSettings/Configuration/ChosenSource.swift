import Foundation
import ReactorFiles
import ShowroomCatalog

/// The source chosen for a data directory, including secrets.
///
/// The database stores the source without the password or signature in its URL, because a database may be copied and
/// shared. This file is stored next to the database and is readable only by its owner.
package struct ChosenSource: Sendable {
  /// The path of the file.
  let path: String

  /// Creates the choice for a data directory.
  package init(in directory: URL) {
    path = directory.appendingPathComponent("source", isDirectory: false).path
  }

  /// The chosen source; `nil` for the bundled catalog or if none was chosen.
  package var source: CatalogSource? {
    guard let bytes = try? OpenedFile(path).bytes(limit: 64 << 10) else { return nil }
    return try? CatalogSource(parsing: String(decoding: bytes, as: UTF8.self))
  }

  /// Saves a source; `nil` for the bundled catalog.
  ///
  /// - Throws: ``Failure``.
  package func remember(_ source: CatalogSource?) throws(Failure) {
    let text = source.map { Array("\($0.privateText)\n".utf8) }
    let code = text.map { FileWriting.replace(path, with: $0, permissions: 0o600) } ?? FileWriting.remove(path)
    if code != 0 { throw Failure(path: path, reason: systemReason(code)) }
  }

  /// A failure to save the source.
  package struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
    let path: String
    let reason: String

    /// A message with the cause and what to do.
    package var description: String {
      "The catalog was refreshed, but its source could not be saved to \(path): \(reason). "
        + "Set the source in the configuration file to use it for later refreshes."
    }
  }
}
