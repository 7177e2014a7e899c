extension TableView {
  /// The width of the area before the first column: the pointer, the mark and the sign of a row if rows have them, and
  /// a space.
  var gutterWidth: Int { signColumn + (rowSign == nil ? 0 : 1) + 1 }
  /// The column for the signs of rows, which follows the column for marks.
  var signColumn: Int { allowsMarking ? 2 : 1 }

  func currentLayout() -> TableLayout {
    if let layout { return layout }
    let layout = makeLayout(width: bounds.width)
    self.layout = layout
    return layout
  }

  func makeLayout(width: Int) -> TableLayout {
    // The last cell is reserved for the scrollbar even while there is none, so that rows do not move when it appears.
    // The cell before it stays empty, so that the scrollbar does not look like part of the text.
    TableLayout(
      columns.map { TableLayout.Request(width: $0.width, priority: $0.priority, requires: $0.requires) },
      left: gutterWidth, width: width - 2, spacing: 2)
  }

  /// Returns the parts of the columns that drawing needs. Preparing them for each frame would double the cost of a key.
  func currentColumns() -> DrawnColumns {
    if let drawnColumns { return drawnColumns }
    let prepared = DrawnColumns(columns, currentLayout(), width: bounds.width - 1)
    drawnColumns = prepared
    return prepared
  }

  func drawContent(in canvas: Canvas) {
    if headerHeight > 0, canvas.clip.y < 1 { drawHeader(currentLayout(), in: canvas) }
    let body = bodyRect
    let clip = canvas.clip.intersection(body)
    if let window, window.grid === canvas.grid {
      let isStale = window.hasChanges(in: body.offset(by: convertToWindow(.zero)))
      // The scrollbar is not part of the stored rows.
      rowStore.prepare(width: max(0, body.width - 1), lines: body.height, isStale: isStale)
    }
    var painter = RowPainter(self, canvas)
    viewport.forEachPlace(inLines: clip.y - body.y..<clip.maxY - body.y) { place in
      let y = body.y + place.line
      if place.hasHeading { drawHeading(of: place.row, y: y - 1, in: canvas) }
      painter.draw(place, y: y)
    }
    let bar = Rect(x: bounds.width - 1, y: body.y, width: 1, height: body.height)
    if canvas.clip.intersects(bar) {
      canvas.scrollbar(
        in: bar, count: rows.count, visible: viewport.visible.count, top: viewport.top, over: canvas.theme[background])
    }
  }

  /// Redraws a row whose cells or sign have changed although the row itself has not. Does nothing if there is no such
  /// row.
  public func redrawRow(_ id: Row.ID) {
    guard let index = rows.index(of: id) else { return }
    rowStore.remove(index)
    setNeedsDisplay(moved: rect(ofRow: index))
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
      let (sign, isSecondary) = sortSign(of: column, canvas.glyphs)
      let heading = column.heading(sign: sign, width: place.width, canvas.glyphs)
      let width = displayWidth(of: heading.text)
      var offset = column.alignment.offset(of: width, in: place.width)
      if let textWidth = column.textWidth(in: place.width) {
        // Above bars, the title is aligned with the texts, and the sign of the sort order may be above the bars.
        offset = min(column.alignment.offset(of: heading.titleWidth, in: textWidth), place.width - width)
      }
      canvas.write(heading.text, at: Point(x: place.x + offset, y: 0), style: style, maxWidth: place.width)
      if isSecondary, width <= place.width {
        let x = place.x + offset + width - displayWidth(of: sign)
        canvas.write(sign, at: Point(x: x, y: 0), style: canvas.theme[.secondary])
      }
    }
  }

  /// Returns the sort sign in the heading of a column, with its rank if there are two sort orders; empty for none.
  private func sortSign(of column: TableColumn<Row>, _ glyphs: Theme.Glyphs) -> (sign: String, isSecondary: Bool) {
    let orders = [sort, secondarySort?.columnID == sort?.columnID ? nil : secondarySort].compactMap(\.self)
    guard let place = orders.firstIndex(where: { $0.columnID == column.id }) else { return ("", false) }
    let rank = orders.count > 1 ? "\(place + 1)" : ""
    return (String(orders[place].isAscending ? glyphs.up : glyphs.down) + rank, orders[place] != sort)
  }
}
