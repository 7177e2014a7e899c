import Foundation
import ReactorFiles
import ShowroomUploads

/// The destination chosen on the screen for a data directory. An option, a variable or the configuration file overrides
/// it.
///
/// It is stored in a file next to the database rather than in the database, so that it can be read and edited without
/// the program. The file contains no secrets, but it is readable only by its owner, because a URL may reveal more than
/// intended.
package struct ChosenDestination: Sendable {
  /// The path of the file.
  let path: String

  /// Creates the choice for a data directory.
  init(in directory: URL) {
    path = directory.appendingPathComponent("destination", isDirectory: false).path
  }

  /// The chosen destination; `nil` if there is none or the file is invalid.
  var destination: Destination? {
    guard let bytes = try? OpenedFile(path).bytes(limit: 64 << 10) else { return nil }
    // A chosen destination is always absolute.
    return try? Destination(parsing: String(decoding: bytes, as: UTF8.self), home: "/", base: "/")
  }

  /// Saves a destination.
  package func remember(_ destination: Destination) throws(UploadFailure) {
    let code = FileWriting.replace(path, with: Array("\(destination)\n".utf8), permissions: 0o600)
    guard code == 0 else {
      throw UploadFailure(
        .store,
        "The destination could not be saved to \(path): \(systemReason(code)). Showroom uses it until it quits. "
          + "To keep it, set it in the configuration file.")
    }
  }
}
