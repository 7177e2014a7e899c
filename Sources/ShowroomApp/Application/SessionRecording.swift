import Catalogue
import Foundation
import ReactorTerminal
import TapePlayer

/// What is kept of a person's session. What is typed into secret fields never is.
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

  /// Serves `application` until it quits, and writes what is to be kept.
  ///
  /// - Parameter environment: says which terminal it is.
  /// - Returns: why the program has to end; nil when it was quit.
  @MainActor
  func run(
    _ application: TerminalApplication, _ kept: Files, environment: [String: String]
  ) throws -> TerminationCause? {
    let window = application.window
    let recorder = try kept.cast.map {
      try CastRecorder(
        to: $0,
        header: CastRecorder.Header(
          size: window.size, title: "Showroom", timestamp: Int(Date().timeIntervalSince1970),
          term: environment["TERM"] ?? CastRecorder.Header.commonTerm), keepsInput: keepsInput)
    }
    let writer = kept.tape?.writer(for: window)
    let stage = LiveStage(application, recorder: recorder, writer: writer)
    let cause = stage.run()
    if let tape = kept.tape, let writer { try tape.write(writer.tape(at: window.time)) }
    if let failure = recorder?.failure { throw failure }
    return cause
  }

  /// The files, made before the terminal is taken over: who cannot write them is told at once.
  @MainActor
  struct Files {
    let cast: RecordingFile?
    let tape: SessionTape?

    /// - Parameters:
    ///   - store: the database, as it is before the first key.
    ///   - source: where a refresh takes cars from.
    /// - Throws: `RecordingError`, ``Failure``, ``CatalogueCopy/Failure``, or what says why the database cannot be read.
    init(
      _ recording: SessionRecording, _ store: CatalogueStore, source: CatalogueSource, settings: Settings
    ) throws {
      cast = try recording.cast.map { path throws(RecordingError) in try RecordingFile(path: path) }
      tape = try recording.tape.map { path in
        try SessionTape(path, SessionBeginning(store, source: source, settings: settings), store)
      }
    }
  }
}
