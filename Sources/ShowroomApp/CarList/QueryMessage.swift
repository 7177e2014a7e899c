import ReactorTerminal
import ShowroomCatalog

/// The lines below the query: its problems, the reason why different cars are shown, or the query that was probably
/// intended.
struct QueryMessage {
  let spans: [Span]

  /// - Parameter useKey: The name of the key that accepts a suggestion; `nil` if the command has no key.
  init(_ state: CarListReactor.State, useKey: String?) {
    if !state.unknownWords.isEmpty {
      let words = state.unknownWords.map { "\"\($0)\"" }.joined(separator: " or ")
      spans = [Span("Nothing matches \(words). Showing cars that match with one letter changed.", .warning)]
    } else if let suggestion = state.suggestion {
      let hint = useKey.map { [Span(" "), Span($0, .hintKey), Span(" uses it", .hint)] } ?? []
      spans = [Span("Did you mean \"\(suggestion)\"?", .warning)] + hint
    } else {
      let problems = state.searchedQuery.diagnostics
      spans = problems.enumerated().map { position, problem in
        // A filter that is still being typed is not an error.
        Span((position > 0 ? " " : "") + problem.description, problem.isIncomplete ? .hint : .warning)
      }
    }
  }
}

extension HelpPage {
  /// The help page for the search language.
  static let queries = HelpPage(
    "Queries",
    [
      Section("Words and filters (all must match)", QueryGuide.examples.map(entry)),
      Section("Fields", QueryGuide.fields.map(entry)),
    ])

  private static func entry(_ line: QueryGuide.Line) -> Entry {
    Entry(line.codes.joined(separator: "  "), line.meaning.replacing("`", with: ""))
  }
}
