import ArgumentParser
import Catalogue
import ShowroomApp

/// Brings the catalogue up to date.
struct Refresh: Subcommand {
  static let configuration = CommandConfiguration(
    abstract: "Bring the catalogue up to date with its source.",
    discussion: """
      All or nothing; your stars and notes are kept. The source is that of --source, \
      of SHOWROOM_SOURCE or of the configuration file; without any, the one that was \
      chosen on the screen, or the bundled catalogue. --source holds for this once: \
      the next refresh without it takes the usual one again.
      """)

  @OptionGroup(title: "Common options") var common: CommonOptions

  @MainActor
  func run(in context: CommandContext) async throws -> Int32 {
    // A new catalogue is not filled from the bundled one first: its cars would be counted as removed.
    let store = try CatalogueStore(directory: context.settings.dataDirectory)
    try await RefreshCommand(context.settings).run(store, to: context.output, progress: context.errorOutput)
    return 0
  }
}
