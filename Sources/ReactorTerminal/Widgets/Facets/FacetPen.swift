/// A drawer of facets.
@MainActor
struct FacetPen {
  private let canvas: Canvas
  private let selection: FacetSelection
  private let cursor: FacetLayout.Place
  private let isFocused: Bool

  /// The possible lengths of bars. A facet uses the longest one that its labels leave space for.
  private static let bars = [12, 6]

  init(_ canvas: Canvas, selection: FacetSelection, cursor: FacetLayout.Place, isFocused: Bool) {
    self.canvas = canvas
    self.selection = selection
    self.cursor = cursor
    self.isFocused = isFocused
  }

  /// Draws a facet, leaving out the first lines under its heading.
  ///
  /// - Parameters:
  ///   - facet: The facet.
  ///   - index: The index of the facet.
  ///   - frame: The area, with the heading in the first line.
  ///   - spare: The number of columns that the lines do not need, available for bars.
  ///   - firstLine: The number of lines to leave out.
  ///   - chartHeight: The number of lines of the chart of a range.
  func draw(
    _ facet: Facet, _ index: Int, in frame: Rect, spare: Int, from firstLine: Int, chartHeight: Int
  ) {
    canvas.write(
      facet.title, at: Point(x: frame.x + 2, y: frame.y), style: canvas.theme[.header], maxWidth: frame.width - 2,
      truncation: .ellipsis)
    switch facet.content {
    case .values(let values):
      let bar = Self.bars.first { $0 < spare } ?? 0
      draw(values, of: facet.id, index, in: frame, from: firstLine, bar: bar, showsCounts: spare >= 0)
    case .range(let buckets) where !buckets.isEmpty:
      let part = canvas.clipped(to: frame.inset(top: 1, left: 0, bottom: 0, right: 0))
      let chart = FacetLayout.chart(in: frame, from: firstLine, height: chartHeight)
      draw(buckets, of: facet.id, isCurrent: cursor.facet == index, in: frame, chart, part)
    case .range: break
    }
  }

  private var cursorStyle: Style { canvas.theme[isFocused ? .selection : .selectionInactive] }

  // MARK: Values

  private func draw(
    _ values: [Facet.Value], of facet: Facet.ID, _ index: Int, in frame: Rect, from firstLine: Int, bar: Int,
    showsCounts: Bool
  ) {
    let highest = values.reduce(0) { max($0, $1.count) }
    // In a very narrow facet, the label is more important than the count.
    let showsCounts = showsCounts || frame.width > grouped(highest).utf8.count + 9
    let first = max(firstLine, canvas.clip.y - frame.y - 1)
    for line in first..<max(first, min(values.count, firstLine + canvas.clip.maxY - frame.y - 1)) {
      let y = frame.y + 1 + line - firstLine
      guard y < frame.maxY else { return }
      let isCurrent = cursor == FacetLayout.Place(facet: index, item: line)
      let base = isCurrent ? cursorStyle : .plain
      if isCurrent {
        canvas.fill(Rect(x: frame.x, y: y, width: frame.width, height: 1), style: base)
        canvas.write(String(canvas.glyphs.pointer), at: Point(x: frame.x, y: y), style: base, maxWidth: frame.width)
      }
      let value = values[line]
      let isChecked = selection.contains(value.id, in: facet)
      let row = Rect(x: frame.x + 1, y: y, width: max(0, frame.width - 1), height: 1)
      write(value, isChecked: isChecked, in: row, showsCount: showsCounts, bar: bar, highest: highest, base)
    }
  }

  private func write(
    _ value: Facet.Value, isChecked: Bool, in row: Rect, showsCount: Bool, bar: Int, highest: Int, _ base: Style
  ) {
    let box = isChecked ? canvas.glyphs.boxChecked : canvas.glyphs.boxUnchecked
    func style(_ role: Role) -> Style { base.merging(over: canvas.theme[role]) }
    canvas.write(box, at: row.origin, style: style(isChecked ? .mark : .secondary), maxWidth: row.width)
    var end = row.maxX
    if bar > 0 {
      end -= bar
      let text = barText(Double(max(0, value.count)) / Double(max(1, highest)), width: bar, glyphs: canvas.glyphs)
      canvas.write(text, at: Point(x: end, y: row.y), style: style(.barFilled), maxWidth: bar)
      end -= 1
    }
    if showsCount {
      let count = grouped(max(0, value.count))
      canvas.write(count, at: Point(x: end - count.utf8.count, y: row.y), style: style(.secondary))
      end -= count.utf8.count + 1
    }
    let start = row.x + displayWidth(of: box) + 1
    canvas.write(
      value.label, at: Point(x: start, y: row.y), style: style(.text), maxWidth: end - start, truncation: .ellipsis)
  }

  // MARK: Ranges

  private func draw(
    _ buckets: [Facet.Bucket], of facet: Facet.ID, isCurrent: Bool, in frame: Rect, _ chart: Rect, _ canvas: Canvas
  ) {
    let range = (selection.ranges[facet] ?? 0...buckets.count - 1).clamped(to: 0...buckets.count - 1)
    canvas.histogram(Histogram(buckets, selection: selection.ranges[facet]), in: chart)
    let y = chart.maxY
    let base = isCurrent ? cursorStyle : .plain
    if isCurrent {
      canvas.fill(Rect(x: frame.x, y: y, width: frame.width, height: 1), style: base)
      canvas.write(String(canvas.glyphs.pointer), at: Point(x: frame.x, y: y), style: base, maxWidth: frame.width)
    }
    let isAll = selection.ranges[facet] == nil
    let text = "[\(buckets[range.lowerBound].from) \(canvas.glyphs.ellipsis) \(buckets[range.upperBound].to)]"
    canvas.write(
      text, at: Point(x: chart.x, y: y), style: base.merging(over: canvas.theme[isAll ? .secondary : .mark]),
      maxWidth: chart.width, truncation: .ellipsis)
  }
}

extension Histogram {
  /// Creates the histogram of a range.
  init(_ buckets: [Facet.Bucket], selection: ClosedRange<Int>?) {
    self.init(
      buckets.map(\.count), low: buckets.first?.from ?? "", high: buckets.last?.to ?? "", selection: selection)
  }
}
