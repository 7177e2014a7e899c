import ArgumentParser
import Catalogue
import Logging
import ReactorTerminal
import ShowroomApp
import TapePlayer

/// One call of the program: what was typed, and where it answers.
@MainActor
struct Invocation {
  /// What is to be done.
  enum Plan {
    /// Nothing more: end with this status.
    case finished(Int32)
    /// Open the screen, at a place, and keep something of the session.
    case screen(Settings, DeepLink?, SessionRecording)
    /// Play a tape.
    case demo(Demo)
    /// Do this, with ``Invocation/perform(_:_:)``.
    case command(any Subcommand, Settings)
  }

  let arguments: [String]
  let environment: [String: String]
  let output: TextOutput
  let errorOutput: TextOutput

  /// Understands what was typed, or says why it cannot be.
  func plan() -> Plan {
    do {
      var command = try Showroom.parseAsRoot(arguments)
      switch command {
      case let command as any Subcommand: return .command(command, try settings(command.common))
      case let command as Browse:
        var recording = SessionRecording()
        recording.tape = command.tapeOut
        return .screen(try settings(command.common), nil, recording)
      case let command as Record:
        var recording = SessionRecording()
        recording.cast = command.file
        recording.keepsInput = command.input
        return .screen(try settings(command.common), nil, recording)
      case let command as Demo: return .demo(command)
      case let command as Open:
        return .screen(try settings(command.common), try DeepLink(parsing: command.link), SessionRecording())
      default:
        // What asks for help throws it.
        try command.run()
        return .finished(finish(0))
      }
    } catch let error as SettingsError {
      return .finished(fail("\(error)", status: 2))
    } catch let mistake as DeepLink.Mistake {
      return .finished(fail("\(mistake)", status: 2))
    } catch {
      return .finished(answer(error))
    }
  }

  /// Does what a command says.
  /// - Parameter logger: is told what went wrong.
  /// - Returns: the exit status.
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
    } catch CatalogueError.cancelled {
      return fail("\(CatalogueError.cancelled)", status: 130)
    } catch let error as UploadInterrupted {
      return fail("\(error)", status: 130)
    } catch let error as ListCommand.Problem {
      return fail("\(error)", status: 2)
    } catch {
      logger.error("\(name) failed", metadata: ["error": "\(error)"])
      return fail("\(error)", status: 1)
    }
  }

  /// Opens the screen, at a place, and serves it until the user quits. A process ended by a signal does not return from here.
  /// - Returns: the exit status.
  func show(_ settings: Settings, at link: DeepLink?, _ recording: SessionRecording = SessionRecording()) -> Int32 {
    do {
      try ShowroomApplication.run(settings, environment: environment, at: link, recording)?.endProcess()
      return 0
    } catch let error as TerminalError {
      return fail("\(error)", status: 2)
    } catch {
      return fail("\(error)", status: 1)
    }
  }

  /// Plays a tape.
  /// - Returns: the exit status.
  func play(_ demo: Demo) -> Int32 {
    do {
      let performance = try demo.performance(environment: environment)
      for warning in performance.tape.warnings { try? errorOutput.write("\(neutralised("\(warning)"))\n") }
      guard demo.headless else {
        try performance.playInTerminal()?.endProcess()
        return finish(0)
      }
      let screen = try EventLoop.block { try await performance.playHeadless() }
      if demo.text { try output.write(screen.text) }
      return finish(0)
    } catch is TerminalError where !demo.headless {
      return fail("A demo needs a terminal to be seen in; showroom demo --headless plays it without one.", status: 2)
    } catch let error as TapeError {
      return fail("\(error)", status: 2)
    } catch let error as SettingsError {
      return fail("\(error)", status: 2)
    } catch let failure as TapeFailure {
      // A screen has rows, which a sentence has not.
      let lines = "showroom: \(failure)".split(separator: "\n").map { neutralised(String($0)) + "\n" }
      try? errorOutput.write(lines.joined())
      return finish(1)
    } catch {
      return fail("\(error)", status: 1)
    }
  }

  private func settings(_ common: CommonOptions) throws(SettingsError) -> Settings {
    try Settings(common.request, environment: environment)
  }

  /// What the parser has to say: help and scripts on the output, with status 0; what it could not understand as a
  /// sentence, with status 2.
  private func answer(_ error: any Error) -> Int32 {
    let isAnswer = Showroom.exitCode(for: error).isSuccess
    guard isAnswer else {
      let message = Showroom.message(for: error)
      if let sentence = Showroom.unknownCommand(in: arguments, message: message) { return fail(sentence, status: 2) }
      let hint = Showroom.fullMessage(for: error, columns: 120).split(separator: "\n").last ?? ""
      let end = message.last?.isPunctuation == true && message.last != "'" ? "" : "."
      return fail(message + end + " " + hint.trimmingPrefix(while: \.isWhitespace), status: 2)
    }
    do {
      try output.write(Showroom.fullMessage(for: error, columns: output.columns) + "\n")
    } catch {
      return fail("\(error)", status: 1)
    }
    return finish(0)
  }

  /// Writes what is still to be written; that may be what fails.
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

  private func fail(_ sentence: String, status: Int32) -> Int32 {
    // What was written before goes first; if that fails as well, one sentence is enough.
    try? output.flush()
    try? errorOutput.write("showroom: \(neutralised(sentence))\n")
    try? errorOutput.flush()
    return status
  }
}
