import ArgumentParser
import ShowroomCatalog
import ShowroomCommands
import ShowroomSettings

/// Shows cars.
struct Show: Subcommand {
  static let configuration = CommandConfiguration(
    abstract: "Show everything known about cars.",
    discussion: """
      The formats markdown, html and svg are a sheet that you can share: the facts in your \
      units, side by side for several cars, with bars, your notes and the source.
      """)

  @Argument(
    help: .init("The IDs of the cars, as listed by showroom list.", valueName: "id"), completion: ShellCompletion.car)
  var ids: [Car.ID]

  @Option(help: "The output format: text, json, markdown, html or svg.") var format = ShowFormat.text

  @OptionGroup(title: "Common options") var common: CommonOptions

  @MainActor
  func run(in context: CommandContext) async throws -> Int32 {
    let store = try await CatalogBootstrap.open(settings: context.settings)
    defer { store.close() }
    let resources = context.settings.resources
    try ShowCommand(ids: ids, format: format) { resources.citation(of: $0) }
      .write(store, to: context.output, formatting: context.formatting)
    return 0
  }
}

extension SheetFormat: ExpressibleByArgument {}
extension ShowFormat: ExpressibleByArgument {}
