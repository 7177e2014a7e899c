import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite struct HistogramTests {
  private let histogram = Histogram([1, 4, 16, 32, 20, 8, 2, 1, 0, 1], low: "7", high: "125")

  private func text(_ histogram: Histogram, _ width: Int, ascii: Bool = false) -> String {
    histogram.text(width: width, glyphs: ascii ? .ascii : .unicode)
  }

  @Test func `a line has a character per bucket between the labels, and empty buckets stay empty`() {
    #expect(text(histogram, 40) == "7 ▁▁▄█▅▂▁▁ ▁ 125")
    #expect(text(histogram, 40, ascii: true) == "7 __-#-___ _ 125")
  }

  @Test func `the marked bucket has a sign, and a selection has brackets`() {
    var histogram = histogram
    histogram.marked = 8
    #expect(text(histogram, 40) == "7 ▁▁▄█▅▂▁▁●▁ 125")

    histogram.selection = 2...4
    #expect(text(histogram, 40) == "7 ▁▁[▄█▅]▂▁▁●▁ 125")
    #expect(
      histogram.spans(width: 40, glyphs: .unicode).map(\.role)
        == [.secondary, .barEmpty, .accent, .barFilled, .accent, .barEmpty, .mark, .barEmpty, .secondary])

    (histogram.marked, histogram.selection) = (99, 5...99)
    #expect(text(histogram, 40, ascii: true) == "7 __-#-[___ _] 125")
  }

  @Test func `too many buckets are merged, and labels leave at least half of the width`() {
    #expect(text(histogram, 12) == "7 ▁█▃▂▁▁ 125")
    #expect(text(histogram, 11) == "▁▁▄█▅▂▁▁ ▁")
    #expect(text(histogram, 2) == "█▁")
    #expect(text(histogram, 0) == "")
    #expect(text(Histogram([Int.max, Int.max, -5], selection: 0...2), 5) == "[██ ]")
  }

  @Test func `a value belongs to the bucket that contains it`() {
    #expect([7, 8, 66, 125].map { Histogram.bucket(of: $0, in: 7...125, count: 10) } == [0, 0, 5, 9])
    #expect(
      [6.9, 126, .nan, .infinity].map { Histogram.bucket(of: $0, in: 7...125, count: 10) } == [nil, nil, nil, nil])
    #expect(Histogram.bucket(of: 3, in: 3...3, count: 4) == 0)
    #expect(Histogram.bucket(of: 3, in: 3...3, count: 0) == nil)
  }

  @Test func `several lines show the columns over the labels, the mark and the selection`() {
    let stage = TestScreen(24, 4)
    let view = stage.show(HistogramView(histogram))
    #expect(
      stage.text
        == """
              ██
            ▄▄██▇▇
        ▁▁▃▃██████▆▆▂▂▁▁  ▁▁
        7                125
        """)

    view.histogram.selection = 3...4
    view.histogram.marked = 4
    #expect(stage.rows[3] == "7     ──●─       125")
    view.histogram.selection = 0...9
    #expect(stage.rows[3] == "────────●───────────")
  }

  @Test(arguments: [(1, 1), (1, 4), (3, 2), (40, 1), (200, 60)])
  func `any size can be drawn`(width: Int, height: Int) {
    let stage = TestScreen(width, height)
    let view = stage.show(HistogramView(histogram))
    view.histogram.marked = 3
    view.histogram.selection = 0...9
    view.histogram.low = "아주 낮음 🚗"

    #expect(stage.rows.count == height)
    view.histogram.counts = []
    #expect(stage.rows.count == height)
  }
}
