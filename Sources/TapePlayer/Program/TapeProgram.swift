import Glibc
import ReactorFiles
import ReactorTerminalCore

/// A terminal program that can also play a tape, and record its session as a tape or an asciicast.
///
/// ```swift
/// TapeProgram.main { window in
///   let view = CounterView()
///   view.reactor = CounterReactor(clock: window.clock)
///   window.root.content = NavigationStack(root: view)
/// }
/// ```
///
/// Without arguments, the program runs as with `TerminalApplication.main`. The arguments are those of ``Options``.
@MainActor
public enum TapeProgram {
  /// Runs the program with the arguments of the process, and ends the process.
  ///
  /// The exit status is 0 after quitting and 1 if a tape fails. It is 2, with an error message, for incorrect
  /// arguments, an error in a tape, or a missing terminal.
  ///
  /// - Parameters:
  ///   - arguments: The arguments, without the name of the program.
  ///   - start: A closure that fills the window. Its result, such as a coordinator, is retained until the program ends.
  public static func main<Program>(
    arguments: [String] = Array(CommandLine.arguments.dropFirst()),
    _ start: @escaping @MainActor (Window) throws -> Program
  ) -> Never {
    main(arguments: arguments, parsing: { _ in }) { window, _ in try start(window) }
  }

  /// Runs a program with additional arguments, such as those of an inspector, and ends the process.
  ///
  /// ```swift
  /// TapeProgram.main(parsing: { try Inspector.Options(takingFrom: &$0) }) { window, inspector in
  ///   start(in: window)
  ///   Inspector.install(in: window, options: inspector)
  /// }
  /// ```
  ///
  /// The exit status is that of ``main(arguments:_:)``. It is also 2 if `parse` throws.
  ///
  /// - Parameters:
  ///   - arguments: The arguments, without the name of the program.
  ///   - parse: A closure that parses and removes the additional arguments.
  ///   - start: A closure that fills the window. Its result, such as a coordinator, is retained until the program ends.
  public static func main<Arguments, Program>(
    arguments: [String] = Array(CommandLine.arguments.dropFirst()),
    parsing parse: (inout [String]) throws -> Arguments,
    _ start: @escaping @MainActor (Window, Arguments) throws -> Program
  ) -> Never {
    var rest = arguments
    let parsed: Arguments
    do { parsed = try parse(&rest) } catch { end(error, status: 2) }
    do {
      try run(Options(parsing: rest)) { try start($0, parsed) }?.endProcess()
      exit(0)
    } catch {
      end(error, status: error is TapeError || error is TapeProgramError || error is TerminalError ? 2 : 1)
    }
  }

  private static func end(_ error: any Error, status: Int32) -> Never {
    _ = FileWriting.write(Array("\(error)\n".utf8), to: STDERR_FILENO)
    exit(status)
  }

  /// Runs the program until it quits, for a program with its own arguments.
  ///
  /// - Parameters:
  ///   - options: The tape to play, and the files to write.
  ///   - start: A closure that fills the window. Its result is retained until the program ends.
  /// - Returns: The reason why the process must end; `nil` if the user quit or the tape ended.
  /// - Throws: ``TapeError``, ``TapeFailure``, ``RecordingError``, ``TapeProgramError``, `TerminalError`, or an error
  ///   thrown by `start`.
  public static func run<Program>(
    _ options: Options, _ start: @escaping @MainActor (Window) throws -> Program
  ) throws -> TerminationCause? {
    let tape = try options.tape.map { try Tape(contentsOf: $0) }
    // The recorder replaces earlier recordings, so everything is checked before it is created.
    try tape?.checkRequirements()
    try tape?.checkFiles(in: nil)
    if let path = options.writtenTape {
      guard FileWriting.mayReplace(path, beginningWith: [TapeWriter.beginning]) else {
        throw TapeProgramError.notATape(path)
      }
    }
    if options.isHeadless {
      guard let tape else { throw TapeProgramError.missingTape }
      try playHeadless(tape, options, start)
      return nil
    }
    let application = try TerminalApplication()
    let window = application.window
    let term = getenv("TERM").map { String(cString: $0) } ?? CastRecorder.Header.commonTerm
    let recorder = try recorder(options, tape, size: window.size, term: term)
    let writer = options.writtenTape.map { _ in TapeWriter(size: window.size, title: TapeWriter.title, at: window.time)
    }
    let program = try start(window)
    let stage = LiveStage(application, recorder: recorder, writer: writer)
    let cause = try tape.map { try stage.run($0, quitsAtEnd: !options.staysOpen) } ?? stage.run()
    withExtendedLifetime(program) {}
    if let path = options.writtenTape, let writer {
      // Only the owner can read the tape, because it contains typed text.
      let text = writer.tape(endingAt: window.time)
      let code = FileWriting.replace(path, with: Array(text.utf8), permissions: 0o600)
      if code != 0 { throw RecordingError.cannotCreate(path: path, errno: code) }
    }
    return cause
  }

  /// Plays a tape without a terminal, and prints the last screen.
  private static func playHeadless<Program>(
    _ tape: Tape, _ options: Options, _ start: @escaping @MainActor (Window) throws -> Program
  ) throws {
    let recorder = try recorder(options, tape, size: tape.settings.size(), term: CastRecorder.Header.commonTerm)
    BackgroundExecutor.replaceGlobalThreads()
    let screen = try EventLoop.block { @MainActor in
      try await tape.play(recorder: recorder, start)
    }
    _ = FileWriting.write(Array(screen.text.utf8), to: STDOUT_FILENO)
  }

  /// Returns a recorder for the recordings named by the arguments and the tape; `nil` if there are none.
  private static func recorder(_ options: Options, _ tape: Tape?, size: Size, term: String) throws -> CastRecorder? {
    let files = try options.recording.map { [try RecordingFile(path: $0)] } ?? []
    return try CastRecorder.recorder(
      files + (tape?.recordingFiles(in: nil) ?? []),
      header: CastRecorder.Header(size: size, term: term), recordsInput: options.recordsInput)
  }
}
