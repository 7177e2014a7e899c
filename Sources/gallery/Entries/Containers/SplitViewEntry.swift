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
      GalleryState("One above the other") {
        SplitView(.vertical, Label("Above"), Label("Below"), fraction: 0.3, minimums: (1, 1))
      },
      GalleryState("Too narrow for both") {
        SplitView(.horizontal, Label("Only this pane is shown."), Label("Hidden"), collapseBelow: 1_000)
      },
    ])
}
