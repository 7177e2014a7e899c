import ReactorTerminal

extension GalleryEntry {
  static let histogramView = GalleryEntry(
    .indicators, "HistogramView", "The number of values in ranges, on one line or several.",
    states: [
      GalleryState("Lines") {
        var histogram = Histogram.economy
        histogram.marked = 9
        return HistogramView(histogram)
      },
      GalleryState("Selection") {
        var histogram = Histogram.economy
        histogram.selection = 2...5
        return HistogramView(histogram)
      },
      GalleryState("In a line of text") {
        var histogram = Histogram.economy
        histogram.marked = 9
        let stack = StackView(.vertical)
        stack.add(Label([Span("SUV ")] + histogram.spans(width: 28, glyphs: .unicode)))
        histogram.selection = 2...5
        stack.add(Label([Span("SUV ")] + histogram.spans(width: 28, glyphs: .ascii)))
        return stack
      },
      GalleryState("Narrow, without labels") { HistogramView(Histogram(Histogram.economy.counts)) },
    ])
}

extension Histogram {
  fileprivate static let economy = Histogram([2, 14, 90, 141, 96, 42, 21, 8, 3, 1, 0, 2], low: "7", high: "125")
}
