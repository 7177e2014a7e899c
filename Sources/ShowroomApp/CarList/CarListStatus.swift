import Catalogue
import ReactorTerminal

/// What the title bar says on its right: `Reading 12,400 cars · 12/480 · filter: kia · ★ only · 2 marked`.
struct CarListStatus {
  /// Where the selection is, and of how many.
  let position: String
  let state: CarListReactor.State
  let isASCII: Bool

  /// Columns that a filter gets: the rest of it is seen where it was typed.
  private static let filterWidth = 24

  var text: String {
    let glyphs: Theme.Glyphs = isASCII ? .ascii : .unicode
    var parts: [String] = []
    if state.isRefreshing { parts.append(state.progress?.summary ?? "Refreshing") }
    parts.append(position)
    if !state.query.text.isEmpty {
      parts.append("filter: " + truncated(state.query.text, to: Self.filterWidth, ellipsis: glyphs.ellipsis))
    }
    if state.favouritesOnly { parts.append("\(glyphs.starFilled) only") }
    if !state.marked.isEmpty { parts.append("\(state.marked.count) marked") }
    return parts.joined(separator: isASCII ? " | " : " · ")
  }
}
