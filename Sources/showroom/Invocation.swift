import ArgumentParser
import Foundation
import Logging
import ReactorInspector
import ReactorTerminalCore
import ShowroomApp
import ShowroomCatalog
import ShowroomCommands
import ShowroomDemo
import ShowroomSettings
import TapePlayer

/// One run of the program, from its arguments to its exit status.
@MainActor
struct Invocation {
  /// The work requested by the arguments.
  enum Plan {
    /// None. The program exits with this status.
    case finished(Int32)
    /// Opens the screen, optionally at a link, and records the session if requested.
    case screen(Settings, ShowroomLink?, SessionRecording, Inspector.Options)
    /// Plays a tape.
    case demo(Demo)
    /// Runs a subcommand that requires no screen.
    case command(any Subcommand, Settings)
  }

  let arguments: [String]
  let environment: [String: String]
  let output: TextOutput
  let errorOutput: TextOutput

  /// Parses the arguments. If they are invalid, reports the error and finishes with an exit status.
  func plan() -> Plan {
    do {
      // This is the parser's result for no arguments. Parsing them would take half of the time to the first frame.
      guard !arguments.isEmpty else {
        return .screen(try settings(SettingsRequest()), nil, SessionRecording(), Inspector.Options())
      }
      var command = try Showroom.command(for: arguments)
      switch command {
      case let command as any Subcommand: return .command(command, try settings(command.common))
      case let command as Browse:
        if command.file != nil, let message = unknownCommand { return .finished(fail(message, status: 2)) }
        var recording = SessionRecording()
        recording.tape = command.tapeOut
        let settings = try settings(command.common, isFresh: command.fresh, opening: command.file)
        if settings.opensSource { try settings.source?.checkBeginning() }
        return .screen(settings, nil, recording, command.inspector.options)
      case let command as Record:
        var recording = SessionRecording()
        recording.cast = command.file
        recording.recordsInput = command.input
        return .screen(try settings(command.common), nil, recording, command.inspector.options)
      case let command as Demo:
        if let option = Demo.ignoredOption(in: arguments) {
          return .finished(fail("\(option) has no effect on a demo, whose tape determines it. Remove it.", status: 2))
        }
        return .demo(command)
      case let command as Open:
        return .screen(
          try settings(command.common), try command.link.map(ShowroomLink.init(parsing:)), SessionRecording(),
          command.inspector.options)
      default:
        // A request for help throws the help text.
        try command.run()
        return .finished(finish(0))
      }
    } catch let error where error is SettingsError || error is ShowroomLinkError {
      return .finished(fail("\(error)", status: 2))
    } catch let error as CatalogError {
      return .finished(fail("\(error)", status: 1))
    } catch {
      return .finished(answer(error))
    }
  }

  /// Runs a subcommand.
  ///
  /// - Parameter logger: The log for the outcome.
  /// - Returns: The exit status.
  func perform(
    _ command: any Subcommand, _ settings: Settings,
    logger: Logger = Logger(label: "showroom", factory: { _ in SwiftLogNoOpLogHandler() })
  ) async -> Int32 {
    let name = "\(type(of: command))".lowercased()
    let context = CommandContext(
      settings: settings, environment: environment, output: output, errorOutput: errorOutput)
    do {
      let status = finish(try await command.run(in: context))
      logger.info("\(name) ended", metadata: ["status": "\(status)"])
      return status
    } catch OutputError.closed {
      return 0
    } catch CatalogError.canceled {
      return fail("\(CatalogError.canceled)", status: 130)
    } catch let error as UploadInterrupted {
      return fail("\(error)", status: 130)
    } catch let error as any InvalidArgumentError {
      return fail("\(error)", status: 2)
    } catch {
      logger.error("\(name) failed", metadata: ["error": "\(error)"])
      return fail("\(error)", status: 1)
    }
  }

  /// Opens the screen and runs it until the user quits. Does not return if a signal ends the process.
  ///
  /// - Returns: The exit status.
  func show(
    _ settings: Settings, at link: ShowroomLink?, _ recording: SessionRecording = SessionRecording(),
    inspector: Inspector.Options = Inspector.Options()
  ) -> Int32 {
    do {
      try ShowroomApplication.run(settings, environment: environment, at: link, recording, inspector: inspector)?
        .endProcess()
      return 0
    } catch let error as TerminalError {
      return fail("\(error)", status: 2)
    } catch {
      return fail("\(error)", status: 1)
    }
  }

