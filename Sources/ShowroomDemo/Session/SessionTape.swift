import ReactorFiles
import ReactorTerminalCore
import ShowroomCatalog
import TapePlayer

/// The tape of a session and its copy of the database.
@MainActor
package struct SessionTape {
  private let path: String
  private let environment: SessionEnvironment
  private let copy: CatalogCopy

  /// Creates the files. They replace only those of an earlier session.
  init(_ path: String, _ environment: SessionEnvironment, _ store: CatalogStore) throws {
    self.path = path
    self.environment = environment
    copy = CatalogCopy(beside: path)
    if environment.cars == .copied { try copy.check(store) }
    let hasOldCopy = copy.belongsToExistingTape
    // The tape replaces an earlier one only after its copy is complete.
    if environment.cars == .copied { try copy.prepare(store) }
    do {
      let writer = writer(Size(width: 80, height: 24), .dark, isASCII: false, at: .zero)
      try write(writer.tape(endingAt: .zero))
    } catch {
      copy.discard()
      throw error
    }
    if environment.cars == .copied {
      try copy.keep()
    } else if hasOldCopy {
      copy.remove()
    }
  }

  /// Returns a writer for a session that starts now in `window`.
  func writer(for window: Window) -> TapeWriter {
    writer(window.size, window.theme, isASCII: window.capabilities.isASCII, at: window.time)
  }

  private func writer(_ size: Size, _ theme: Theme, isASCII: Bool, at time: Duration) -> TapeWriter {
    TapeWriter(
      size: size, title: OutputFile.sessionTitle,
      environment: environment.variables(copy: copy.name, theme: theme, isASCII: isASCII), at: time)
  }

  /// Writes the tape. If that fails, the existing file stays unchanged.
  func write(_ text: String) throws(SessionTapeError) {
    let code = FileWriting.replace(path, with: Array(text.utf8), permissions: 0o600)
    if code != 0 { throw SessionTapeError(path: path, reason: systemReason(code)) }
  }
}

/// An error in writing a tape.
package struct SessionTapeError: Error, Sendable, Hashable, CustomStringConvertible {
  let path: String
  let reason: String

  /// A message that says what to do.
  package var description: String { "The tape \"\(path)\" could not be written (\(reason)). Choose another path." }
}
