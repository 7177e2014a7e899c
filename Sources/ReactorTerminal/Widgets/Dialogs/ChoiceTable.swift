/// A table of choices without headings, with titles and, on the right, details.
final class ChoiceTable: TableView<PickerView.Choice> {
  private static let minTitleWidth = 8
  private static let markWidth = 2

  /// Creates a table of the choices, from top to bottom.
  init(_ choices: [PickerView.Choice]) {
    let hasArrows = choices.contains { $0.isAscending != nil }
    super.init(columns: [], rows: TableRows(choices))
    columns = [
      TableColumn(id: "title", title: "", width: .flexible(min: Self.minTitleWidth, ideal: 16)) { [weak self] in
        self?.titleCell(of: $0) ?? ""
      },
      // The arrows have their own column, because they are easier to compare when aligned.
      TableColumn(
        id: "detail", title: "", width: .fixed(Self.detailWidth(choices)), alignment: hasArrows ? .leading : .trailing,
        priority: -1
      ) { [weak self] in self?.detailCell(of: $0) ?? "" },
    ]
    showsHeader = false
  }

  private var glyphs: Theme.Glyphs { Theme.dark.glyphs(ascii: window?.isASCII ?? false) }

  private func titleCell(of choice: PickerView.Choice) -> TableCell {
    var cell = TableCell(choice.title)
    if let isCurrent = choice.isCurrent {
      cell.prefix = [Span(isCurrent ? "\(glyphs.checked) " : "  ", .mark)]
    }
    return cell
  }

  private func detailCell(of choice: PickerView.Choice) -> TableCell {
    let arrow = choice.isAscending.map { "\($0 ? glyphs.up : glyphs.down) " } ?? ""
    return TableCell(arrow + choice.detail, role: .secondary)
  }

  /// Returns the width of the widest detail, including the arrow before it.
  private static func detailWidth(_ choices: [PickerView.Choice]) -> Int {
    choices.map { displayWidth(of: $0.detail) + ($0.isAscending == nil ? 0 : 2) }.max() ?? 0
  }

  /// Returns the size at which all choices are shown, at most `proposal`.
  ///
  /// - Parameters:
  ///   - proposal: The available size.
  ///   - choices: The choices.
  ///   - prefix: The number of columns before each title.
  static func size(_ proposal: Size, for choices: [PickerView.Choice], prefix: Int = 0) -> Size {
    let titles = max(minTitleWidth, choices.map { displayWidth(of: $0.title) }.max() ?? 0)
    let details = detailWidth(choices)
    let mark = choices.contains { $0.isCurrent != nil } ? markWidth : 0
    return Size(
      width: min(max(20, prefix + mark + titles + details + 8), proposal.width),
      height: min(choices.count, proposal.height))
  }
}