  /// Plays a tape.
  ///
  /// - Returns: The exit status.
  func play(_ demo: Demo) -> Int32 {
    do {
      let performance = try demo.performance(environment: environment)
      for warning in performance.tape.warnings { try? errorOutput.write("\(sanitized("\(warning)"))\n") }
      guard demo.headless else {
        try performance.playInTerminal()?.endProcess()
        return finish(0)
      }
      BackgroundExecutor.replaceGlobalThreads()
      let screen = try EventLoop.block { try await performance.playHeadless() }
      if demo.text { try output.write(screen.text) }
      return finish(0)
    } catch is TerminalError where !demo.headless {
      return fail("A demo requires a terminal. Use showroom demo --headless to play it without one.", status: 2)
    } catch let error where error is TapeError || error is SettingsError {
      return fail("\(error)", status: 2)
    } catch let failure as TapeFailure {
      // The failure includes a screen, which spans several lines.
      let lines = "showroom: \(failure)".split(separator: "\n").map { sanitized(String($0)) + "\n" }
      try? errorOutput.write(lines.joined())
      return finish(1)
    } catch {
      return fail("\(error)", status: 1)
    }
  }

  private func settings(
    _ common: CommonOptions, isFresh: Bool = false, opening source: String? = nil
  ) throws(SettingsError) -> Settings {
    var request = common.request
    request.isFresh = isFresh
    request.opened = source
    return try settings(request)
  }

  private func settings(_ request: SettingsRequest) throws(SettingsError) -> Settings {
    try Settings(request, environment: environment)
  }

  /// The error message if the first word is neither a command nor a file; otherwise `nil`.
  private var unknownCommand: String? {
    Showroom.unknownCommand(in: arguments) { path in
      FileManager.default.fileExists(atPath: UserDirectories(environment: environment).resolve(path).path)
    }
  }

  /// The word in which the parser found `-h` among other letters, like `-hybrid`, if nothing else requests help.
  private var hiddenHelp: String? {
    let words = arguments.prefix { $0 != "--" }
    guard !words.contains(where: { ["-h", "-help", "--help", "help"].contains($0) }) else { return nil }
    return words.first { $0.hasPrefix("-") && !$0.hasPrefix("--") && $0.count > 2 && $0.contains("h") }
  }

  private static let hyphenAdvice = "Write -- before a word that begins with a hyphen."

  /// Reports a result of the argument parser: help and completion scripts on standard output with status 0, errors as a
  /// single message on standard error with status 2.
  private func answer(_ error: any Error) -> Int32 {
    let isAnswer = Showroom.exitCode(for: error).isSuccess
    guard isAnswer else {
      let message = Showroom.message(for: error)
      if let message = unknownCommand { return fail(message, status: 2) }
      let lines = Showroom.fullMessage(for: error, columns: 120).split(separator: "\n")
      let hint = (lines.last ?? "").trimmingPrefix(while: \.isWhitespace)
      if message.hasPrefix("Unknown option '-"), !message.hasPrefix("Unknown option '--"), message.last == "'" {
        return fail("\(message). \(Self.hyphenAdvice) \(hint)", status: 2)
      }
      let end = message.last?.isPunctuation == true && message.last != "'" ? "" : "."
      return fail(message + end + " " + hint, status: 2)
    }
    if let word = hiddenHelp {
      return fail("Unknown option '\(word)'. \(Self.hyphenAdvice)", status: 2)
    }
    do {
      let text = Showroom.fullMessage(for: error, columns: output.columns)
      try output.write(CompletionScript.completed(text) + "\n")
    } catch {
      return fail("\(error)", status: 1)
    }
    return finish(0)
  }

  /// Flushes the output, which may fail.
  private func finish(_ status: Int32) -> Int32 {
    do {
      try output.flush()
      try? errorOutput.flush()
      return status
    } catch .closed {
      return status
    } catch {
      return fail("\(error)", status: 1)
    }
  }

  private func fail(_ message: String, status: Int32) -> Int32 {
    // Earlier output comes first. If it cannot be written either, one message is enough.
    try? output.flush()
    try? errorOutput.write("showroom: \(sanitized(message))\n")
    try? errorOutput.flush()
    return status
  }
}
