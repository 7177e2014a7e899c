import Catalog
import ReactorTerminal
import ShowroomSettings

/// The histogram of the class of a car for each measure, with the car and the median marked.
final class StandingsView: View {
  /// One measure.
  struct Row: Hashable {
    var title: String
    var value: String
    /// The class; `nil` until it is known. Its space is reserved, so that nothing moves when it arrives.
    var group: Group?
  }

  /// The cars of a class.
  struct Group: Hashable {
    var name: String
    /// The values as displayed.
    var distribution: Distribution
    /// The value of the car as displayed.
    var value: Double
    var verdict: String
    /// Whether the car is better than the median; `nil` if it equals the median.
    var isGood: Bool?
    /// The formatted values at the ends and in the middle.
    var low: String
    var median: String
    var high: String
  }

  /// The rows, from top to bottom.
  var rows: [Row] = [] {
    didSet {
      guard rows != oldValue else { return }
      histograms = [:]
      setNeedsDisplay()
      preferredSizeChanged()
    }
  }
  /// The height of the columns of a histogram.
  var chartHeight = 2 {
    didSet { if chartHeight != oldValue { setNeedsDisplay(); preferredSizeChanged() } }
  }

  /// The smallest width at which the words are beside the histogram instead of above it, and their width there.
  private static let besideFrom = 56
  private static let wordsWidth = 24
  /// The histograms that were drawn last, because counting tens of thousands of values takes time.
  private var histograms: [Int: Histogram] = [:]

  private static func isBeside(_ width: Int) -> Bool { width >= besideFrom }

  /// Returns the lines of a row without the blank line after it: the title, the columns, and the line of the marks.
  private func height(width: Int) -> Int { 1 + (Self.isBeside(width) ? 0 : 1) + chartHeight + 1 }

  override func sizeThatFits(_ proposal: Size) -> Size {
    let height = rows.count * (height(width: proposal.width) + 1) - 1
    return Size(width: proposal.width, height: max(0, min(height, proposal.height)))
  }

  override func layoutSubviews() { histograms = [:] }

  override func draw(in canvas: Canvas) {
    for (index, row) in rows.enumerated() { draw(row, index, in: canvas) }
  }

  private func draw(_ row: Row, _ index: Int, in canvas: Canvas) {
    let y = index * (height(width: bounds.width) + 1)
    let used = canvas.write(row.title, at: Point(x: 0, y: y), style: canvas.theme[.header])
    canvas.write(row.value, at: Point(x: used + 2, y: y), style: canvas.theme[.text].bold)
    guard let group = row.group else { return }
    if Self.isBeside(bounds.width) {
      let x = bounds.width - Self.wordsWidth
      drawWords(group, at: Point(x: x, y: y), in: canvas)
      drawChart(group, index, in: Rect(x: 0, y: y + 1, width: x - 2, height: chartHeight + 1), canvas)
    } else {
      let size = drawName(group, at: Point(x: 0, y: y + 1), width: bounds.width / 2, in: canvas)
      drawVerdict(group, at: Point(x: size + 2, y: y + 1), separator: "  ", in: canvas)
      drawChart(group, index, in: Rect(x: 0, y: y + 2, width: bounds.width, height: chartHeight + 1), canvas)
    }
  }

  // MARK: The words

  private func drawWords(_ group: Group, at point: Point, in canvas: Canvas) {
    drawName(group, at: point, width: Self.wordsWidth, in: canvas)
    drawVerdict(group, at: Point(x: point.x, y: point.y + 1), separator: nil, in: canvas)
  }

  /// Draws the class and the number of its cars, and returns the width.
  @discardableResult
  private func drawName(_ group: Group, at point: Point, width: Int, in canvas: Canvas) -> Int {
    let count = " (\(grouped(group.distribution.count)))"
    let name = truncated(
      group.name, to: max(0, width - displayWidth(of: count)), .middle, ellipsis: canvas.glyphs.ellipsis)
    return canvas.write(name + count, at: point, style: canvas.theme[.secondary], maxWidth: width)
  }

  /// Draws the rank and the median with their marks, on one line with a separator or on two.
  private func drawVerdict(_ group: Group, at point: Point, separator: String?, in canvas: Canvas) {
    let role: Role = group.isGood.map { $0 ? .good : .bad } ?? .text
    let isCompared = group.distribution.count > 1
    var x = point.x
    if isCompared {
      x += canvas.write("\(canvas.glyphs.up) ", at: point, style: canvas.theme[.mark])
    }
    x += canvas.write(group.verdict, at: Point(x: x, y: point.y), style: canvas.theme[role])
    guard isCompared else { return }
    let median = "\(canvas.glyphs.box.vertical) median \(group.median)"
    canvas.write(
      (separator ?? "") + median, at: separator == nil ? Point(x: point.x, y: point.y + 1) : Point(x: x, y: point.y),
      style: canvas.theme[.secondary], truncation: .ellipsis)
  }

  // MARK: The chart

  /// Draws the columns between the values at their ends, and below them the marks of the car and of the median.
  private func drawChart(_ group: Group, _ index: Int, in area: Rect, _ canvas: Canvas) {
    let quiet = canvas.theme[.secondary]
    let ends = max(displayWidth(of: group.low), displayWidth(of: group.high)) + 1
    let room = area.width - 2 * ends
    guard group.distribution.count > 1, room > 4 else { return }
    let histogram = histograms[index] ?? group.distribution.histogram(buckets: room)
    histograms[index] = histogram
    let buckets = histogram.buckets
    // There may be half as many buckets as would fit, because their bounds are round.
    let width = max(1, room / max(1, buckets.count))
    let columns = width * buckets.count
    let base = area.maxY - 2
    canvas.write(
      group.low, at: Point(x: area.x + ends - 1 - displayWidth(of: group.low), y: base), style: quiet)
    canvas.write(group.high, at: Point(x: area.x + ends + columns + 1, y: base), style: quiet)
    let car = histogram.bucket(of: group.value)
    let largest = buckets.map(\.count).max() ?? 1
    let levels = canvas.glyphs.chartLevels
    for (column, bucket) in buckets.enumerated() where bucket.count > 0 {
      // At least one step, so that a single car is visible.
      let steps = max(1, bucket.count * chartHeight * levels.count / max(1, largest))
      for row in 0..<chartHeight where steps > row * levels.count {
        let level = levels[min(steps - row * levels.count, levels.count) - 1]
        canvas.fill(
          Rect(x: area.x + ends + column * width, y: base - row, width: width, height: 1),
          style: canvas.theme[column == car ? .mark : .barFilled], character: level)
      }
    }
    let median = histogram.median.flatMap { histogram.bucket(of: $0) }
    for (column, sign, role) in [
      (median, canvas.glyphs.box.vertical, Role.secondary), (car, canvas.glyphs.up, .mark),
    ] {
      guard let column else { continue }
      canvas.write(String(sign), at: Point(x: area.x + ends + column * width, y: base + 1), style: canvas.theme[role])
    }
  }
}
