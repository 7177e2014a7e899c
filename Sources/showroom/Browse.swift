import ArgumentParser
import ShowroomApp

/// Opens the screen.
struct Browse: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Open the screen; what happens without a subcommand.")

  @Option(
    help: .init(
      "Write what you do as a tape that plays again.",
      discussion: """
        showroom demo file.tape ends on the same screen. What is typed into secret fields is \
        not in it. Unless your cars are just the bundled ones, your database as it is at the \
        beginning is copied to file.sqlite beside it, stars and notes included: send both.
        """, valueName: "file.tape"),
    completion: .file(extensions: ["tape"]))
  var tapeOut: String?

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws { try KeptFile.tape.validate(tapeOut) }
}
