import ArgumentParser

/// Opens the screen.
struct Browse: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Open the screen; what happens without a subcommand.")

  @OptionGroup(title: "Common options") var common: CommonOptions
}
