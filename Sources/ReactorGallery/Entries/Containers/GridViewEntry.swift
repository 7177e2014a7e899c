import ReactorTerminal

extension GalleryEntry {
  static let gridView = GalleryEntry(
    .containers, "GridView", "Views in rows and columns.",
    states: [
      GalleryState("Values") {
        let grid = GridView(columns: [.fitting, .share()], columnSpacing: 2)
        grid.addRow(Label("Make", role: .secondary), Label("기아"))
        grid.addRow(Label("Model", role: .secondary), Label("Niro EV"))
        grid.addRow(Label("Range", role: .secondary), BarView(fraction: 0.6, marker: 0.7))
        grid.addRow(Label("Efficiency", role: .secondary), Sparkline([3, 5, 8, 6, 2, 1, 4]))
        return grid
      },
      GalleryState("Spans") {
        let grid = GridView(columns: [.share(), .share(2)], rows: [.fixed(3), .share(minimum: 3)], columnSpacing: 0)
        grid.add(BoxView("Two columns", Label("First")), column: 0, row: 0, columnSpan: 2)
        grid.add(BoxView("One", Label("Second")), column: 0, row: 1)
        grid.add(BoxView("Twice as wide", Label("Third")), column: 1, row: 1)
        return grid
      },
    ])
}
