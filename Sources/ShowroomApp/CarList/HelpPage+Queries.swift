import ReactorTerminal
import ShowroomCatalog

extension HelpPage {
  /// The page on the search language.
  static let queries = HelpPage(
    "Queries",
    [
      Section("Words and filters, all of which must match", QueryGuide.examples.map(entry)),
      Section("Fields", QueryGuide.fields.map(entry)),
    ])

  private static func entry(_ line: QueryGuide.Line) -> Entry {
    Entry(line.codes.joined(separator: "  "), line.meaning.replacing("`", with: ""))
  }
}
