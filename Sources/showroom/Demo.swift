import ArgumentParser
import Foundation
import ReactorTerminalCore
import ShowroomDemo
import ShowroomSettings
import TapePlayer

/// Plays a tape, a scripted demo.
struct Demo: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Play a tape: the bundled tour, or your own.",
    discussion: """
      The demo runs in a temporary folder with its own cars, files and server, and neither \
      reads nor changes your data. A tape written by browse --tape-out starts with the copy \
      of the database beside it. Any key pauses and resumes the demo; q or Esc takes \
      control. --headless plays the tape without a terminal and without delays, with the \
      same result every time. The exit status is 1 if an expectation of the tape fails or \
      its database cannot be used, and 2 if the file is not a valid tape.
      """)

  @Argument(
    help: "A tape, or the name of a bundled one. The default is the tour.",
    completion: ShellCompletion.tape)
  var tape: String?

  @Flag(help: "Play without a terminal and without delays.") var headless = false

  @Option(
    help: .init("Record the demo as an asciicast.", valueName: "file.cast"), completion: .file(extensions: ["cast"]))
  var record: String?

  @Option(
    help: .init("The size of the screen in columns and rows, with --headless.", valueName: "CxR"), transform: size(_:))
  var size: Size?

  @Option(
    parsing: .unconditional, help: .init("The playback speed as a multiple of the tape's own.", valueName: "factor"))
  var speed = 1.0

  @OptionGroup(title: "Appearance, unless the tape determines it") var look: AppearanceOptions

  @OptionGroup(title: "Inspector") var inspector: InspectorArguments

  @Flag(help: "Print the last screen, with --headless.") var text = false

  @Flag(help: .hidden) var quitAtEnd = false

  /// Returns the first common option that a demo does not support, although the parser accepts it before and after the
  /// subcommand.
  static func ignoredOption(in arguments: [String]) -> String? {
    let own = ["--theme", "--ascii", "--no-ascii"]
    return arguments.prefix { $0 != "--" }.lazy.filter { $0.hasPrefix("--") }
      .map { String($0.prefix { $0 != "=" }) }.first { !own.contains($0) && CommonOptions.contains($0) }
  }

  func validate() throws {
    if !TapeSettings.speedRange.contains(speed) {
      throw ValidationError("--speed must be a number from 0.01 to 1000, such as 2 or 0.5.")
    }
    try OutputFile.recording.validate(record)
    if !headless {
      if text { throw ValidationError("--text requires --headless.") }
      if size != nil {
        throw ValidationError("--size requires --headless. Otherwise the size is that of the terminal.")
      }
    }
  }

  /// Returns the demo described by the arguments.
  ///
  /// - Throws: `TapeError`, `ResourceError` or `SettingsError`.
  @MainActor
  func performance(environment: [String: String]) throws -> DemoPerformance {
    let resources = ResourceLocator(environment: environment)
    let tape = try Tape(contentsOf: BundledTapes(resources).path(of: tape))
    var performance = DemoPerformance(tape, resources: resources)
    performance.size = size
    performance.appearance = try appearance(environment)
    performance.options.speed = speed
    performance.inspector = inspector.options
    performance.handlesSignals = true
    performance.quitsAtEnd = quitAtEnd
    performance.recordingFiles = record.map { [$0] } ?? []
    return performance
  }

  /// Returns the appearance requested by the arguments or, in a terminal, by the user's settings. Without a terminal,
  /// the result depends on nothing else.
  private func appearance(_ environment: [String: String]) throws(SettingsError) -> DemoAppearance {
    var theme: ThemeChoice?
    if let name = look.theme {
      theme = ThemeChoice(rawValue: name)
      guard theme != nil else {
        throw .unknownChoice(.option("--theme"), value: name, choices: ThemeChoice.allCases.map(\.rawValue))
      }
    }
    guard !headless, let settings = try? Settings(SettingsRequest(), environment: environment) else {
      return DemoAppearance(theme: theme, isASCII: look.ascii)
    }
    let user = settings.restoring(SessionFile(settings.sessionFile).load())
    return DemoAppearance(theme: theme ?? user.theme, isASCII: look.ascii ?? user.isASCII)
  }

  private static func size(_ text: String) throws -> Size {
    guard let size = TapeSettings.size(parsing: text) else { throw ValidationError(TapeSettings.sizeMessage) }
    return size
  }
}
