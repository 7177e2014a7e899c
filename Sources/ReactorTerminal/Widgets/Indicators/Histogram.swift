/// The number of values in each of several ranges of equal width, as a chart that can also fit into a line of text.
///
/// ```swift
/// var histogram = Histogram([2, 14, 90, 41, 12, 3, 1], low: "7", high: "125")
/// histogram.marked = 6
/// label.spans = [Span("SUV ")] + histogram.spans(width: 24, glyphs: canvas.glyphs)  // SUV 7 ▁▂█▄▁▁● 125
/// ```
///
/// A ``HistogramView`` shows the same chart over several lines.
public struct Histogram: Sendable, Hashable {
  /// The number of values in each bucket, from low to high. Negative numbers count as 0.
  public var counts: [Int]
  /// The label of the lower end; empty for none.
  public var low: String
  /// The label of the upper end; empty for none.
  public var high: String
  /// The index of a bucket to mark, such as the one that contains a given value; `nil` for none.
  public var marked: Int?
  /// The indices of the buckets that are selected; `nil` for no selection.
  public var selection: ClosedRange<Int>?

  /// Creates a histogram.
  ///
  /// - Parameters:
  ///   - counts: The number of values in each bucket, from low to high.
  ///   - low: The label of the lower end.
  ///   - high: The label of the upper end.
  ///   - marked: The index of a bucket to mark.
  ///   - selection: The indices of the buckets that are selected.
  public init(
    _ counts: [Int], low: String = "", high: String = "", marked: Int? = nil, selection: ClosedRange<Int>? = nil
  ) {
    self.counts = counts
    self.low = low
    self.high = high
    self.marked = marked
    self.selection = selection
  }

  /// Returns the index of the bucket that contains a value, or `nil` if the value is out of range or not finite.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - bounds: The values at the ends. The upper bound belongs to the last bucket.
  ///   - count: The number of buckets.
  public static func bucket(of value: Double, in bounds: ClosedRange<Double>, count: Int) -> Int? {
    guard count > 0, value.isFinite, bounds.contains(value) else { return nil }
    let extent = bounds.upperBound - bounds.lowerBound
    guard extent > 0, extent.isFinite else { return 0 }
    return min(count - 1, Int((value - bounds.lowerBound) / extent * Double(count)))
  }

  /// Returns the histogram as a line of at most `width` columns: the labels at the ends, and a character for each
  /// bucket.
  ///
  /// Neighboring buckets are merged if there is not enough space for all of them. The labels are left out if they would
  /// take more than half of the space. The marked bucket is shown as a sign, and a selection is enclosed in brackets.
  ///
  /// - Parameters:
  ///   - width: The available columns.
  ///   - glyphs: The glyphs of the theme that the terminal supports.
  ///   - role: The role of the columns, including selected ones.
  public func spans(width: Int, glyphs: Theme.Glyphs, role: Role = .barFilled) -> [Span] {
    let (before, room, after) = line(width: width)
    var spans: [Span] = []
    if before > 0 { spans.append(Span(low + " ", .secondary)) }
    spans += HistogramColumns(self, count: min(room, counts.count)).spans(glyphs: glyphs, role: role)
    if after > 0 { spans.append(Span(" " + high, .secondary)) }
    return spans
  }

  /// Returns the widths of the labels including their spaces, and the width between them excluding brackets.
  private func line(width: Int) -> (before: Int, room: Int, after: Int) {
    let labels = [low, high].map { displayWidth(of: $0) }.map { $0 > 0 ? $0 + 1 : 0 }
    let hasLabels = labels[0] + labels[1] <= width / 2
    let (before, after) = hasLabels ? (labels[0], labels[1]) : (0, 0)
    return (before, max(0, width - (selection == nil ? 0 : 2) - before - after), after)
  }

  /// Returns the buckets drawn at a column of an area. A column outside the chart yields the buckets at the nearer end.
  /// Returns `nil` if there are no buckets.
  func buckets(at x: Int, in size: Size) -> ClosedRange<Int>? {
    let isLine = size.height <= 1
    let (before, room, _) = isLine ? line(width: size.width) : (0, size.width, 0)
    let columns = HistogramColumns(self, count: room)
    let count = columns.values.count
    guard count > 0 else { return nil }
    var column = isLine ? x - before : x / HistogramColumns.width(of: count, in: room)
    if isLine, let selection = columns.selection {
      // Each bracket around the selection takes one column.
      if column > selection.lowerBound { column -= 1 }
      if column > selection.upperBound { column -= 1 }
    }
    column = min(max(0, column), count - 1)
    func first(_ column: Int) -> Int { (column * counts.count + count - 1) / count }
    return first(column)...first(column + 1) - 1
  }

  /// Returns the histogram as a line of at most `width` columns, like ``spans(width:glyphs:role:)`` but without roles.
  public func text(width: Int, glyphs: Theme.Glyphs) -> String {
    spans(width: width, glyphs: glyphs).map(\.text).joined()
  }
}

/// The columns of a histogram. Each stands for one or more buckets.
struct HistogramColumns {
  /// The maximum width of a column on screen.
  private static let maxWidth = 4

  /// Returns the width of each of `count` columns in a chart.
  static func width(of count: Int, in room: Int) -> Int { min(maxWidth, room / max(1, count)) }

  /// The sums of the merged buckets.
  private(set) var values: [Double] = []
  /// The index of the column with the marked bucket.
  let marked: Int?
  /// The indices of the columns with the selected buckets.
  let selection: ClosedRange<Int>?
  private let highest: Double

  /// Merges the buckets into at most `count` columns.
  init(_ histogram: Histogram, count: Int) {
    let buckets = histogram.counts
    let count = min(max(0, count), buckets.count)
    guard count > 0 else {
      (marked, selection, highest) = (nil, nil, 0)
      return
    }
    values = Array(repeating: 0, count: count)
    for (index, bucket) in buckets.enumerated() { values[index * count / buckets.count] += Double(max(0, bucket)) }
    highest = values.max() ?? 0
    marked = histogram.marked.flatMap { buckets.indices.contains($0) ? $0 * count / buckets.count : nil }
    selection = histogram.selection.flatMap { range in
      let range = range.clamped(to: 0...buckets.count - 1)
      return range.lowerBound * count / buckets.count...range.upperBound * count / buckets.count
    }
  }

  /// Returns the height of a column in steps: at least one, unless it is empty.
  func steps(of index: Int, in all: Int) -> Int {
    guard highest > 0, values[index] > 0 else { return 0 }
    return min(all, max(1, Int((values[index] / highest * Double(all)).rounded())))
  }

  /// Returns the role of a column, which is dimmed outside the selection.
  func role(of index: Int, _ role: Role) -> Role { selection?.contains(index) == false ? .barEmpty : role }

  /// Returns a character for each column, with the sign of the marked one and brackets around the selection.
  func spans(glyphs: Theme.Glyphs, role: Role) -> [Span] {
    var spans: [Span] = []
    func append(_ text: String, _ role: Role) {
      if spans.last?.role == role { spans[spans.count - 1].text += text } else { spans.append(Span(text, role)) }
    }
    let levels = glyphs.chartLevels
    for index in values.indices {
      if selection?.lowerBound == index { append("[", .accent) }
      let step = steps(of: index, in: levels.count)
      if marked == index {
        append(String(glyphs.checked), .mark)
      } else {
        append(step == 0 ? " " : String(levels[step - 1]), self.role(of: index, role))
      }
      if selection?.upperBound == index { append("]", .accent) }
    }
    return spans
  }
}
