import ReactorTerminal
import ShowroomCatalog
import ShowroomSettings

/// The status of the list in the title bar: `Reading 12,400 cars · 12/480 · filter: kia · ignored: x:1`.
struct CarListStatus {
  /// The position of the selection and the number of rows: `12/480`.
  let position: String
  let state: CarListReactor.State
  let isASCII: Bool

  /// The columns of the filter's text, which is shown completely in the search field.
  private static let filterWidth = 24

  var text: String {
    let glyphs: Theme.Glyphs = isASCII ? .ascii : .unicode
    var parts: [String] = []
    if state.isRefreshWorking { parts.append(state.progress?.summary ?? "Refreshing") }
    if state.isOutdated, !state.isRefreshWorking { parts.append("figures outdated until a refresh") }
    if !state.isUnanswered {
      parts.append(position)
      func add(_ title: String, _ text: String) {
        if !text.isEmpty {
          parts.append("\(title): " + truncated(text, to: Self.filterWidth, ellipsis: glyphs.ellipsis))
        }
      }
      add("filter", state.query.effectiveText)
      add("ignored", state.query.ignoredText)
      if state.favoritesOnly { parts.append("\(glyphs.starFilled) only") }
    }
    if !state.marked.isEmpty { parts.append("\(state.marked.count) marked") }
    return parts.joined(separator: isASCII ? " | " : " · ")
  }
}
