import Catalog
import ReactorTerminal

/// The lines below the query: its problems, why other cars are shown, or the probably intended query.
struct QueryMessage {
  let spans: [Span]

  init(_ state: CarListReactor.State) {
    if !state.unknownWords.isEmpty {
      let words = state.unknownWords.map { "\"\($0)\"" }.joined(separator: " or ")
      spans = [Span("Nothing matches \(words). Showing cars that match with one letter changed.", .warning)]
    } else if let suggestion = state.suggestion {
      spans = [Span("Did you mean \"\(suggestion)\"? ", .warning), Span("Tab", .hintKey), Span(" uses it", .hint)]
    } else {
      let problems = state.query.diagnostics
      spans = problems.enumerated().map { position, problem in
        // A filter that is still being typed is not a mistake.
        Span((position > 0 ? " " : "") + problem.description, problem.isIncomplete ? .hint : .warning)
      }
    }
  }
}
