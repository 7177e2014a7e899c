import Catalogue
import Foundation
import ReactorTerminal
import TapePlayer

/// What is kept of a person's session, in files that only they can read: notes and paths are in it. What is typed into
/// secret fields never is.
public struct SessionRecording: Sendable, Hashable {
  /// The asciicast to write; nil: none.
  public var cast: String?
  /// Whether keys are recorded in it, beside what is shown.
  public var keepsInput = false
  /// The tape to write: how the session begins and what the person does, to be played again; nil: none. A database that
  /// is not a new user's is copied to a file beside it.
  public var tape: String?

  /// Nothing is kept.
  public init() {}

  /// The tape cannot be written.
  public struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
    let path: String
    let reason: String

    /// A sentence that says what to do.
    public var description: String { "The tape \"\(path)\" cannot be written (\(reason)): choose another path." }
  }

  /// Finds out, without touching anything, whether something else would be lost.
  /// - Throws: ``KeptFile/Refusal``.
  func check() throws(KeptFile.Refusal) {
    if let cast { try KeptFile.recording.check(cast) }
    if let tape { try KeptFile.tape.check(tape) }
  }

  /// Makes the tape, before the terminal is taken over: who cannot write it is told at once.
  ///
  /// - Parameters:
  ///   - store: the database, as it is before the first key.
  ///   - source: where a refresh takes cars from.
  /// - Throws: ``Failure``, ``CatalogueCopy/Failure``, or what says why the database cannot be read.
  @MainActor
  func beginTape(_ store: CatalogueStore, source: CatalogueSource, settings: Settings) throws -> SessionTape? {
    try tape.map { try SessionTape($0, SessionBeginning(store, source: source, settings: settings), store) }
  }

  /// Serves `application` until it quits, and writes what is to be kept.
  ///
  /// - Parameters:
  ///   - tape: what ``beginTape(_:source:settings:)`` has made.
  ///   - environment: says which terminal it is.
  /// - Returns: why the program has to end; nil when it was quit.
  /// - Throws: `RecordingError` or ``Failure``.
  @MainActor
  func run(
    _ application: TerminalApplication, _ tape: SessionTape?, environment: [String: String]
  ) throws -> TerminationCause? {
    let window = application.window
    let recorder = try CastRecorder.recorder(
      files: cast.map { [$0] } ?? [], arePrivate: true,
      header: CastRecorder.Header(
        size: window.size, title: "Showroom", timestamp: Int(Date().timeIntervalSince1970),
        term: environment["TERM"] ?? CastRecorder.Header.commonTerm), keepsInput: keepsInput)
    let writer = tape?.writer(for: window)
    let stage = LiveStage(application, recorder: recorder, writer: writer)
    let cause = stage.run()
    if let tape, let writer { try tape.write(writer.tape(at: window.time)) }
    if let failure = recorder?.failure { throw failure }
    return cause
  }
}
