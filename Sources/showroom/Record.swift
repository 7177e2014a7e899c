import ArgumentParser
import ShowroomApp
import ShowroomSettings

/// Opens the screen and records the session.
struct Record: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Open the screen and record the session.",
    discussion: """
      The recording is an asciicast (version 2) that asciinema can play. It contains the \
      output; with --input also the keys, except for those typed into secret fields.
      """)

  @Argument(help: .init("The recording.", valueName: "file.cast"), completion: .file(extensions: ["cast"]))
  var file: String

  @Flag(help: "Also record keys.") var input = false

  @OptionGroup(title: "Inspector") var inspector: InspectorArguments

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws { try OutputFile.recording.validate(file) }
}
