import Foundation
import Glibc
import Logging
import ReactorFiles

/// The file that stores the state of the screen between sessions.
///
/// It is replaced as a whole, so that it is never partially written. If two programs write it, the later write takes
/// effect.
package struct SessionFile: Sendable {
  private let path: String
  private let logger: Logger

  /// The maximum size in bytes that is read.
  static let maximumSize: Int64 = 1 << 20

  /// Creates the file at a location.
  ///
  /// - Parameter logger: The log for files that cannot be read.
  package init(_ url: URL, logger: Logger = Logger(label: "showroom.session")) {
    path = url.path
    self.logger = logger
  }

  /// Returns the state that was saved last. If the file is missing, damaged, too large, or from a newer version,
  /// returns the state of a first session. All of these except a missing file are logged.
  package func load() -> SessionState {
    do {
      return try contents().map { try SessionState(json: $0) } ?? SessionState()
    } catch {
      logger.warning("ignored the saved session", metadata: ["path": "\(path)", "reason": "\(error)"])
      return SessionState()
    }
  }

  /// Saves a state. If necessary, creates the folder, accessible only to the user.
  ///
  /// - Returns: Whether the state was saved. A failure is logged.
  @discardableResult
  package func save(_ state: SessionState) -> Bool {
    let contents = Array(state.json)
    var code = FileWriting.replace(path, with: contents, permissions: 0o600)
    if code == ENOENT {
      try? FileManager.default.createDirectory(
        at: URL(fileURLWithPath: path).deletingLastPathComponent(), withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      code = FileWriting.replace(path, with: contents, permissions: 0o600)
    }
    guard code != 0 else { return true }
    logger.warning("could not save the session", metadata: ["path": "\(path)", "reason": "\(systemReason(code))"])
    return false
  }

  /// Returns the bytes of the file, or `nil` if there is none.
  private func contents() throws -> Data? {
    do throws(SystemError) {
      return Data(try OpenedFile(path).bytes(limit: Self.maximumSize))
    } catch {
      if error.number == ENOENT { return nil }
      throw Failure(reason: error.readingReason)
    }
  }

  private struct Failure: Error, CustomStringConvertible {
    let reason: String
    var description: String { reason }
  }
}
