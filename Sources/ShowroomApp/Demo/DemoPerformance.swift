import Catalogue
import ReactorCore
import ReactorTerminal
import TapePlayer

/// Plays a tape with the whole program, in a temporary folder that is gone afterwards.
@MainActor
public struct DemoPerformance {
  /// What is played.
  public let tape: Tape
  /// Columns and rows; nil: what the tape says, or 80 × 24.
  public var size: Size?
  /// What may differ from one performance to the next.
  public var options = Player.Options(pictureTitle: "showroom")
  /// Whether a signal that ends the process removes the demo's folders before, where there is no terminal. Signals belong
  /// to the process, which says so.
  public var hearsSignals = false
  /// Where the bundled catalogue is.
  public var resources: ResourceLocator
  /// Where recordings go.
  public var recordings: [any RecordingSink] = []
  /// The files that recordings are written to: made, or emptied, when nothing else can keep the tape from being played.
  public var recordingFiles: [String] = []

  /// A performance of `tape`.
  public init(_ tape: Tape, resources: ResourceLocator) {
    self.tape = tape
    self.resources = resources
  }

  /// Plays without a terminal, at once, and always the same to the byte.
  ///
  /// With ``hearsSignals``, one that ends the process meanwhile (SIGTERM, SIGINT, SIGHUP, SIGQUIT) does so when the folder
  /// is gone.
  ///
  /// - Returns: the last screen.
  /// - Throws: `TapeFailure` for the first command that fails; `TapeError` for what the tape sets and cannot be taken;
  ///   ``KeptFile/Refusal`` or `RecordingError` where a recording cannot be made, and the latter where it ends early;
  ///   ``DemoHouse/Failure``, ``TapeCatalogue/Failure``, ``ResourceError`` or `CatalogueError` where the program cannot
  ///   begin.
  public func playHeadless() async throws -> ScreenSnapshot {
    try check()
    let signals = DemoSignals(isListening: hearsSignals)
    let catalogue = try resources.catalogue()
    let house = try signals.make { try DemoHouse(catalogue: catalogue) }
    defer { signals.remove() }
    let beginning = try DemoBeginning(tape, in: house, resources: resources)
    let size = size ?? tape.settings.size()
    let recorder = try recorder(size)
    let running = Running()
    let stage = HeadlessStage(
      size: size, theme: beginning.theme, capabilities: Capabilities(isASCII: beginning.settings.isASCII),
      recorder: recorder, outside: .told { running.program?.isBusy ?? false })
    return try await stage.perform {
      stage.window.installStandardCommands { stage.end() }
      let program = try await self.program(
        beginning, in: house, window: stage.window, isRepeatable: true
      ) { stage.end() }
      running.program = program
      let ending: Result<Player.Ending, TapeFailure>
      do throws(TapeFailure) {
        ending = .success(try await Player(tape, on: stage, options: options).play())
      } catch {
        ending = .failure(error)
      }
      let screen = ScreenSnapshot(of: stage.window)
      recorder?.finish()
      running.program = nil
      await program.close()
      _ = try ending.get()
      if let failure = recorder?.failure { throw failure }
      return screen
    }
  }

  /// The program, once there is one.
  private final class Running {
    var program: DemoProgram?
  }

  /// What can be found out before anything is made.
  private func check() throws {
    try tape.checkRequirements()
    for path in recordingFiles { try KeptFile.recording.check(path) }
  }

  private func recorder(_ size: Size) throws(RecordingError) -> CastRecorder? {
    try CastRecorder.recorder(
      files: recordingFiles, recordings, header: CastRecorder.Header(size: size, title: "Showroom"))
  }

  private func program(
    _ beginning: DemoBeginning, in house: DemoHouse, window: Window, isRepeatable: Bool,
    quit: @escaping @MainActor () -> Void
  ) async throws -> DemoProgram {
    do {
      return try await DemoProgram(beginning, in: house, window: window, isRepeatable: isRepeatable, quit: quit)
    } catch CatalogueError.store(.diskFull, _) {
      // The path of a database that nobody knows says nothing.
      throw house.isFull
    }
  }

  /// Plays in the terminal, at the tape's pace; a key halts it, and the person can take over.
  ///
  /// To be called on the main thread, from a synchronous `main`.
  /// - Returns: why the process has to end; nil when the program was quit.
  /// - Throws: as ``playHeadless()``, and `TerminalError` when there is no terminal.
  public func playInTerminal() throws -> TerminationCause? {
    try EffectExecutor.$current.withValue(BackgroundExecutor()) {
      _ = try TTYDevice()
      try check()
      // Closing a window sends two, from the shell and from the system.
      let signals = DelayedSignals()
      let house = try DemoHouse(catalogue: try resources.catalogue())
      defer { house.remove() }
      let beginning = try DemoBeginning(tape, in: house, resources: resources)
      let application = try TerminalApplication(
        TerminalSession.Options(isASCII: beginning.settings.isASCII), theme: beginning.theme)
      let program = try EventLoop.block {
        try await self.program(
          beginning, in: house, window: application.window, isRepeatable: false
        ) { [weak application] in application?.stop() }
      }
      let recorder = try recorder(application.window.size)
      let stage = LiveStage(application, recorder: recorder)
      let ending = Result { signals.cause == nil ? try stage.run(tape, options: options) : nil }
      try EventLoop.block { await program.close() }
      let cause = try ending.get() ?? signals.cause
      if let failure = recorder?.failure { throw failure }
      return cause
    }
  }
}
