import ArgumentParser
import Catalogue
import ShowroomApp

/// Shows one car.
struct Show: Subcommand {
  static let configuration = CommandConfiguration(abstract: "Show everything known about a car.")

  @Argument(help: "The car's ID, as showroom list shows it.") var id: Car.ID

  @Option(help: "text or json.") var format = SheetFormat.text

  @OptionGroup(title: "Common options") var common: CommonOptions

  @MainActor
  func run(in context: CommandContext) async throws -> Int32 {
    let store = try await CatalogueBootstrap.open(settings: context.settings)
    try ShowCommand(id: id, format: format).write(store, to: context.output, formatting: context.formatting)
    return 0
  }
}

extension SheetFormat: ExpressibleByArgument {}
