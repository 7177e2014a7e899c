import ArgumentParser
import ShowroomApp
import ShowroomSettings

/// Opens the screen.
struct Browse: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Open the screen (the default).")

  @Option(
    help: .init(
      "Write the session as a tape that can be played again.",
      discussion: """
        showroom demo file.tape ends on the same screen. Input in secret fields is left out. \
        Unless your catalog is the unchanged bundled one, a copy of your database at the \
        start of the session, favorites and notes included, is written to file.sqlite \
        beside the tape. Share both files.
        """, valueName: "file.tape"),
    completion: .file(extensions: ["tape"]))
  var tapeOut: String?

  @Flag(help: "Begin without the query, the order, the columns and the place of the last session.")
  var fresh = false

  @OptionGroup(title: "Inspector") var inspector: InspectorArguments

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws { try OutputFile.tape.validate(tapeOut) }
}
