import ReactorTerminalCore

extension Tape {
  /// Plays the tape instantly with a program in memory, and returns the last screen.
  ///
  /// ```swift
  /// let screen = try await Tape(contentsOf: "demo.tape").play { window in
  ///   window.root.content = NavigationStack(root: CounterView(clock: window.clock))
  /// }
  /// #expect(screen.text.contains("Count 3"))
  /// ```
  ///
  /// The window has the standard commands and the size set by the tape. If a command of the tape fails, such as an
  /// `expect`, the method throws, so the tape itself can be the test.
  ///
  /// - Parameters:
  ///   - theme: The theme of the window.
  ///   - externalWork: The way in which the stage is notified of work outside the program.
  ///   - recorder: A recorder that receives every frame; `nil` for one that writes the recordings named by the tape.
  ///   - options: The options of the performance.
  ///   - start: A closure that fills the window. The program uses the clock of the window. The closure's result, such
  ///     as a coordinator, is retained until the tape has ended.
  /// - Returns: The screen after the last command.
  /// - Throws: ``TapeFailure`` for the first command that fails, ``RecordingError``, or an error thrown by `start`.
  @MainActor
  public func play<Program>(
    theme: Theme = .dark, externalWork: ExternalWork = .unknown(grace: .milliseconds(5)),
    recorder: CastRecorder? = nil, options: Player.Options = Player.Options(),
    _ start: @MainActor (Window) throws -> Program
  ) async throws -> ScreenSnapshot {
    let size = settings.size()
    // The recorder replaces earlier recordings, so everything is checked before it is created.
    try checkRequirements()
    try checkFiles(in: options.folder)
    let recorder =
      try recorder
      ?? CastRecorder.recorder(recordingFiles(in: options.folder), header: CastRecorder.Header(size: size))
    let stage = HeadlessStage(size: size, theme: theme, recorder: recorder, externalWork: externalWork)
    return try await stage.perform {
      stage.window.installStandardCommands { [weak stage] in stage?.end() }
      let program = try start(stage.window)
      _ = try await Player(self, on: stage, options: options).play()
      recorder?.finish()
      stage.window.ended.send(())
      return withExtendedLifetime(program) { ScreenSnapshot(of: stage.window) }
    }
  }
}
