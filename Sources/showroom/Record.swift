import ArgumentParser
import ShowroomApp

/// Opens the screen and records what is shown.
struct Record: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Open the screen, and record the session.",
    discussion: """
      The recording is an asciicast (version 2), which asciinema plays. It holds what is \
      shown; with --input also the keys, but never those of secret fields.
      """)

  @Argument(help: .init("The recording.", valueName: "file.cast"), completion: .file(extensions: ["cast"]))
  var file: String

  @Flag(help: "Record keys as well.") var input = false

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws { try KeptFile.recording.validate(file) }
}
