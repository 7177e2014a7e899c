import ReactorTerminal
import ShowroomCatalog
import ShowroomText

/// A histogram of the car's class for each measure, with the car marked.
final class ClassRanksView: View {
  /// One measure.
  struct Row: Hashable {
    var title: String
    var value: String
    /// The class; `nil` until it is known. Space is reserved for it, so that nothing moves when it arrives.
    var group: Group?
  }

  /// The cars of a class.
  struct Group: Hashable {
    /// A description of the cars: `408 minivans`.
    var subject: String
    /// A description of their model years: `since 1984`.
    var years: String
    /// The values as displayed.
    var distribution: Distribution
    /// The value of the car as displayed.
    var value: Double
    var verdict: String
    /// Whether the car is clearly better than others; `nil` if it is about average.
    var isGood: Bool?
    /// The formatted values at both ends and in the middle, with their unit.
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
  /// The height of a histogram's columns.
  var chartHeight = 2 {
    didSet { if chartHeight != oldValue { setNeedsDisplay(); preferredSizeChanged() } }
  }

  /// The message shown in place of the first histogram, such as the reason why there are none.
  let notice = Label(wraps: true)

  /// The minimum width at which the text is placed beside the histogram instead of above it, and the text's width
  /// there.
  private static let besideFrom = 64
  /// The minimum width at which the text above the histogram takes one line instead of two.
  private static let oneLineFrom = 52
  private static let wordsWidth = 28
  /// The histograms by row, because counting tens of thousands of values takes time.
  private var histograms: [Int: ReactorTerminal.Histogram] = [:]

  override init() {
    super.init()
    addSubview(notice)
  }

  private static func isBeside(_ width: Int) -> Bool { width >= besideFrom }

  /// Returns the number of lines that the text takes above the histogram.
  private static func linesAbove(_ width: Int) -> Int { isBeside(width) ? 0 : width < oneLineFrom ? 2 : 1 }

  /// Returns the number of lines of a row, excluding the blank line after it: the title, the columns, and their scale.
  /// If the car is the only one in its class, there are no columns.
  private func height(of row: Row, width: Int) -> Int {
    row.group?.distribution.count == 1 ? 2 : 1 + Self.linesAbove(width) + chartHeight + 1
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
    let x = canvas.write(row.title, at: Point(x: 0, y: y), style: canvas.theme[.header]) + 2
    // The rank of the car is on the same line.
    let end = bounds.width - (Self.isBeside(bounds.width) ? Self.wordsWidth + 2 : 0)
    canvas.write(
      row.value, at: Point(x: x, y: y), style: canvas.theme[.text].bold, maxWidth: end - x, truncation: .ellipsis)
    guard let group = row.group else { return }
    if Self.isBeside(bounds.width) {
      let x = bounds.width - Self.wordsWidth
      for (line, text) in words(of: group, canvas).enumerated() {
        draw(text, at: Point(x: x, y: y + line), in: canvas)
      }
      drawChart(group, index, in: Rect(x: 0, y: y + 1, width: x - 2, height: chartHeight + 1), in: canvas)
    } else {
      let words = words(of: group, canvas).prefix(3)
      let above = Self.linesAbove(bounds.width)
      // The rank, followed by the cars and their model years.
      let lines = above > 1 ? [words.prefix(1), words.dropFirst()] : [words]
      for (line, words) in lines.enumerated() {
        let text = Array(words.joined(separator: [Span(" ")]))
        draw(text, at: Point(x: 0, y: y + 1 + line), in: canvas)
      }
      drawChart(
        group, index, in: Rect(x: 0, y: y + 1 + above, width: bounds.width, height: chartHeight + 1), in: canvas)
    }
  }

  // MARK: The words

  /// Returns one line each for the rank (after the car's mark), the cars, their model years, and their median.
  private func words(of group: Group, _ canvas: Canvas) -> [[Span]] {
    let role: Role = group.isGood.map { $0 ? .good : .bad } ?? .text
    guard group.distribution.count > 1 else {
      return [[Span("the only one in its class", role)], [Span(group.years, .secondary)]]
    }
    return [
      [Span("\(canvas.glyphs.checked) ", .mark), Span(group.verdict, role)], [Span(group.subject, .secondary)],
      [Span(group.years, .secondary)], [Span("median \(group.median)", .secondary)],
    ]
  }

  /// Draws spans on one line, up to the end of the view.
  private func draw(_ spans: [Span], at point: Point, in canvas: Canvas) {
    var x = point.x
    for span in spans {
      x += canvas.write(
        span.text, at: Point(x: x, y: point.y), style: canvas.theme[span.role ?? .text], truncation: .ellipsis)
    }
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
    // A number that is partly covered by the mark could be misread.
    let isLow = marked.map { $0 <= displayWidth(of: group.low) } ?? false
    let isHigh = marked.map { counted.buckets.count - $0 <= displayWidth(of: group.high) + 1 } ?? false
    return ReactorTerminal.Histogram(
      counted.buckets.map(\.count), low: isLow ? "" : group.low, high: isHigh ? "" : group.high, marked: marked)
  }
}
