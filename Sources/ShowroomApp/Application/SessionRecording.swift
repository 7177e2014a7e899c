import Foundation
import ReactorTerminal
import TapePlayer

/// What is kept of a person's session. What is typed into secret fields never is.
public struct SessionRecording: Sendable, Hashable {
  /// The asciicast to write; nil: none.
  public var cast: String?
  /// Whether keys are recorded in it, beside what is shown.
  public var keepsInput = false
  /// The tape to write: what the person does, to be played again; nil: none.
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
    let writer = tape.map { _ in TapeWriter(size: window.size, title: "A session of showroom", at: window.time) }
    let stage = LiveStage(application, recorder: recorder, writer: writer)
    let cause = stage.run()
    if let tape, let writer { try Self.write(writer.tape(at: window.time), to: tape) }
    if let failure = recorder?.failure { throw failure }
    return cause
  }

  /// The files, made before the terminal is taken over: who cannot write them is told at once.
  @MainActor
  struct Files {
    let cast: RecordingFile?

    /// - Throws: `RecordingError` or ``Failure``.
    init(_ recording: SessionRecording) throws {
      cast = try recording.cast.map { path throws(RecordingError) in try RecordingFile(path: path) }
      if let tape = recording.tape { try SessionRecording.write("", to: tape) }
    }
  }

  fileprivate static func write(_ text: String, to path: String) throws(Failure) {
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    } catch {
      throw Failure(path: path, reason: error.localizedDescription)
    }
  }
}
