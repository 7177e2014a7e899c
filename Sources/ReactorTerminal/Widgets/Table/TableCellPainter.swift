/// The position of a column's cells, and how they are drawn.
///
/// It contains no row, so that drawing cells is not generic, which would double its cost.
struct TableCellPlace {
  let area: Range<Int>
  let alignment: TextAlignment
  let truncation: Truncation
  let textWidth: Int?
  let repeatedValues: TableRepeatedValues
  /// The cells of the bars, if the column has bars.
  var bar: Range<Int>? { textWidth.map { area.lowerBound + $0 + 1..<area.upperBound } }

  init(_ column: TableColumn<some Identifiable & Sendable>, at position: TableLayout.Column) {
    area = position.x..<position.x + position.width
    alignment = column.alignment
    truncation = column.truncation
    textWidth = column.textWidth(in: position.width)
    repeatedValues = column.repeatedValues
  }
}

/// A drawer of a table's cells for one frame.
@MainActor
struct TableCellPainter {
  let canvas: Canvas
  private let base: Style
  private let plain: Style
  private let isStale: Bool
  private let barEighths: [Character]

  init(canvas: Canvas, background: Role, isStale: Bool) {
    self.canvas = canvas
    self.isStale = isStale
    barEighths = canvas.glyphs.barEighths
    base = canvas.theme[background]
    plain = canvas.theme[isStale ? .secondary : .text].merging(over: base)
  }

  /// Draws a text that is not a cell, such as a sign.
  func draw(_ span: Span, at point: Point, maxWidth: Int, _ selection: Style?) {
    canvas.write(span.text, at: point, style: style(span.role, selection), maxWidth: maxWidth)
  }

  /// Draws a cell, starting at line `y`.
  ///
  /// - Parameter selection: The style of the selected row; `nil` in other rows.
  func draw(_ cell: TableCell, at place: TableCellPlace, height: Int, y: Int, _ selection: Style?) {
    var area = place.area
    if let textWidth = place.textWidth, let bar = place.bar {
      if let fraction = cell.fraction {
        canvas.fillBar(
          fraction, at: Point(x: bar.lowerBound, y: y), width: bar.count, style: style(.barFilled, nil),
          eighths: barEighths)
      }
      area = area.lowerBound..<area.lowerBound + textWidth
    }
    if let extras = cell.extras {
      for (offset, line) in extras.below.prefix(height - 1).enumerated() {
        write(line, in: area, of: place, y: y + 1 + offset, selection)
      }
      for span in extras.prefix {
        let used = canvas.write(
          span.text, at: Point(x: area.lowerBound, y: y), style: style(span.role, selection), maxWidth: area.count)
        area = area.lowerBound + used..<area.upperBound
      }
      if !extras.suffix.isEmpty { area = drawSuffix(extras.suffix, in: area, y: y, selection) }
    }
    write(cell, in: area, of: place, y: y, selection)
  }

  private func style(_ role: Role?, _ selection: Style?) -> Style {
    let style = isStale ? plain : role.map { canvas.theme[$0].merging(over: base) } ?? plain
    return selection?.merging(over: style) ?? style
  }

  /// Draws the signs at the end of a cell, and returns the area that remains for its text.
  private func drawSuffix(_ suffix: [Span], in area: Range<Int>, y: Int, _ selection: Style?) -> Range<Int> {
    let width = suffix.displayWidth
    guard width + 1 < area.count else { return area }
    var x = area.upperBound - width
    for span in suffix { x += canvas.write(span.text, at: Point(x: x, y: y), style: style(span.role, selection)) }
    return area.lowerBound..<area.upperBound - width - 1
  }

  private func write(_ cell: TableCell, in area: Range<Int>, of place: TableCellPlace, y: Int, _ selection: Style?) {
    var x = area.lowerBound
    if place.alignment != .leading { x += place.alignment.offset(of: displayWidth(of: cell.text), in: area.count) }
    let used = canvas.write(
      cell.text, at: Point(x: x, y: y), style: style(cell.role, selection), maxWidth: area.upperBound - x,
      truncation: place.truncation)
    // If the middle of the text was removed, the offsets after the gap no longer match the screen.
    if !cell.highlights.isEmpty, place.truncation != .middle || displayWidth(of: cell.text) <= used {
      drawHighlights(of: cell, at: Point(x: x, y: y), used: used, canvas.matchStyle(isSelected: selection != nil))
    }
  }

  private func drawHighlights(of cell: TableCell, at point: Point, used: Int, _ style: Style) {
    let utf8 = cell.text.utf8
    for range in cell.highlights where range.lowerBound >= 0 && range.upperBound <= utf8.count {
      let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
      let end = utf8.index(start, offsetBy: range.count)
      let x = displayWidth(of: cell.text[..<start])
      let width = min(displayWidth(of: cell.text[start..<end]), used - x)
      canvas.setStyle(style, in: Rect(x: point.x + x, y: point.y, width: width, height: 1))
    }
  }
}

extension Canvas {
  /// Returns the style of a match, to be merged over that of the text. In a selected row, the colors do not change.
  func matchStyle(isSelected: Bool) -> Style { isSelected ? .plain.bold.underline : theme[.match] }
}

extension TableColumn {
  /// Returns the number of columns for the text of a cell with a bar, or `nil` if a column of this width shows no bars.
  func textWidth(in width: Int) -> Int? {
    guard let textWidth, textWidth >= 0, width > Sizing.cells(textWidth) + 2 else { return nil }
    return textWidth
  }

  /// Returns ``narrowCell`` if a column of this width shows it.
  func narrowCell(in width: Int) -> (@MainActor (Row) -> TableCell)? {
    width < textWidth ?? self.width.ideal ? narrowCell : nil
  }
}
