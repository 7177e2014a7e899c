import ReactorTerminal
import ShowroomCatalog
import ShowroomText

/// The text shown in place of an empty list, with the keys that are useful in each situation.
struct CarListPlaceholder {
  /// The display name of the source that a refresh reads.
  let source: String
  let isASCII: Bool
  /// The name of the key that marks a car; `nil` if the command has no key.
  let markKey: String?

  /// Returns the text for `state`, or `nil` if there are rows.
  func content(for state: CarListReactor.State) -> EmptyState.Content? {
    guard state.matchCount == 0 else { return nil }
    if let failure = state.failure {
      return EmptyState.Content(
        .failed, LiveCatalog.failureTitle, failure.description,
        [(CarListView.refresh, "Retry")] + (state.query.text.isEmpty ? [] : Self.clearing))
    }
    if state.isLoading { return EmptyState.Content(.loading, "Loading cars") }
    if state.total == 0 {
      return EmptyState.Content(
        .empty, "No cars yet", "Refresh to load cars from \(source).", [(CarListView.refresh, "Refresh")])
    }
    if state.query.isEmpty, state.favoritesOnly {
      return EmptyState.Content(
        .empty, "No favorites yet", "Favorites are marked with a star, and a refresh never removes them.",
        [(CarListView.favoritesOnly, "Show all cars")])
    }
    var hints = Self.clearing
    if state.favoritesOnly { hints.append((CarListView.favoritesOnly, "Show all cars")) }
    // The list contains only withdrawn cars, of which the catalog keeps those with user data.
    if state.query.filters.contains(where: { $0.field == .withdrawn }) {
      hints.append((CarListView.changes, "What changed"))
    }
    let searched = state.favoritesOnly ? "your favorites" : counted(state.total, "car")
    var explanation = "No matches for \(quotedSearch(state.query.text, isASCII: isASCII)) in \(searched)."
    if state.marked.isEmpty, Self.requiresMark(state.query) {
      explanation = "No cars are marked." + (markKey.map { " Clear the search, and mark one with \($0)." } ?? "")
    } else if let suggestion = state.suggestion {
      explanation += " Did you mean \(quotedSearch(suggestion, isASCII: isASCII))?"
      hints.insert((CarListView.suggestion, "Use suggestion"), at: 0)
    }
    return EmptyState.Content(.noMatches, "No matching cars", explanation, hints)
  }

  /// The hints for Esc. The first command is enabled while the search field has the focus, and the second one
  /// otherwise. Hints of disabled commands are not shown.
  private static let clearing = [
    (QueryField.clear, "Clear search"), (CarListView.clear, "Clear search"),
  ]

  /// Returns whether only marked cars match a query.
  private static func requiresMark(_ query: CarQuery) -> Bool {
    query.filters.contains { $0.field == .marked && $0.condition == .flag(!$0.isExcluded) }
  }
}
