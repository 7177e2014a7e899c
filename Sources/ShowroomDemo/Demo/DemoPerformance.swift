import ReactorCore
import ReactorInspector
import ReactorTerminalCore
import ShowroomCatalog
import ShowroomSettings
import TapePlayer

/// A performance of a tape with the whole program, in a temporary folder that is removed afterward.
@MainActor
package struct DemoPerformance {
  /// The tape to play.
  package let tape: Tape
  /// The size of the screen; `nil` for the tape's size, or 80 × 24.
  package var size: Size?
  /// The appearance, where the tape does not determine it.
  package var appearance = DemoAppearance()
  /// The options of the player.
  package var options = Player.Options(pictureTitle: "showroom")
  /// Whether, in a performance without a terminal, a signal that terminates the process first removes the temporary
  /// folder. This is opt-in, because signals affect the whole process.
  package var handlesSignals = false
  /// Whether, in a terminal, the program quits at the end of the tape unless the user has taken control.
  package var quitsAtEnd = false
  /// The options of the inspector: whether it is open, and the trace to write.
  package var inspector = Inspector.Options()
  /// The location of the bundled catalog.
  package var resources: ResourceLocator
  /// A closure called before the program starts with the window of a performance without a terminal, to observe it.
  package var windowOpened: (@MainActor (Window) -> Void)?
  /// Additional sinks for the recording.
  package var recordings: [any RecordingSink] = []
  /// The paths of recordings other than those named by the tape. They are created only when everything else is ready.
  package var recordingFiles: [String] = []

  /// Creates a performance of `tape`.
  package init(_ tape: Tape, resources: ResourceLocator) {
    self.tape = tape
    self.resources = resources
  }

  /// Plays the tape without a terminal, as fast as possible. The same tape always produces the same bytes.
  ///
  /// If ``handlesSignals`` is set, SIGTERM, SIGINT, SIGHUP, and SIGQUIT remove the folder before they terminate the
  /// process.
  ///
  /// - Returns: The last screen.
  /// - Throws: `TapeFailure` for the first command that fails; `TapeError` for a variable of the tape with an invalid
  ///   value; ``OutputFileError`` or `RecordingError` for a recording that cannot be written; ``DemoSandboxError``,
  ///   ``TapeCatalogError``, ``ResourceError``, or `CatalogError` if the program cannot start.
  package func playHeadless() async throws -> ScreenSnapshot {
    try check()
    let signals = DemoSignals(isEnabled: handlesSignals)
    let sandbox = try signals.create { try DemoSandbox() }
    defer { signals.remove() }
    let configuration = try DemoConfiguration(tape, in: sandbox, resources: resources, appearance: appearance)
    let size = size ?? tape.settings.size()
    let recorder = try recorder(size)
    let running = Running()
    let stage = HeadlessStage(
      size: size, theme: configuration.theme, capabilities: Capabilities(isASCII: configuration.settings.isASCII),
      recorder: recorder, externalWork: .reported { running.program?.isBusy ?? false })
    windowOpened?(stage.window)
    return try await stage.perform {
      // The reference to the stage is weak, because the window belongs to the stage and a strong reference would form a
      // cycle.
      stage.window.installStandardCommands { [weak stage] in stage?.end() }
      Inspector.install(in: stage.window, options: inspector(in: sandbox))
      let program = try await self.program(
        configuration, in: sandbox, window: stage.window, isRepeatable: true
      ) { [weak stage] in stage?.end() }
      running.program = program
      let ending: Result<Player.Ending, TapeFailure>
      do throws(TapeFailure) {
        ending = .success(try await Player(tape, on: stage, options: options).play())
      } catch {
        ending = .failure(error)
      }
      let screen = ScreenSnapshot(of: stage.window)
      recorder?.finish()
      stage.window.ended.send(())
      running.program = nil
      await program.close()
      _ = try ending.get()
      if let failure = recorder?.failure { throw failure }
      return screen
    }
  }

  /// The running program, once it has been created.
  private final class Running {
    var program: DemoProgram?
  }

  /// Checks everything that can be checked in advance.
  private func check() throws {
    try tape.checkRequirements()
    try tape.checkFiles(in: options.folder)
    for path in recordingFiles { try OutputFile.recording.check(path) }
  }

  private func recorder(_ size: Size) throws -> CastRecorder? {
    let files = try recordingFiles.map { try RecordingFile(path: $0) } + tape.recordingFiles(in: options.folder)
    return try CastRecorder.recorder(files, recordings, header: CastRecorder.Header(size: size, title: "Showroom"))
  }

  /// Returns the options of the inspector. It saves files inside the sandbox, because a tape may press its keys.
  private func inspector(in sandbox: DemoSandbox) -> Inspector.Options {
    var options = inspector
    options.folder = sandbox.home.path
    options.replacements[sandbox.path] = "/showroom-demo"
    return options
  }

  private func program(
    _ configuration: DemoConfiguration, in sandbox: DemoSandbox, window: Window, isRepeatable: Bool,
    quit: @escaping @MainActor () -> Void
  ) async throws -> DemoProgram {
    do {
      return try await DemoProgram(configuration, in: sandbox, window: window, isRepeatable: isRepeatable, quit: quit)
    } catch CatalogError.store(.diskFull, _) {
      // The user does not know about the demo's database, but can change the folder for temporary files.
      throw sandbox.diskFullError
    }
  }

  /// Plays the tape in the terminal in real time. A key pauses it, and the user can take control.
  ///
  /// Call this method on the main thread, from a synchronous `main`.
  ///
  /// - Returns: The reason why the process must end; `nil` if the program quit.
  /// - Throws: The errors of ``playHeadless()``, and `TerminalError` when there is no terminal.
  package func playInTerminal() throws -> TerminationCause? {
    try EffectExecutor.$current.withValue(BackgroundExecutor()) {
      _ = try TTYDevice()
      try check()
      // Closing a terminal window sends two signals, from the shell and from the system.
      let signals = DelayedSignals()
      let sandbox = try DemoSandbox()
      defer { sandbox.remove() }
      let configuration = try DemoConfiguration(tape, in: sandbox, resources: resources, appearance: appearance)
      let application = try TerminalApplication(
        TerminalSession.Options(isASCII: configuration.settings.isASCII),
        theme: configuration.followsTerminal ? nil : configuration.theme)
      Inspector.install(in: application.window, options: inspector(in: sandbox))
      let program = try EventLoop.block {
        try await self.program(
          configuration, in: sandbox, window: application.window, isRepeatable: false
        ) { [weak application] in application?.stop() }
      }
      let recorder = try recorder(application.window.size)
      let stage = LiveStage(application, recorder: recorder)
      let ending = Result { signals.cause == nil ? try stage.run(tape, options: options, quitsAtEnd: quitsAtEnd) : nil }
      try EventLoop.block { await program.close() }
      let cause = try ending.get() ?? signals.cause
      if let failure = recorder?.failure { throw failure }
      return cause
    }
  }
}
