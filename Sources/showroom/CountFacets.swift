import ArgumentParser
import ShowroomCatalog
import ShowroomCommands
import ShowroomSettings
import ShowroomText

/// Counts cars by the values of a field.
struct CountFacets: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "facets", abstract: "Count the cars by the values of a field.",
    discussion: """
      The query has the syntax of showroom list. Filters on the field itself are ignored, so \
      that the counts show what another value would add; filters that exclude values still \
      apply. Numbers are counted in ranges that include their lower bound, but not their upper \
      bound.
      """)

  @Argument(
    help: .init("The field: \(SettingsError.list(FacetsCommand.fieldNames)).", valueName: "field"),
    completion: .list(FacetsCommand.fieldNames))
  var field: String

  @Argument(
    help: "The words and filters of the query, or @name for a saved view.", completion: ShellCompletion.query)
  var query: [String] = []

  @Option(parsing: .unconditional, help: "The maximum number of values or ranges.") var limit: Int?

  @Option(parsing: .unconditional, help: "The maximum number of ranges for a number, 1 to 1000.") var buckets: Int?

  @Flag(help: "Include favorites only.") var favorites = false

  @Option(help: "The output format: table, json or csv.") var format = ListFormat.table

  @OptionGroup(title: "Common options") var common: CommonOptions

  @MainActor
  func run(in context: CommandContext) async throws -> Int32 {
    let facets = try FacetsCommand(
      field: field, words: query, favoritesOnly: favorites, limit: limit, buckets: buckets, format: format)
    let store = try await CatalogBootstrap.open(settings: context.settings)
    defer { store.close() }
    try facets.write(
      store, to: context.output, remarks: context.errorOutput, formatting: context.formatting,
      marked: context.markedCars)
    return 0
  }
}
