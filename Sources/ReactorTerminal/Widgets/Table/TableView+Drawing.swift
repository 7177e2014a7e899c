extension TableView {
  /// The width of the area before the first column: the pointer, the mark and a space.
  var gutterWidth: Int { allowsMarking ? 3 : 2 }

  func currentLayout() -> TableLayout {
    if let layout { return layout }
    // The last cell is reserved for the scrollbar even while there is none, so that rows do not move when it appears.
    // The one before it stays empty, so that it does not look like a part of the text.
    let layout = TableLayout(
      columns.map { TableLayout.Request(width: $0.width, priority: $0.priority) }, left: gutterWidth,
      width: bounds.width - 2, spacing: 2)
    self.layout = layout
    return layout
  }

  func drawContent(in canvas: Canvas) {
    let layout = currentLayout()
    if headerHeight > 0, canvas.clip.y < 1 { drawHeader(layout, in: canvas) }
    let body = bodyRect
    let clip = canvas.clip.intersection(body)
    viewport.forEachPlace(inLines: clip.y - body.y..<clip.maxY - body.y) { place in
      let y = body.y + place.line
      if place.hasHeading { drawHeading(of: place.row, y: y - 1, in: canvas) }
      draw(place, y: y, layout, in: canvas)
    }
    let bar = Rect(x: bounds.width - 1, y: body.y, width: 1, height: body.height)
    if canvas.clip.intersects(bar) {
      canvas.scrollbar(
        in: bar, count: rows.count, visible: viewport.visible.count, top: viewport.top, over: canvas.theme[background])
    }
  }

  private func drawHeading(of row: Int, y: Int, in canvas: Canvas) {
    canvas.write(
      rows.sections.title(of: row), at: Point(x: 0, y: y),
      style: canvas.theme[.header].merging(over: canvas.theme[background]), maxWidth: bounds.width - 2,
      truncation: .ellipsis)
  }

  private func drawHeader(_ layout: TableLayout, in canvas: Canvas) {
    let style = canvas.theme[.header]
    if let refreshControl, refreshControl.isSpinnerVisible {
      canvas.write(refreshControl.spinner(canvas.glyphs), at: .zero, style: canvas.theme[.accent])
    }
    for place in layout.columns {
      let column = columns[place.index]
      let title = heading(of: column, width: place.width, canvas.glyphs)
      let width = displayWidth(of: title)
      canvas.write(
        title, at: Point(x: place.x + column.alignment.offset(of: width, in: place.width), y: 0), style: style,
        maxWidth: place.width, truncation: .ellipsis)
    }
  }

  /// Returns the title of a column with the sign of the sort order, for which the title is shortened if necessary.
  private func heading(of column: TableColumn<Row>, width: Int, _ glyphs: Theme.Glyphs) -> String {
    guard let sort, sort.columnID == column.id else { return column.title }
    let sign = String(sort.isAscending ? glyphs.up : glyphs.down)
    if displayWidth(of: column.title) + 2 <= width { return "\(column.title) \(sign)" }
    return truncated(column.title, to: width - 1, ellipsis: glyphs.ellipsis) + sign
  }

  private func draw(_ place: TableViewport.Place, y: Int, _ layout: TableLayout, in canvas: Canvas) {
    let row = rows[place.row]
    let base = canvas.theme[background]
    var selection: Style?
    if place.row == viewport.selected {
      let style = canvas.theme[isFocused || !acceptsFocus ? .selection : .selectionInactive]
      selection = style
      canvas.fill(Rect(x: 0, y: y, width: bounds.width - 1, height: place.height), style: style)
      canvas.write(String(canvas.glyphs.pointer), at: Point(x: 0, y: y), style: style)
    }
    if allowsMarking, marked.contains(row.id) {
      let style = canvas.theme[.mark].merging(over: base)
      canvas.write(
        String(canvas.glyphs.checked), at: Point(x: 1, y: y), style: selection.map { $0.merging(over: style) } ?? style)
    }
    let isStale = isStale
    let plain = (isStale ? canvas.theme[.secondary] : canvas.theme[.text]).merging(over: base)
    func style(_ role: Role?) -> Style {
      let style = isStale ? plain : role.map { canvas.theme[$0].merging(over: base) } ?? plain
      return selection?.merging(over: style) ?? style
    }
    for position in layout.columns {
      let column = columns[position.index]
      let cell = column.cell(row)
      var area = position.x..<position.x + position.width
      if let extras = cell.extras {
        for (offset, line) in extras.below.prefix(place.height - 1).enumerated() {
          draw(line, in: area, column.alignment, column.truncation, y: y + 1 + offset, style(line.role), canvas)
        }
        for span in extras.prefix {
          let used = canvas.write(
            span.text, at: Point(x: area.lowerBound, y: y), style: style(span.role), maxWidth: area.count)
          area = area.lowerBound + used..<area.upperBound
        }
      }
      draw(cell, in: area, column.alignment, column.truncation, y: y, style(cell.role), canvas)
    }
  }

  private func draw(
    _ cell: TableCell, in area: Range<Int>, _ alignment: TextAlignment, _ truncation: Truncation, y: Int,
    _ style: Style, _ canvas: Canvas
  ) {
    var x = area.lowerBound
    if alignment != .leading { x += alignment.offset(of: displayWidth(of: cell.text), in: area.count) }
    let used = canvas.write(
      cell.text, at: Point(x: x, y: y), style: style, maxWidth: area.upperBound - x, truncation: truncation)
    // If the middle of the text was removed, the offsets after the gap no longer match the screen.
    if !cell.highlights.isEmpty, truncation != .middle || displayWidth(of: cell.text) <= used {
      drawHighlights(of: cell, at: Point(x: x, y: y), used: used, canvas)
    }
  }

  private func drawHighlights(of cell: TableCell, at point: Point, used: Int, _ canvas: Canvas) {
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
