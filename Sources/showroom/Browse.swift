import ArgumentParser

/// Opens the screen.
struct Browse: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Open the screen; what happens without a subcommand.")

  @Option(
    help: .init("Write what you do as a tape that plays again.", valueName: "file.tape"),
    completion: .file(extensions: ["tape"]))
  var tapeOut: String?

  @OptionGroup(title: "Common options") var common: CommonOptions
}
