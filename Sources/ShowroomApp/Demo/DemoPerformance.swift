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
  /// Where the bundled catalogue is.
  public var resources: ResourceLocator
  /// Where recordings go.
  public var recordings: [any RecordingSink] = []

  /// A performance of `tape`.
  public init(_ tape: Tape, resources: ResourceLocator) {
    self.tape = tape
    self.resources = resources
  }

  /// Plays without a terminal, at once, and always the same to the byte.
  ///
  /// - Returns: the last screen.
  /// - Throws: ``TapeFailure`` for the first command that fails; ``SettingsError`` for what the tape sets and cannot be
  ///   taken; ``DemoHouse/Failure``, ``TapeCatalogue/Failure``, ``ResourceError`` or `CatalogueError` where the program
  ///   cannot begin.
  public func playHeadless() async throws -> ScreenSnapshot {
    let house = try DemoHouse(catalogue: try resources.catalogue())
    defer { house.remove() }
    let beginning = try DemoBeginning(tape, in: house, resources: resources)
    let size = size ?? tape.settings.size()
    let recorder = try recorder(size)
    let running = Running()
    let stage = HeadlessStage(
      size: size, theme: beginning.theme, capabilities: Capabilities(isASCII: beginning.settings.isASCII),
      recorder: recorder, outside: .told { running.program?.isBusy ?? false })
    return try await stage.perform {
      stage.window.installStandardCommands { stage.end() }
      let program = try await DemoProgram(
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
      return screen
    }
  }

  /// The program, once there is one.
  private final class Running {
    var program: DemoProgram?
  }

  private func recorder(_ size: Size) throws(RecordingError) -> CastRecorder? {
    guard !recordings.isEmpty else { return nil }
    return try CastRecorder(
      to: Copies(of: recordings), header: CastRecorder.Header(size: size, title: "Showroom"))
  }

  /// Several recordings of the same.
  private final class Copies: RecordingSink {
    private let sinks: [any RecordingSink]
    init(of sinks: [any RecordingSink]) { self.sinks = sinks }
    func write(line: [UInt8]) throws(RecordingError) {
      for sink in sinks { try sink.write(line: line) }
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
      let house = try DemoHouse(catalogue: try resources.catalogue())
      defer { house.remove() }
      let beginning = try DemoBeginning(tape, in: house, resources: resources)
      let application = try TerminalApplication(
        TerminalSession.Options(isASCII: beginning.settings.isASCII), theme: beginning.theme)
      let recorder = try recorder(application.window.size)
      let program = try EventLoop.block {
        try await DemoProgram(
          beginning, in: house, window: application.window, isRepeatable: false
        ) { [weak application] in application?.stop() }
      }
      let stage = LiveStage(application, recorder: recorder)
      let ending = Result { try stage.run(tape, options: options) }
      try EventLoop.block { await program.close() }
      return try ending.get()
    }
  }
}
