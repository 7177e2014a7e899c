import ReactorTerminal

extension GalleryEntry {
  static let segmentedControl = GalleryEntry(
    .choices, "SegmentedControl", "A row of choices, one of which is selected.",
    states: [
      GalleryState("Focused", isFocused: true) {
        SegmentedControl(["Day", "Week", "Month", "Year"], selectedIndex: 1)
      },
      GalleryState("Unfocused") { SegmentedControl(["Day", "Week", "Month", "Year"], selectedIndex: 1) },
      GalleryState("Wide titles") { SegmentedControl(["하루", "일주일", "한 달"]) },
      GalleryState("Too long", isFocused: true) {
        SegmentedControl((1...20).map { "Segment \($0)" }, selectedIndex: 7)
      },
    ])
}
