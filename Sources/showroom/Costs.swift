import ArgumentParser
import ShowroomCatalog
import ShowroomCommands
import ShowroomSettings

/// Sets and prints the cost assumptions.
struct Costs: Subcommand {
  static let configuration = CommandConfiguration(
    abstract: "Show or set the assumptions for costs.",
    discussion: """
      The values apply to all costs: in showroom list, show and facets, and on the screen, \
      where they can be changed as well. 'showroom costs miles=12000 city=80 regular=3.50' \
      sets three of them, and 'showroom costs regular=epa' restores one. Prices are in US \
      dollars per gallon or kWh. city is the percentage of miles driven in the city, and \
      years is how long a car is kept. Without arguments, the values are listed.
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
