import Catalog
import ReactorTerminal
import ShowroomSettings

/// The histogram of the class of a car for each measure, with the car marked.
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

  /// The message in place of the first histogram, such as the reason why there are none.
  let notice = Label(wraps: true)

  /// The smallest width at which the words are beside the histogram instead of above it, and their width there.
  private static let besideFrom = 56
  private static let wordsWidth = 24
  /// The histograms by row, because counting tens of thousands of values takes time.
  private var histograms: [Int: ReactorTerminal.Histogram] = [:]

  override init() {
    super.init()
    addSubview(notice)
  }

  private static func isBeside(_ width: Int) -> Bool { width >= besideFrom }

  /// Returns the lines of a row without the blank line after it: the title, the columns, and their scale. The only car
  /// of a class has no columns.
  private func height(of row: Row, width: Int) -> Int {
    row.group?.distribution.count == 1 ? 2 : 1 + (Self.isBeside(width) ? 0 : 1) + chartHeight + 1
  }

  override func sizeThatFits(_ proposal: Size) -> Size {
    let lines = rows.reduce(rows.count - 1) { $0 + height(of: $1, width: proposal.width) }
    let size = notice.sizeThatFits(proposal)
    return Size(width: proposal.width, height: min(rows.isEmpty ? size.height : lines, proposal.height))
  }

  override func layoutSubviews() {
    histograms = [:]
    let y = rows.isEmpty ? 0 : 1
    notice.frame = Rect(x: 0, y: y, width: bounds.width, height: min(chartHeight + 2, bounds.height - y))
  }

  override func draw(in canvas: Canvas) {
    var y = 0
    for (index, row) in rows.enumerated() {
      draw(row, index, at: y, in: canvas)
      y += height(of: row, width: bounds.width) + 1
    }
  }

  private func draw(_ row: Row, _ index: Int, at y: Int, in canvas: Canvas) {
    let used = canvas.write(row.title, at: Point(x: 0, y: y), style: canvas.theme[.header])
    canvas.write(row.value, at: Point(x: used + 2, y: y), style: canvas.theme[.text].bold)
    guard let group = row.group else { return }
    if Self.isBeside(bounds.width) {
      let x = bounds.width - Self.wordsWidth
      drawWords(group, at: Point(x: x, y: y), in: canvas)
      drawChart(group, index, in: Rect(x: 0, y: y + 1, width: x - 2, height: chartHeight + 1), in: canvas)
    } else {
      let size = drawName(group, at: Point(x: 0, y: y + 1), width: bounds.width / 2, in: canvas)
      drawVerdict(group, at: Point(x: size + 2, y: y + 1), separator: "  ", in: canvas)
      drawChart(group, index, in: Rect(x: 0, y: y + 2, width: bounds.width, height: chartHeight + 1), in: canvas)
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

  /// Draws the rank after the mark of the car, and the median, on one line with a separator or on two.
  private func drawVerdict(_ group: Group, at point: Point, separator: String?, in canvas: Canvas) {
    let role: Role = group.isGood.map { $0 ? .good : .bad } ?? .text
    let isCompared = group.distribution.count > 1
    var x = point.x
    if isCompared {
      x += canvas.write("\(canvas.glyphs.checked) ", at: point, style: canvas.theme[.mark])
    }
    x += canvas.write(group.verdict, at: Point(x: x, y: point.y), style: canvas.theme[role])
    guard isCompared else { return }
    let median = "median \(group.median)"
    canvas.write(
      (separator ?? "") + median, at: separator == nil ? Point(x: point.x, y: point.y + 1) : Point(x: x, y: point.y),
      style: canvas.theme[.secondary], truncation: .ellipsis)
  }

  private func drawChart(_ group: Group, _ index: Int, in area: Rect, in canvas: Canvas) {
    guard group.distribution.count > 1, area.width > 4 else { return }
    let histogram = histograms[index] ?? histogram(of: group, width: area.width)
    histograms[index] = histogram
    canvas.histogram(histogram, in: area)
  }

  private func histogram(of group: Group, width: Int) -> ReactorTerminal.Histogram {
    let counted = group.distribution.histogram(buckets: width)
    let marked = counted.bucket(of: group.value)
    // A number that the mark covers in part would be misread.
    let isLow = marked.map { $0 <= displayWidth(of: group.low) } ?? false
    let isHigh = marked.map { counted.buckets.count - $0 <= displayWidth(of: group.high) + 1 } ?? false
    return ReactorTerminal.Histogram(
      counted.buckets.map(\.count), low: isLow ? "" : group.low, high: isHigh ? "" : group.high, marked: marked)
  }
}
