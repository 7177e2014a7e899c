import ReactorTerminal

extension GalleryEntry {
  static let splitView = GalleryEntry(
    .containers, "SplitView", "Two panes with a divider that keys and the mouse move.",
    states: [
      GalleryState("Side by side", isFocused: true) {
        SplitView(
          .horizontal, ScrollText([[Span("기아")], [Span("현대")], [Span("Volvo")]]),
          Label("A pane for details", wraps: true),
          fraction: 0.4, minimums: (8, 10))
      },
      GalleryState("List with preview", isFocused: true) {
        SplitView(
          .horizontal, TableView.equipment, Label([Span("Seat heating", .title), Span("\n$400")], wraps: true),
          fraction: 0.6, minimums: (16, 12), collapseBelow: 36)
      },
      GalleryState("Preview hidden", isFocused: true) {
        let split = SplitView(.horizontal, TableView.equipment, Label("Hidden"), fraction: 0.6)
        split.hiddenPane = .second
        return split
      },
      GalleryState("One above the other") {
        SplitView(.vertical, Label("Above"), Label("Below"), fraction: 0.3, minimums: (1, 1))
      },
      GalleryState("Too narrow for both") {
        SplitView(.horizontal, Label("Only this pane is shown."), Label("Hidden"), collapseBelow: 1_000)
      },
    ])
}

extension TableView<PickerView.Choice> {
  fileprivate static var equipment: TableView {
    TableView(
      columns: [TableColumn(id: "title", title: "Equipment") { TableCell($0.title) }],
      rows: TableRows(PickerView.Choice.equipment))
  }
}
