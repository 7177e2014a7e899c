import ArgumentParser
import ShowroomCatalog
import ShowroomCommands
import ShowroomSettings

/// Sets and prints the cost assumptions.
struct Costs: Subcommand {
  static let configuration = CommandConfiguration(
    abstract: "Show or set the assumptions for costs.",
    discussion: """
      All costs follow: those of showroom list, show and facets, and those on the screen, where \
      the same values can be changed. 'showroom costs miles=12000 city=80 regular=3.50' sets \
      three of them, 'showroom costs regular=epa' restores one. Prices are in US dollars for a \
      gallon or a kWh. city is the share of miles in the city in percent, and years is for how \
      long a car is kept. Without arguments, the values are listed.
      """)

  @Argument(
    help: .init("The values to set.", valueName: "name=value"),
    completion: .list(CostFactor.all.map { "\($0.id)=" }))
  var settings: [String] = []

  @Flag(help: "Use the EPA's values, except for those given.") var reset = false

  @Option(help: "The output format: text or json.") var format = SheetFormat.text

  @OptionGroup(title: "Common options") var common: CommonOptions

  @MainActor
  func run(in context: CommandContext) async throws -> Int32 {
    let costs = try CostsCommand(settings, resets: reset, format: format)
    let store = try await CatalogBootstrap.open(settings: context.settings)
    defer { store.close() }
    try costs.write(store, to: context.output, formatting: context.formatting)
    return 0
  }
}
