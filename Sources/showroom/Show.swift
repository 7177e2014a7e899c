import ArgumentParser
import ShowroomCatalog
import ShowroomCommands
import ShowroomSettings

/// Shows one car.
struct Show: Subcommand {
  static let configuration = CommandConfiguration(abstract: "Show everything known about a car.")

  @Argument(help: "The ID of the car, as listed by showroom list.", completion: ShellCompletion.car) var id: Car.ID

  @Option(help: "The output format: text or json.") var format = SheetFormat.text

  @OptionGroup(title: "Common options") var common: CommonOptions

  @MainActor
  func run(in context: CommandContext) async throws -> Int32 {
    let store = try await CatalogBootstrap.open(settings: context.settings)
    defer { store.close() }
    try ShowCommand(id: id, format: format).write(store, to: context.output, formatting: context.formatting)
    return 0
  }
}

extension SheetFormat: ExpressibleByArgument {}
