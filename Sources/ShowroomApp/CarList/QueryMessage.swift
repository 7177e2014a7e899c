import Catalog
import ReactorTerminal

/// The line below the query: its problems, or the probably intended query.
struct QueryMessage {
  let spans: [Span]

  init(_ state: CarListReactor.State) {
    let problems = state.query.diagnostics.map(\.description)
    if let suggestion = state.suggestion {
      spans = [Span("Did you mean \"\(suggestion)\"? ", .warning), Span("Tab", .hintKey), Span(" uses it", .hint)]
    } else if !problems.isEmpty {
      spans = [Span(problems.joined(separator: " "), .warning)]
    } else {
      spans = []
    }
  }
}
