import Catalogue
import ReactorTerminal

/// What stands in the list when there is no row: five situations, each with the key that helps.
struct CarListPlaceholder {
  /// Where a refresh takes cars from.
  let source: String

  /// What to say of `state`; nil when there are rows.
  func content(for state: CarListReactor.State) -> EmptyState.Content? {
    guard state.matchCount == 0 else { return nil }
    if let failure = state.failure {
      return content(
        .failed, "The cars cannot be loaded", failure.description, [(CarListView.Name.refresh, "Try again")])
    }
    if state.isLoading { return content(.loading, "Loading the cars", "", []) }
    if state.total == 0 {
      return content(.empty, "No cars yet", "Get them from \(source).", [(CarListView.Name.refresh, "Refresh")])
    }
    if state.query.isEmpty, state.favouritesOnly {
      return content(
        .empty, "You follow no car yet", "A car that you follow has a star and survives every refresh.",
        [(CarListView.Name.favouritesOnly, "Show all cars")])
    }
    // The first works while it is typed, the second once it is kept; only the one that can be asked for is shown.
    var hints = [(SearchBar.Name.clear, "Clear the search"), (CarListView.Name.unwind, "Clear the search")]
    if state.favouritesOnly { hints.append((CarListView.Name.favouritesOnly, "Show all cars")) }
    let searched = state.favouritesOnly ? "those you follow" : grouped(state.total) + " cars"
    var explanation = "None of \(searched) answers \"\(state.query.text)\"."
    if let suggestion = state.suggestion {
      explanation += " Did you mean \"\(suggestion)\"?"
      hints.insert((CarListView.Name.suggestion, "Search for that"), at: 0)
    }
    return content(.noMatch, "No car matches", explanation, hints)
  }

  private func content(
    _ kind: EmptyState.Kind, _ title: String, _ explanation: String, _ hints: [(String, String)]
  ) -> EmptyState.Content {
    EmptyState.Content(
      kind, title: title, explanation: explanation,
      hints: hints.map { EmptyState.Hint(command: $0.0, $0.1) })
  }
}
