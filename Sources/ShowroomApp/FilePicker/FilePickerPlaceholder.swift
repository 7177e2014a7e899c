import ReactorTerminal

/// What stands in the picker when there is no row: why, and the keys that help.
struct FilePickerPlaceholder {
  typealias Name = FilePickerView.Name

  /// What to say of `state`; nil when there are rows.
  func content(for state: FilePickerReactor.State) -> EmptyState.Content? {
    let listing = state.listing
    guard listing.count == 0 else { return nil }
    if let problem = listing.problem { return content(for: problem) }
    let isFirst = listing.visit == 0 || !state.isArriving && !state.reading.isAgain
    if state.isBusy, isFirst, listing.total == 0 {
      return content(.loading, "Reading the folder", "", [(Name.unwind, "Stop")])
    }
    if listing.phase == .stopped, listing.total == 0 {
      return content(
        .empty, "Reading was stopped", "Nothing had come by then.",
        [(Name.reload, "Read again"), (Name.parent, "Back")])
    }
    if listing.total == 0 {
      return content(.empty, "This folder is empty", "", [(Name.parent, "Folder above"), (Name.path, "Type a path")])
    }
    if listing.filter.isEmpty {
      return content(
        .empty, "Only hidden files here", "\(counted(listing.total, "name")) beginning with a dot.",
        [(Name.hidden, "Show them"), (Name.parent, "Folder above")])
    }
    // The first works while it is typed, the second once it is kept; only the one that can be asked for is shown.
    var hints = [(SearchBar.Name.clear, "Clear the filter"), (Name.unwind, "Clear the filter")]
    if !listing.showsHidden { hints.append((Name.hidden, "Show hidden files too")) }
    return content(
      .noMatch, "No name matches", "None of \(counted(listing.total, "name")) contains \"\(listing.filter)\".", hints)
  }

  private func content(for problem: FileProblem) -> EmptyState.Content {
    let title =
      problem.cause == .missing ? "This folder is gone" : "This folder cannot be read"
    return content(
      .failed, title, "\(problem)",
      [(Name.reload, "Try again"), (Name.parent, "Folder above"), (Name.path, "Type a path")])
  }

  private func content(
    _ kind: EmptyState.Kind, _ title: String, _ explanation: String, _ hints: [(String, String)]
  ) -> EmptyState.Content {
    EmptyState.Content(
      kind, title: title, explanation: explanation,
      hints: hints.map { EmptyState.Hint(command: $0.0, $0.1) })
  }
}
