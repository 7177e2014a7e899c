import ReactorTerminal
import ShowroomText

/// The placeholder for an empty table: the reason, and commands that help.
struct FilePickerPlaceholder {
  let isASCII: Bool

  private typealias Picker = FilePickerView

  /// Returns the placeholder for `state`, or `nil` if there are rows.
  func content(for state: FilePickerReactor.State) -> EmptyState.Content? {
    let listing = state.listing
    guard listing.count == 0 else { return nil }
    if let problem = listing.problem { return content(for: problem) }
    let isFirst = listing.visit == 0 || !state.isArriving && !state.reading.isReloading
    if state.isBusy, isFirst, listing.total == 0 {
      return EmptyState.Content(.loading, "Reading the folder", "", [(Picker.clear, "Stop")])
    }
    if listing.phase == .stopped, listing.total == 0 {
      return EmptyState.Content(
        .empty, "Reading stopped", "No entries were read.",
        [(Picker.reload, "Reload"), (Picker.parent, "Parent folder")])
    }
    if listing.total == 0 {
      return EmptyState.Content(
        .empty, "This folder is empty", "", [(Picker.parent, "Parent folder"), (Picker.path, "Enter path")])
    }
    if listing.filter.isEmpty {
      return EmptyState.Content(
        .empty, "Only hidden files", "This folder contains \(counted(listing.total, "hidden item")).",
        [(Picker.hidden, "Show hidden files"), (Picker.parent, "Parent folder")])
    }
    // The first command works while the filter is being edited, and the second one afterward. Only the enabled one is
    // shown.
    var hints = [(SearchBar.clear, "Clear the filter"), (Picker.clear, "Clear the filter")]
    if !listing.showsHidden { hints.append((Picker.hidden, "Show hidden files too")) }
    let count = counted(listing.total, "name")
    let cause = listing.total == 1 ? "The only name does not contain" : "None of \(count) contains"
    let filter = quotedSearch(listing.filter, isASCII: isASCII)
    return EmptyState.Content(.noMatches, "No matches", "\(cause) \(filter).", hints)
  }

  private func content(for problem: FileError) -> EmptyState.Content {
    let title =
      problem.cause == .missing ? "Folder not found" : "This folder cannot be read"
    return EmptyState.Content(
      .failed, title, "\(problem)",
      [(Picker.reload, "Retry"), (Picker.parent, "Parent folder"), (Picker.path, "Enter path")])
  }
}
