import Foundation
import TapePlayer
import Uploads

/// The destination chosen on the screen for a data directory: where files go as long as neither an option, nor a variable,
/// nor the configuration file names one.
///
/// A file beside the database, and not a row in it, so that it can be read and edited without the program. It holds no
/// secret; an address may still say more than others need to know, so only its owner may read it.
struct ChosenDestination: Sendable {
  /// The file.
  let path: String

  /// The choice for a data directory.
  init(in directory: URL) {
    path = directory.appendingPathComponent("destination", isDirectory: false).path
  }

  /// The destination that was chosen; nil when none was, or when the file names none.
  var destination: Destination? {
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    // What was chosen is absolute.
    return try? Destination(parsing: String(decoding: data, as: UTF8.self), home: "/", base: "/")
  }

  /// Remembers a choice.
  func remember(_ destination: Destination) throws(UploadFailure) {
    let code = FileWriting.replace(path, with: Array("\(destination)\n".utf8), permissions: 0o600)
    guard code == 0 else {
      throw UploadFailure(
        .store,
        "The destination could not be written to \(path): \(systemReason(code)). It is used until Showroom quits; "
          + "name it in the configuration file to keep it.")
    }
  }
}
