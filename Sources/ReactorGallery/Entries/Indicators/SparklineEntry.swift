import ReactorTerminal

extension GalleryEntry {
  static let sparkline = GalleryEntry(
    .indicators, "Sparkline", "A chart that is one row high.",
    states: [
      GalleryState("Values") { Sparkline([3, 5, 8, 6, 2, 1, 4, 9, 12, 10, 7, 5, 3, 6, 8, 11, 9, 4]) },
      GalleryState("Gaps") { Sparkline([3, 5, nil, 6, 2, nil, nil, 9, 12]) },
      GalleryState("Negative values") { Sparkline([-3, -1, 0, 2, 4, 1, -2]) },
      GalleryState("Too many values") { Sparkline((0..<200).map { Double($0 * 7 % 23) }) },
    ])
}
