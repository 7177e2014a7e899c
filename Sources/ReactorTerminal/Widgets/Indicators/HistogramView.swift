/// A chart of the number of values per bucket, with labels at both ends, an optional mark and an optional selection.
///
/// In a single line, the labels are next to the columns. Over several lines, they are below, together with the mark and
/// the selection:
///
/// ```
/// ▁▃█▆▃▁
/// 7  ●   125
/// ```
///
/// To show a histogram inside a line of text, use ``Histogram/spans(width:glyphs:role:)``.
public final class HistogramView: View {
  /// The histogram. Setting it redraws only this view.
  public var histogram: Histogram {
    didSet { if histogram != oldValue { setNeedsDisplay() } }
  }
  /// The role of the columns.
  public var role: Role {
    didSet { if role != oldValue { setNeedsDisplay() } }
  }

  /// Creates a view of a histogram.
  public init(_ histogram: Histogram = Histogram([]), role: Role = .barFilled) {
    self.histogram = histogram
    self.role = role
    super.init()
  }

  public override func sizeThatFits(_ proposal: Size) -> Size {
    Size(width: proposal.width, height: min(proposal.height, 4))
  }

  public override func draw(in canvas: Canvas) { canvas.histogram(histogram, in: bounds, role: role) }
}

extension Canvas {
  /// Draws a histogram like a ``HistogramView``.
  ///
  /// - Parameters:
  ///   - histogram: The histogram.
  ///   - rect: The area. In a single line, the labels are next to the columns; otherwise, they are in the last line.
  ///   - role: The role of the columns.
  public func histogram(_ histogram: Histogram, in rect: Rect, role: Role = .barFilled) {
    guard rect.height > 1 else {
      var x = rect.x
      for span in histogram.spans(width: rect.width, glyphs: glyphs, role: role) where rect.height > 0 {
        x += write(span.text, at: Point(x: x, y: rect.y), style: theme[span.role ?? .text])
      }
      return
    }
    let columns = HistogramColumns(histogram, count: rect.width)
    guard !columns.values.isEmpty else { return }
    let width = HistogramColumns.width(of: columns.values.count, in: rect.width)
    let bottom = rect.maxY - 2
    let levels = glyphs.chartLevels
    for index in columns.values.indices {
      let steps = columns.steps(of: index, in: (rect.height - 1) * levels.count)
      let style = theme[columns.role(of: index, role)]
      for (row, start) in stride(from: 0, to: steps, by: levels.count).enumerated() {
        fill(
          Rect(x: rect.x + index * width, y: bottom - row, width: width, height: 1), style: style,
          character: levels[min(levels.count, steps - start) - 1])
      }
    }
    drawScale(of: histogram, columns, width: width, at: Point(x: rect.x, y: rect.maxY - 1))
  }

  /// Draws the line below the columns: the selection, the labels if there is space for them, and the mark.
  private func drawScale(of histogram: Histogram, _ columns: HistogramColumns, width: Int, at start: Point) {
    let length = columns.values.count * width
    let low = displayWidth(of: histogram.low)
    let high = displayWidth(of: histogram.high)
    let firstSelected = columns.selection.map { $0.lowerBound * width } ?? length
    let endOfSelection = columns.selection.map { ($0.upperBound + 1) * width } ?? 0
    if low < length, low <= firstSelected { write(histogram.low, at: start, style: theme[.secondary]) }
    if low + high < length, endOfSelection <= length - high {
      write(histogram.high, at: start.offset(by: Point(x: length - high, y: 0)), style: theme[.secondary])
    }
    if let selection = columns.selection {
      horizontalLine(
        at: start.offset(by: Point(x: selection.lowerBound * width, y: 0)), length: selection.count * width,
        style: theme[.accent])
    }
    if let marked = columns.marked {
      let x = marked * width + (width - 1) / 2
      write(String(glyphs.checked), at: start.offset(by: Point(x: x, y: 0)), style: theme[.mark])
    }
  }
}
