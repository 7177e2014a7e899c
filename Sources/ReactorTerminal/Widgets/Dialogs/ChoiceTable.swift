/// A table of choices without headings: titles, and details on the right.
final class ChoiceTable: TableView<PickerView.Choice> {
  private static let minTitleWidth = 8

  /// Creates a table of the choices, from top to bottom.
  init(_ choices: [PickerView.Choice]) {
    super.init(
      columns: [
        TableColumn(id: "title", title: "", width: .flexible(min: Self.minTitleWidth, ideal: 16)) {
          TableCell($0.title)
        },
        TableColumn(
          id: "detail", title: "", width: .fixed(Self.detailWidth(choices)), alignment: .trailing, priority: -1
        ) { _ in "" },
      ], rows: TableRows(choices))
    showsHeader = false
    columns[1].cell = { [weak self] choice in
      var cell = TableCell(choice.detail, role: .secondary)
      if let isAscending = choice.isAscending {
        let glyphs = Theme.dark.glyphs(ascii: self?.window?.isASCII ?? false)
        cell.text = "\(isAscending ? glyphs.up : glyphs.down) \(choice.detail)"
      }
      return cell
    }
  }

  /// Returns the width of the widest detail, with the arrow before it.
  private static func detailWidth(_ choices: [PickerView.Choice]) -> Int {
    choices.map { displayWidth(of: $0.detail) + ($0.isAscending == nil ? 0 : 2) }.max() ?? 0
  }

  /// Returns the size that shows all choices, at most `proposal`.
  ///
  /// - Parameters:
  ///   - proposal: The available size.
  ///   - choices: The choices.
  ///   - prefix: The number of columns before each title.
  static func size(_ proposal: Size, for choices: [PickerView.Choice], prefix: Int = 0) -> Size {
    let titles = max(minTitleWidth, choices.map { displayWidth(of: $0.title) }.max() ?? 0)
    let details = detailWidth(choices)
    return Size(
      width: min(max(20, prefix + titles + details + 8), proposal.width), height: min(choices.count, proposal.height))
  }
}
