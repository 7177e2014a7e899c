import ReactorTerminalCore

/// A ``CarSheet`` as a picture. Text uses a fixed-width font, so that its width is known without measuring.
struct SVGSheet {
  private let sheet: CarSheet
  /// The width of the column of labels, in characters.
  private let labelWidth: Int
  /// The widths of the columns of cars, in characters.
  private let widths: [Int]

  /// The size of a character and the distances between elements, in pixels.
  private enum Measure {
    static let character = 8.0
    static let line = 20
    static let margin = 24
    static let gap = 24
    static let bar = 5
  }
  /// The number of characters after which text is wrapped.
  private static let longest = 36

  init(_ sheet: CarSheet) {
    self.sheet = sheet
    labelWidth = sheet.rows.map { displayWidth(of: $0.label) }.max() ?? 0
    widths = sheet.names.indices.map { place in
      let texts = (sheet.count == 1 ? [] : [sheet.names[place]]) + sheet.rows.map { $0.cells[place].text }
      return min(Self.longest, max(12, texts.map { displayWidth(of: $0) }.max() ?? 0))
    }
  }

  var text: String {
    var body: [String] = []
    var y = Measure.margin + Measure.line
    add(sheet.title, style: "title", width: columns * 5 / 6, at: &y, to: &body)
    y += Measure.line / 2
    if sheet.count > 1 { add(sheet.names.map { ($0, "name", nil) }, at: &y, to: &body) }
    for row in sheet.rows {
      body.append(
        "<line x1=\"\(Measure.margin)\" y1=\"\(y - 15)\" x2=\"\(width - Measure.margin)\" y2=\"\(y - 15)\"/>")
      body.append(Self.text(row.label, x: Measure.margin, y: y, style: "weak"))
      add(row.cells.map { ($0.text, $0.isBest ? "best" : "text", $0.share) }, at: &y, to: &body)
    }
    for note in sheet.notes {
      y += Measure.line / 2
      add(sheet.count > 1 ? "Note on \(note.name)" : "Note", style: "name", at: &y, to: &body)
      for line in note.lines { add(line, style: "text", at: &y, to: &body) }
    }
    if let source = sheet.source {
      y += Measure.line / 2
      add("Source: \(source)", style: "weak", at: &y, to: &body)
    }
    let height = y + Measure.margin - Measure.line / 2
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" role="img">
      <title>\(HTMLSheet.escaped(sheet.title))</title>
      <style>
      \(Self.style)
      </style>
      <rect class="paper" width="\(width)" height="\(height)"/>
      \(body.joined(separator: "\n"))
      </svg>

      """
  }

  private static let style = """
    text { font: 13.3px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: #1d1d20; white-space: pre; }
    .paper { fill: #ffffff; }
    .title { font-size: 16px; font-weight: 700; }
    .name { font-weight: 700; }
    .weak { fill: #62626a; }
    .best { fill: #1a7f37; font-weight: 700; }
    line { stroke: #e2e2e6; }
    .bar { fill: #9aa4b2; }
    .bar.best { fill: #1a7f37; }
    """

  /// The width of the picture in pixels.
  private var width: Int { x(of: widths.count) - Measure.gap + Measure.margin }

  /// The number of characters between the margins.
  private var columns: Int { Int(Double(width - 2 * Measure.margin) / Measure.character) }

  /// Returns the left edge of a column.
  private func x(of column: Int) -> Int {
    let characters = labelWidth + widths.prefix(column).reduce(0, +)
    return Measure.margin + Int(Double(characters) * Measure.character) + Measure.gap * (column + 1)
  }

  /// Adds text between the margins, and moves to the next line.
  private func add(_ text: String, style: String, width: Int? = nil, at y: inout Int, to body: inout [String]) {
    for line in wrapped(text, width: max(1, width ?? columns)) {
      body.append(Self.text(line, x: Measure.margin, y: y, style: style))
      y += Measure.line
    }
  }

  /// Adds the cells of a row, each followed by its bar if it has one, and moves to the next row.
  private func add(
    _ cells: [(text: String, style: String, share: Double?)], at y: inout Int, to body: inout [String]
  ) {
    var height = 1
    for (place, cell) in cells.enumerated() {
      let lines = wrapped(cell.text, width: widths[place])
      for (number, line) in lines.enumerated() where !line.isEmpty {
        body.append(Self.text(line, x: x(of: place), y: y + number * Measure.line, style: cell.style))
      }
      height = max(height, lines.count)
      guard let share = cell.share else { continue }
      let length = Int((share * Double(widths[place]) * Measure.character).rounded())
      let top = y + (lines.count - 1) * Measure.line + Measure.bar
      body.append(
        "<rect class=\"bar\(cell.style == "best" ? " best" : "")\" x=\"\(x(of: place))\" y=\"\(top)\" width=\"\(length)\" "
          + "height=\"\(Measure.bar)\" rx=\"1\"/>")
    }
    // A bar takes space below the text, so the next line is moved down slightly.
    y += height * Measure.line + (cells.contains { $0.share != nil } ? Measure.bar + 2 : 0)
  }

  private static func text(_ text: String, x: Int, y: Int, style: String) -> String {
    "<text class=\"\(style)\" x=\"\(x)\" y=\"\(y)\">\(HTMLSheet.escaped(text))</text>"
  }
}
