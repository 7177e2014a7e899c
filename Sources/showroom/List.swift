import ArgumentParser
import Catalogue
import ShowroomApp

/// Lists cars.
struct List: Subcommand {
  static let configuration = CommandConfiguration(
    abstract: "List cars.",
    discussion: """
      The query is what the search field of the screen understands: words in any \
      order, and filters such as make:kia, 'year>=2020', 'mpg>40', fuel:electric or \
      fav:yes. Quote what the shell would take for itself. A word that must not be \
      there goes into one quoted text with another: 'kia -electric'.
      """)

  @Argument(help: "Words and filters.", completion: .list(FieldFilter.Field.allCases.map { "\($0.rawValue):" }))
  var query: [String] = []

  @Option(
    help: .init(
      """
      What to sort by, as on the screen: the newest, the best economy and the longest range \
      first, all else from the smallest or from A. :asc or :desc says otherwise.
      """, valueName: "field[:asc|:desc]"),
    completion: .list(Sort.fieldNames.flatMap { [$0, "\($0):asc", "\($0):desc"] }))
  var sort: String?

  @Option(help: "At most so many cars.") var limit: Int?

  @Flag(help: "Only cars that you follow.") var favourites = false

  @Option(help: "table, json or csv.") var format = ListFormat.table

  @OptionGroup(title: "Common options") var common: CommonOptions

  @MainActor
  func run(in context: CommandContext) async throws -> Int32 {
    let list = try ListCommand(
      words: query, sort: sort, limit: limit, favouritesOnly: favourites, format: format)
    let store = try await CatalogueBootstrap.open(settings: context.settings)
    try list.write(store, to: context.output, remarks: context.errorOutput, formatting: context.formatting)
    return 0
  }
}

extension ListFormat: ExpressibleByArgument {}
