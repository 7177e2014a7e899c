extension TableView {
  /// The drawing of rows in one frame. What does not depend on the row is prepared once.
  @MainActor
  struct RowPainter {
    /// What is needed of a column for each cell. Copying a whole column would cost more than drawing its text.
    private struct Place {
      let area: Range<Int>
      let alignment: TextAlignment
      let truncation: Truncation
      let textWidth: Int?
      let repeatedValues: TableRepeatedValues
      let cell: @MainActor (Row) -> TableCell
    }

    private let table: TableView
    private let rows: TableRows<Row>
    private let places: [Place]
    private let canvas: Canvas
    private let base: Style
    private let plain: Style
    /// Whether a column treats repeated values in its own way, for which the row above is needed.
    private let comparesRows: Bool
    /// The last row that was drawn, which is the one above the next.
    private var last: (index: Int, row: Row)?

    init(_ table: TableView, _ layout: TableLayout, _ canvas: Canvas) {
      self.table = table
      self.canvas = canvas
      let columns = table.columns
      places = layout.columns.map { position in
        let column = columns[position.index]
        return Place(
          area: position.x..<position.x + position.width, alignment: column.alignment, truncation: column.truncation,
          textWidth: column.textWidth(in: position.width), repeatedValues: column.repeatedValues, cell: column.cell)
      }
      rows = table.rows
      base = canvas.theme[table.background]
      plain = canvas.theme[table.isStale ? .secondary : .text].merging(over: base)
      comparesRows = places.contains { $0.repeatedValues != .shown }
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
      for column in places {
        var cell = column.cell(row)
        if let above, column.repeatedValues != .shown, column.cell(above).text == cell.text {
          if column.repeatedValues == .hidden, !isSelected { continue }
          cell.role = .secondary
        }
        draw(cell, in: column, height: place.height, y: y, selection)
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

    private func draw(_ cell: TableCell, in column: Place, height: Int, y: Int, _ selection: Style?) {
      let (alignment, truncation) = (column.alignment, column.truncation)
      var area = column.area
      if let textWidth = column.textWidth {
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
