import Foundation
import ReactorTerminalCore
import ShowroomCatalog
import ShowroomSettings
import TapePlayer

/// The files to write during a session. They are readable only by their owner, because they contain notes and paths.
/// Text typed into secret fields is never written.
package struct SessionRecording: Sendable, Hashable {
  /// The path of a recording; `nil` for none.
  package var cast: String?
  /// Whether the recording contains keys.
  package var recordsInput = false
  /// The path of a tape that replays the session; `nil` for none. Unless the database is that of a new user, it is
  /// copied to a file next to the tape.
  package var tape: String?

  /// Creates a description without files.
  package init() {}

  /// Checks, without changing anything, that no other kind of file would be replaced.
  ///
  /// - Throws: ``OutputFileError``.
  package func check() throws(OutputFileError) {
    if let cast { try OutputFile.recording.check(cast) }
    if let tape { try OutputFile.tape.check(tape) }
  }

  /// Creates the tape before the screen opens, so that errors are reported immediately.
  ///
  /// - Parameters:
  ///   - store: The database, in the state before the first key.
  ///   - source: The source for a refresh.
  /// - Throws: ``SessionTapeError``, ``CatalogCopyError``, or an error in reading the database.
  @MainActor
  package func beginTape(_ store: CatalogStore, source: CatalogSource, settings: Settings) throws -> SessionTape? {
    try tape.map { try SessionTape($0, SessionEnvironment(store, source: source, settings: settings), store) }
  }

  /// Runs `application` until it quits, and writes the files.
  ///
  /// - Parameters:
  ///   - tape: The result of ``beginTape(_:source:settings:)``.
  ///   - environment: The environment, including the type of the terminal.
  /// - Returns: The reason why the process must end; `nil` if the user quit.
  /// - Throws: `RecordingError` or ``SessionTapeError``.
  @MainActor
  package func run(
    _ application: TerminalApplication, _ tape: SessionTape?, environment: [String: String]
  ) throws -> TerminationCause? {
    let window = application.window
    let recorder = try CastRecorder.recorder(
      cast.map { [try RecordingFile(path: $0)] } ?? [],
      header: CastRecorder.Header(
        size: window.size, title: "Showroom", timestamp: Int(Date().timeIntervalSince1970),
        term: environment["TERM"] ?? CastRecorder.Header.commonTerm), recordsInput: recordsInput)
    let writer = tape?.writer(for: window)
    let stage = LiveStage(application, recorder: recorder, writer: writer)
    let cause = stage.run()
    if let tape, let writer { try tape.write(writer.tape(endingAt: window.time)) }
    if let failure = recorder?.failure { throw failure }
    return cause
  }
}
