extension TableView {
  /// The parts of the columns that drawing needs, prepared for one layout.
  struct DrawnColumns {
    /// The contents of a column's cells. This is a type, because an array of functions would wrap a function on each
    /// access.
    struct Contents {
      let cell: @MainActor (Row) -> TableCell
    }

    let places: [TableCellPlace]
    /// The contents of the columns, in the order of `places`.
    let contents: [Contents]
    /// The indices of the columns that treat repeated values in a special way.
    let compared: [Int]
    /// The cells that the selection colors: all except the bars, which look the same in every row and therefore need
    /// not be redrawn when the selection moves.
    let selected: [Range<Int>]

    init(_ columns: [TableColumn<Row>], _ layout: TableLayout, width: Int) {
      let places = layout.columns.map { TableCellPlace(columns[$0.index], at: $0) }
      self.places = places
      contents = layout.columns.map {
        let column = columns[$0.index]
        return Contents(cell: column.narrowCell(in: $0.width) ?? column.cell)
      }
      compared = places.indices.filter { places[$0].repeatedValues != .shown }
      var (selected, start): ([Range<Int>], Int) = ([], 0)
      for place in places {
        guard let bar = place.bar else { continue }
        selected.append(start..<max(start, bar.lowerBound))
        start = bar.upperBound
      }
      // The selection ends before a bar at the end.
      if places.last?.bar == nil { selected.append(start..<max(start, width)) }
      self.selected = selected
    }
  }

  /// A drawer of rows for one frame. Everything that does not depend on the row is prepared once.
  @MainActor
  struct RowPainter {
    private let table: TableView
    private let makeRow: @Sendable (Int) -> Row
    private let columns: DrawnColumns
    private let painter: TableCellPainter
    private let hasMarks: Bool
    /// Whether rows may be copied from rows drawn earlier. This is the case on screen, but not when the screen is drawn
    /// from scratch for comparison.
    private let stores: Bool
    /// The texts of the compared columns in the row drawn last, which is the row above the next one.
    private var last: (row: Int, texts: [String])

    init(_ table: TableView, _ canvas: Canvas) {
      self.table = table
      makeRow = table.rows.row
      columns = table.currentColumns()
      painter = TableCellPainter(canvas: canvas, background: table.background, isStale: table.isStale)
      hasMarks = table.allowsMarking && !table.marked.isEmpty
      stores = table.window?.grid === canvas.grid
      last = (-1, Array(repeating: "", count: columns.compared.count))
    }

    /// Draws a row, starting at line `y`.
    mutating func draw(_ place: TableViewport.Place, y: Int) {
      let isComparable = !columns.compared.isEmpty && hasRowAbove(place)
      let isSelected = place.row == table.viewport.selected
      let isStored = stores && !isSelected && place.height == 1
      if isStored, table.rowStore.draw(place.row, isCompared: isComparable, y: y, in: painter.canvas) { return }
      drawAnew(place, y: y, isSelected: isSelected, isComparable: isComparable)
      if isStored {
        table.rowStore.store(place.row, isCompared: isComparable, y: y, from: painter.canvas)
      } else if stores {
        table.rowStore.makeRoom(for: place.row)
      }
    }

    private mutating func drawAnew(_ place: TableViewport.Place, y: Int, isSelected: Bool, isComparable: Bool) {
      let (row, height) = (makeRow(place.row), place.height)
      let selection = isSelected ? drawSelection(height: height, y: y) : nil
      drawSigns(of: row, y: y, selection)
      if isComparable, last.row != place.row - 1 {
        let above = makeRow(place.row - 1)
        last.texts = columns.compared.map { columns.contents[$0].cell(above).text }
      }
      last.row = place.row
      var slot = 0
      for (index, place) in columns.places.enumerated() {
        var cell = columns.contents[index].cell(row)
        let repeatedValues = place.repeatedValues
        if repeatedValues != .shown {
          let isRepeated = isComparable && last.texts[slot] == cell.text
          last.texts[slot] = cell.text
          slot += 1
          if isRepeated, repeatedValues == .hidden, selection == nil { continue }
          if isRepeated { cell.role = .secondary }
        }
        painter.draw(cell, at: place, height: height, y: y, selection)
      }
    }

    /// Returns whether the values of a row can be compared with those of the row above. They cannot if the row begins a
    /// group on screen.
    private func hasRowAbove(_ place: TableViewport.Place) -> Bool {
      place.row > table.viewport.top && !place.hasHeading
    }

    /// Draws the background of the selected row, and returns its style.
    private func drawSelection(height: Int, y: Int) -> Style {
      let canvas = painter.canvas
      let style = canvas.theme[table.isFocused || !table.acceptsFocus ? .selection : .selectionInactive]
      for cells in columns.selected {
        canvas.fill(Rect(x: cells.lowerBound, y: y, width: cells.count, height: height), style: style)
      }
      canvas.write(String(canvas.glyphs.pointer), at: Point(x: 0, y: y), style: style)
      return style
    }

    private func drawSigns(of row: Row, y: Int, _ selection: Style?) {
      if hasMarks, table.marked.contains(row.id) {
        let mark = Span(String(painter.canvas.glyphs.checked), .mark)
        painter.draw(mark, at: Point(x: 1, y: y), maxWidth: 1, selection)
      }
      if let sign = table.rowSign?(row) {
        painter.draw(sign, at: Point(x: table.signColumn, y: y), maxWidth: 1, selection)
      }
    }
  }
}
