import ReactorTerminal
import ShowroomFormatting

/// The facts of the compared cars, with a sign for each difference and for each best value. Long titles and values
/// wrap.
final class CompareRowsView: View {
  /// The facts, in order.
  var rows: [Comparison.Row] = [] {
    didSet { if rows != oldValue { changed() } }
  }
  /// The layout of the columns.
  var layout = CompareLayout(room: 0, count: 0, selected: 0, first: 0) {
    didSet { if layout != oldValue { changed() } }
  }
  /// A closure called when a car is clicked, with the number of consecutive clicks.
  var pressed: @MainActor (_ place: Int, _ clicks: Int) -> Void = { _, _ in }

  /// The lines of each row's title.
  private var titles: [[String]] = []
  private var lines: [[[String]]] = []
  /// The width of the bars in each row; 0 for a row without bars.
  private var bars: [Int] = []

  private func changed() {
    let room = max(1, layout.room)
    titles = rows.map { wrapped($0.label, width: max(1, layout.labels - CompareLayout.gutter - 1)) }
    lines = rows.map { row in layout.shown.map { wrapped(row.cells[$0].text, width: room) } }
    // Cars that are scrolled out of view count, too, so that bars do not appear or disappear while scrolling.
    bars = rows.map { row in
      let widths = row.cells.compactMap { $0.share == nil ? nil : displayWidth(of: $0.text) }
      return widths.max().map { layout.bar(besideNumberOf: $0) } ?? 0
    }
    setNeedsDisplay()
    preferredSizeChanged()
  }

  private func height(of row: Int) -> Int { max(1, titles[row].count, lines[row].map(\.count).max() ?? 1) }

  override func sizeThatFits(_ proposal: Size) -> Size {
    Size(width: proposal.width, height: min(proposal.height, rows.indices.reduce(0) { $0 + height(of: $1) }))
  }

  override func draw(in canvas: Canvas) {
    var y = 0
    for (index, row) in rows.enumerated() {
      draw(row, titles[index], lines[index], bar: bars[index], at: y, in: canvas)
      y += height(of: index)
    }
  }

  private func draw(
    _ row: Comparison.Row, _ title: [String], _ cells: [[String]], bar: Int, at y: Int, in canvas: Canvas
  ) {
    if row.differs {
      canvas.write(
        canvas.capabilities.isASCII ? "!" : "≠", at: Point(x: 0, y: y), style: canvas.theme[.different])
    }
    for (offset, line) in title.enumerated() {
      canvas.write(line, at: Point(x: CompareLayout.gutter, y: y + offset), style: canvas.theme[.secondary])
    }
    for (place, lines) in zip(layout.shown, cells) {
      let x = layout.x(of: place)
      let isBest = row.cells[place].isBest
      let style = canvas.theme[isBest ? .good : .text]
      if isBest { canvas.write(String(canvas.glyphs.tick), at: Point(x: x, y: y), style: style) }
      for (offset, line) in lines.enumerated() {
        canvas.write(
          line, at: Point(x: x + 2, y: y + offset), style: style, maxWidth: layout.room)
      }
      drawBar(row.cells[place], in: Rect(x: x + 2 + layout.room - bar, y: y, width: bar, height: 1), canvas)
    }
  }

  /// Draws a number's bar at the right of its column.
  private func drawBar(_ cell: Comparison.Cell, in rect: Rect, _ canvas: Canvas) {
    guard let share = cell.share, rect.width > 0 else { return }
    canvas.bar(in: rect, fraction: share, role: cell.isBest ? .good : .barFilled)
  }

  override func handle(mouse: MouseEvent) -> Bool {
    guard mouse.kind == .press, let place = layout.place(at: mouse.position.x) else { return false }
    pressed(place, mouse.clickCount)
    return true
  }
}
