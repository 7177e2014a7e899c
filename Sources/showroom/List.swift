import ArgumentParser
import ShowroomCatalog
import ShowroomCommands
import ShowroomSettings

/// Lists cars.
struct List: Subcommand {
  static let configuration = CommandConfiguration(
    abstract: "List cars.",
    discussion: """
      The query has the syntax of the search field on the screen: words in any order, and \
      filters such as make:kia, 'year>=2020', 'mpg>40', fuel:electric or fav:yes. Quote \
      characters that are special to the shell. To exclude a word, quote it together with \
      another one: 'kia -electric'. @name is a view saved on the screen, with its query, order \
      and columns, and one row per model if it was saved with folded models; words after it \
      narrow the query.
      """)

  @Argument(
    help: "The words and filters of the query, or @name for a saved view.",
    completion: ShellCompletion.query)
  var query: [String] = []

  @Option(
    help: .init(
      """
      The field to sort by. Without it, the best match comes first, then the newest year. \
      Without a direction, years, fuel economy, ranges, volumes, scores, savings and yes-or-no \
      fields descend, and other fields ascend; :asc and :desc override this. A second field, \
      after a comma, orders cars that are equal in the first.
      """, valueName: "field[:asc|:desc]"),
    completion: ShellCompletion.sort)
  var sort: String?

  @Option(
    help: .init(
      "The columns or fields, in order, such as make,model,year,mpg.", valueName: "column,…"),
    completion: ShellCompletion.columns)
  var columns: String?

  @Flag(
    inversion: .prefixedNo, help: "Print one row per model, with the ranges of its variants' numbers.")
  var models: Bool?

  @Option(parsing: .unconditional, help: "The maximum number of cars, or of models.") var limit: Int?

  @Flag(help: "Include favorites only.") var favorites = false

  /// The spelling used in version 0.1.
  @Flag(name: .customLong("favourites"), help: .hidden) var formerFavorites = false

  @Option(help: "The output format: table, json or csv.") var format = ListFormat.table

  @OptionGroup(title: "Common options") var common: CommonOptions

  @MainActor
  func run(in context: CommandContext) async throws -> Int32 {
    let list = try ListCommand(
      words: query, sort: sort, limit: limit, favoritesOnly: favorites || formerFavorites, format: format,
      columns: columns, models: models)
    let store = try await CatalogBootstrap.open(settings: context.settings)
    defer { store.close() }
    try list.write(
      store, to: context.output, remarks: context.errorOutput, formatting: context.formatting,
      marked: context.markedCars)
    return 0
  }
}

extension ListFormat: ExpressibleByArgument {}
