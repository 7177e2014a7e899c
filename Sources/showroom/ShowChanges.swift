import ArgumentParser
import ShowroomCommands
import ShowroomSettings
import ShowroomText

/// Prints the changes made by refreshes.
struct ShowChanges: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "changes", abstract: "Show what a refresh changed.",
    discussion: """
      Lists by make the cars that are new, changed or gone, with each changed field. Cars whose \
      fuel cost alone was recalculated are counted as repriced. The query has the \
      syntax of showroom list: 'showroom changes @kias' shows what changed in a saved view. \
      Without --since, the latest refresh that changed anything is shown. The exit status is 3 \
      if a car is new, changed or gone, and 0 otherwise.
      """)

  @Argument(
    help: "The words and filters of the query, or @name for a saved view.", completion: ShellCompletion.query)
  var query: [String] = []

  @Option(
    help: .init(
      """
      Include all refreshes since a date or time, such as 2026-05-01 or 2026-05-01T14:03, and \
      compare with the catalog before them.
      """, valueName: "date"))
  var since: String?

  @Option(help: "The output format: text or json.") var format = SheetFormat.text

  @OptionGroup(title: "Common options") var common: CommonOptions

  @MainActor
  func run(in context: CommandContext) async throws -> Int32 {
    let changes = try ChangesCommand(words: query, since: since, format: format)
    let store = try await CatalogBootstrap.open(settings: context.settings)
    defer { store.close() }
    return try changes.write(
      store, to: context.output, formatting: context.formatting, marked: context.markedCars) ? 3 : 0
  }
}
