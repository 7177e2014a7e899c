import ArgumentParser
import ShowroomCatalog
import ShowroomCommands
import ShowroomSettings

/// Reads the catalog from its source again.
struct Refresh: Subcommand {
  static let configuration = CommandConfiguration(
    abstract: "Read the catalog from its source again.",
    discussion: """
      The source is set by --source, SHOWROOM_SOURCE or the configuration file; otherwise it \
      is that of the last refresh, or for the bundled catalog the address of the EPA's current \
      edition. A refresh is atomic and never deletes a car that is a favorite or has a note, a \
      price, attachments or uploads: if the source no longer lists it, it is kept and marked \
      as withdrawn. If even one of these cars or more \
      than \(RefreshLoss.tolerated)% of all cars are missing from the source, or it seems to be older than the \
      catalog or has another car under the ID of one of yours, the refresh changes nothing and \
      exits with status 1 unless --allow-shrink is given.
      """)

  @Flag(help: "Accept a source that is older, lacks many cars or cars with your data, or has others in their place.")
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
