import ReactorTerminal
import ShowroomCatalog
import ShowroomText

/// The status of the list in the title bar: `Reading 12,400 cars · 12/480 · filter: kia · ignored: x:1`, or
/// `1/40 · similar to Kia EV6 2022`.
struct CarListStatus {
  /// The position of the selection and the number of rows: `12/480`, or `12/1,204 models, 5,310 cars`.
  let position: String
  let state: CarListReactor.State
  /// Whether the user is typing the query.
  let isTyping: Bool
  let isASCII: Bool
  /// The width of the title bar. The filter and the ignored words take at most half of it.
  let width: Int

  /// The minimum width of each of these parts, which are shown in full in the search field.
  private static let leastWidth = 24

  var text: String {
    let glyphs: Theme.Glyphs = isASCII ? .ascii : .unicode
    var parts: [String] = []
    if state.isRefreshWorking { parts.append(state.progress?.summary ?? "Refreshing") }
    if state.isOutdated, !state.isRefreshWorking { parts.append("numbers outdated until a refresh") }
    if state.hasSourceChanged, !state.isRefreshWorking { parts.append("source changed") }
    if !state.isUnanswered {
      parts.append(position)
      let query = state.searchedQuery
      let (similar, filter) = divided(query)
      let ignored = query.ignoredText(isTyping: isTyping)
      let texts = [("similar to ", similar), ("filter: ", filter), ("ignored: ", ignored)].filter { !$0.1.isEmpty }
      let room = max(Self.leastWidth, width / 2 / max(1, texts.count))
      parts += texts.map { $0 + truncated($1, to: room, ellipsis: glyphs.ellipsis) }
      if state.favoritesOnly { parts.append("\(glyphs.starFilled) only") }
    }
    if !state.marked.isEmpty { parts.append("\(state.marked.count) marked") }
    return parts.joined(separator: .partSeparator(isASCII: isASCII))
  }

  /// Returns the name of the car to which the listed cars are similar, and the rest of the query. If there is no such
  /// car, or it is not listed, the rest is the whole query.
  private func divided(_ query: CarQuery) -> (similar: String, filter: String) {
    let text = query.effectiveText
    guard let id = query.likedCar, let row = state.listing.row(of: id) else { return ("", text) }
    let like = CarQuery.like(id).text
    let rest = text.split(separator: " ").filter { $0 != like }
    return rest.count == text.split(separator: " ").count ? ("", text) : (row.car.name, rest.joined(separator: " "))
  }
}
