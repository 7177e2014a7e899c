extension TableView {
  /// The drawing of rows in one frame. What does not depend on the row is prepared once.
  @MainActor
  struct RowPainter {
    private let table: TableView
    private let rows: TableRows<Row>
    private let columns: [TableColumn<Row>]
    private let layout: TableLayout
    private let canvas: Canvas
    private let base: Style
    private let plain: Style
    /// Whether a column treats repeated values in its own way, for which the row above is needed.
    private let comparesRows: Bool
    /// The last row that was drawn, which is the one above the next.
    private var last: (index: Int, row: Row)?

    init(_ table: TableView, _ layout: TableLayout, _ canvas: Canvas) {
      self.table = table
      self.layout = layout
      self.canvas = canvas
      let columns = table.columns
      self.columns = columns
      rows = table.rows
      base = canvas.theme[table.background]
      plain = canvas.theme[table.isStale ? .secondary : .text].merging(over: base)
      comparesRows = layout.columns.contains { columns[$0.index].repeatedValues != .shown }
    }

    /// Draws a row from line `y` on.
    mutating func draw(_ place: TableViewport.Place, y: Int) {
      let row = rows[place.row]
      let isSelected = place.row == table.viewport.selected
      var selection: Style?
      if isSelected {
        let style = canvas.theme[table.isFocused || !table.acceptsFocus ? .selection : .selectionInactive]
        selection = style
        canvas.fill(Rect(x: 0, y: y, width: table.bounds.width - 1, height: place.height), style: style)
        canvas.write(String(canvas.glyphs.pointer), at: Point(x: 0, y: y), style: style)
      }
      drawSign(of: row, at: Point(x: 1, y: y), selection)
      let above = comparesRows ? rowAbove(place) : nil
      if comparesRows { last = (place.row, row) }
      for position in layout.columns {
        var cell = columns[position.index].cell(row)
        if let above, columns[position.index].repeatedValues != .shown,
          columns[position.index].cell(above).text == cell.text
        {
          if columns[position.index].repeatedValues == .hidden, !isSelected { continue }
          cell.role = .secondary
        }
        draw(cell, in: position, height: place.height, y: y, selection)
      }
    }

    /// Returns the row above if its values can be compared with those of a row, which does not begin a group on the
    /// screen.
    private func rowAbove(_ place: TableViewport.Place) -> Row? {
      guard place.row > table.viewport.top, !place.hasHeading else { return nil }
      if let last, last.index == place.row - 1 { return last.row }
      return rows[place.row - 1]
    }

    private func drawSign(of row: Row, at point: Point, _ selection: Style?) {
      var sign = table.rowSign?(row)
      if table.allowsMarking, table.marked.contains(row.id) { sign = Span(String(canvas.glyphs.checked), .mark) }
      guard let sign else { return }
      canvas.write(sign.text, at: point, style: style(sign.role, selection), maxWidth: 1)
    }

    private func style(_ role: Role?, _ selection: Style?) -> Style {
      let style = table.isStale ? plain : role.map { canvas.theme[$0].merging(over: base) } ?? plain
      return selection?.merging(over: style) ?? style
    }

    // MARK: Cells

    private func draw(
      _ cell: TableCell, in position: TableLayout.Column, height: Int, y: Int, _ selection: Style?
    ) {
      let alignment = columns[position.index].alignment
      let truncation = columns[position.index].truncation
      var area = position.x..<position.x + position.width
      if let textWidth = columns[position.index].textWidth(in: area.count) {
        if let fraction = cell.fraction {
          let bar = barText(fraction, width: area.count - textWidth - 1, glyphs: canvas.glyphs)
          canvas.write(bar, at: Point(x: area.lowerBound + textWidth + 1, y: y), style: style(.barFilled, selection))
        }
        area = area.lowerBound..<area.lowerBound + textWidth
      }
      if let extras = cell.extras {
        for (offset, line) in extras.below.prefix(height - 1).enumerated() {
          write(line, in: area, alignment, truncation, y: y + 1 + offset, style(line.role, selection))
        }
        for span in extras.prefix {
          let used = canvas.write(
            span.text, at: Point(x: area.lowerBound, y: y), style: style(span.role, selection), maxWidth: area.count)
          area = area.lowerBound + used..<area.upperBound
        }
        if !extras.suffix.isEmpty { area = drawSuffix(extras.suffix, in: area, y: y, selection) }
      }
      write(cell, in: area, alignment, truncation, y: y, style(cell.role, selection))
    }

    /// Draws the signs at the end of a cell, and returns the area that is left for its text.
    private func drawSuffix(_ suffix: [Span], in area: Range<Int>, y: Int, _ selection: Style?) -> Range<Int> {
      let width = suffix.displayWidth
      guard width + 1 < area.count else { return area }
      var x = area.upperBound - width
      for span in suffix { x += canvas.write(span.text, at: Point(x: x, y: y), style: style(span.role, selection)) }
      return area.lowerBound..<area.upperBound - width - 1
    }

    private func write(
      _ cell: TableCell, in area: Range<Int>, _ alignment: TextAlignment, _ truncation: Truncation, y: Int,
      _ style: Style
    ) {
      var x = area.lowerBound
      if alignment != .leading { x += alignment.offset(of: displayWidth(of: cell.text), in: area.count) }
      let used = canvas.write(
        cell.text, at: Point(x: x, y: y), style: style, maxWidth: area.upperBound - x, truncation: truncation)
      // If the middle of the text was removed, the offsets after the gap no longer match the screen.
      if !cell.highlights.isEmpty, truncation != .middle || displayWidth(of: cell.text) <= used {
        drawHighlights(of: cell, at: Point(x: x, y: y), used: used)
      }
    }

    private func drawHighlights(of cell: TableCell, at point: Point, used: Int) {
      let utf8 = cell.text.utf8
      for range in cell.highlights where range.lowerBound >= 0 && range.upperBound <= utf8.count {
        let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
        let end = utf8.index(start, offsetBy: range.count)
        let x = displayWidth(of: cell.text[..<start])
        let width = min(displayWidth(of: cell.text[start..<end]), used - x)
        canvas.setStyle(canvas.theme[.highlight], in: Rect(x: point.x + x, y: point.y, width: width, height: 1))
      }
    }
  }
}

extension TableColumn {
  /// Returns the number of columns for the text of a cell with a bar, or `nil` if a column of this width has no bars.
  func textWidth(in width: Int) -> Int? {
    guard let textWidth, textWidth >= 0, width > Sizing.cells(textWidth) + 2 else { return nil }
    return textWidth
  }
}
