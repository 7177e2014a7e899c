import ArgumentParser
import ShowroomCatalog
import ShowroomCommands
import ShowroomSettings

/// Updates the catalog from its source.
struct Refresh: Subcommand {
  static let configuration = CommandConfiguration(
    abstract: "Update the catalog from its source.",
    discussion: """
      A refresh is atomic and keeps your favorites and notes. The source is set by \
      --source, SHOWROOM_SOURCE or the configuration file; otherwise it is that of the last \
      refresh or the bundled catalog. A refresh that would remove more than \
      \(RefreshLoss.tolerated)% of the cars, or any favorite or car with a note or attachments, changes \
      nothing and exits with status 1 unless --allow-shrink is given.
      """)

  @Flag(help: "Allow the refresh to remove many cars, favorites included.")
  var allowShrink = false

  @OptionGroup(title: "Common options") var common: CommonOptions

  @MainActor
  func run(in context: CommandContext) async throws -> Int32 {
    // A new catalog is not first loaded from the bundled catalog, because those cars would then count as removed.
    let store = try CatalogStore(directory: context.settings.dataDirectory)
    defer { store.close() }
    let command = RefreshCommand(context.settings, allowsShrinking: allowShrink)
    try await command.run(store, to: context.output, progress: context.errorOutput)
    return 0
  }
}
