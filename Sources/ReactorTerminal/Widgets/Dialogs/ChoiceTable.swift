/// A table of choices without headings: titles, and details on the right.
final class ChoiceTable: TableView<PickerView.Choice> {
  private static let minTitleWidth = 8

  /// Creates a table of the choices, from top to bottom.
  init(_ choices: [PickerView.Choice]) {
    let widest = choices.map { displayWidth(of: $0.detail) }.max() ?? 0
    super.init(
      columns: [
        TableColumn(id: "title", title: "", width: .flexible(min: Self.minTitleWidth, ideal: 16)) {
          TableCell($0.title)
        },
        TableColumn(id: "detail", title: "", width: .fixed(widest), alignment: .trailing, priority: -1) {
          TableCell($0.detail, role: .secondary)
        },
      ], rows: TableRows(choices))
    showsHeader = false
  }

  /// Returns the size that shows all choices, at most `proposal`.
  ///
  /// - Parameters:
  ///   - proposal: The available size.
  ///   - choices: The choices.
  ///   - prefix: The number of columns before each title.
  static func size(_ proposal: Size, for choices: [PickerView.Choice], prefix: Int = 0) -> Size {
    let titles = max(minTitleWidth, choices.map { displayWidth(of: $0.title) }.max() ?? 0)
    let details = choices.map { displayWidth(of: $0.detail) }.max() ?? 0
    return Size(
      width: min(max(20, prefix + titles + details + 8), proposal.width), height: min(choices.count, proposal.height))
  }
}
