import ArgumentParser
import Catalogue
import ShowroomApp

/// Brings the catalogue up to date.
struct Refresh: Subcommand {
  static let configuration = CommandConfiguration(
    abstract: "Bring the catalogue up to date with its source.",
    discussion: """
      All or nothing; your favorites and notes are kept. The source is that of --source, \
      of SHOWROOM_SOURCE or of the configuration file; without any, the one that was \
      loaded last, or the bundled catalogue. A refresh that would remove more than \
      \(RefreshLoss.tolerated) % of the cars, or any with a star, a note or files, changes nothing and \
      exits with status 1, unless --allow-shrink is given.
      """)

  @Flag(help: "Remove as many cars as the source no longer has.")
  var allowShrink = false

  @OptionGroup(title: "Common options") var common: CommonOptions

  @MainActor
  func run(in context: CommandContext) async throws -> Int32 {
    // A new catalogue is not filled from the bundled one first: its cars would be counted as removed.
    let store = try CatalogueStore(directory: context.settings.dataDirectory)
    let command = RefreshCommand(context.settings, allowsShrinking: allowShrink)
    try await command.run(store, to: context.output, progress: context.errorOutput)
    return 0
  }
}
