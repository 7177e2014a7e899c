import ReactorTerminalCore

/// The elements of cells: backgrounds, shapes, text, and the caret.
struct SVGCells {
  /// The default colors.
  var colors: ScreenColors
  private(set) var styles: SVGStyles

  init(_ colors: ScreenColors, styles: SVGStyles) {
    self.colors = colors
    self.styles = styles
  }

  /// Returns the elements of a part of a screen, row by row, starting at the top.
  mutating func elements(_ rows: [ArraySlice<ScreenSnapshot.Cell>], caret: Point?) -> [String] {
    var elements = BackgroundRects(rows, colors).parts.map { rect($0.rect, fill: $0.color) }
    for (y, row) in rows.enumerated() {
      elements += SVGShapes(row, y, colors).elements(&styles)
      elements += TextRun.runs(of: row, colors).map { element($0, row: y) }
    }
    if let caret {
      let cell = Rect(origin: caret, size: Size(width: 1, height: 1))
      elements.append(rect(cell, fill: colors.foreground, opacity: ".5"))
    }
    return elements
  }

  /// Returns a filled rectangle of cells.
  mutating func rect(_ rect: Rect, fill: String, opacity: String? = nil) -> String {
    "<rect" + Self.attribute("x", rect.x * SVGMetrics.width) + Self.attribute("y", rect.y * SVGMetrics.height)
      + " width=\"\(rect.width * SVGMetrics.width)\" height=\"\(rect.height * SVGMetrics.height)\""
      + styles.attributes(["fill": fill, "fill-opacity": opacity]) + "/>"
  }

  private mutating func element(_ run: TextRun, row: Int) -> String {
    let width = run.width * SVGMetrics.width
    let left = run.column * SVGMetrics.width
    // The length of a single glyph has no effect, because browsers adjust only the space between glyphs.
    let isCentered = run.isCentered || run.width == 1
    let position =
      isCentered
      ? " x=\"\(SVGMetrics.text(left * 1_000 + width * 500))\""
      : Self.attribute("x", left) + " textLength=\"\(width)\""
    let look = run.look.attributes
    let style = styles.attributes([
      "text-anchor": isCentered ? "middle" : nil,
      "fill": run.look.color,
      "font-weight": look.contains(.bold) ? "bold" : nil,
      "font-style": look.contains(.italic) ? "italic" : nil,
      "fill-opacity": look.contains(.dim) ? ".6" : nil,
    ])
    let baseline = row * SVGMetrics.height + SVGMetrics.baseline
    return "<text\(position) y=\"\(baseline)\"\(style)>\(XMLText.escaped(run.text))</text>"
  }

  /// Returns an attribute for a coordinate, or an empty string if the coordinate is the default.
  private static func attribute(_ name: String, _ value: Int) -> String { value == 0 ? "" : " \(name)=\"\(value)\"" }
}
