/// The shape of a glyph that must connect to its neighbors. Such glyphs are drawn as shapes, because fonts differ
/// between browsers.
enum CellShape: Hashable {
  /// Lines from the center of the cell to its edges. Corners may be round.
  case lines(left: Bool, right: Bool, up: Bool, down: Bool, isRound: Bool)
  /// A block, measured in eighths of the cell from the left and from the bottom, with an opacity for shades.
  case block(columns: Int, rows: Int, opacity: String?)

  /// Creates the shape of a glyph; `nil` if the glyph is drawn by a font.
  init?(_ glyph: String) {
    guard let shape = Self.known[glyph] else { return nil }
    self = shape
  }

  private static let known: [String: CellShape] = {
    var shapes: [String: CellShape] = [:]
    let lines: [(String, String)] = [
      ("─", "lr"), ("│", "ud"), ("┌", "rd"), ("┐", "ld"), ("└", "ru"), ("┘", "lu"), ("├", "rud"), ("┤", "lud"),
      ("┬", "lrd"), ("┴", "lru"), ("┼", "lrud"), ("╭", "rdo"), ("╮", "ldo"), ("╰", "ruo"), ("╯", "luo"), ("╴", "l"),
      ("╶", "r"), ("╵", "u"), ("╷", "d"),
    ]
    for (glyph, arms) in lines {
      shapes[glyph] = .lines(
        left: arms.contains("l"), right: arms.contains("r"), up: arms.contains("u"), down: arms.contains("d"),
        isRound: arms.contains("o"))
    }
    for (index, glyph) in ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"].enumerated() {
      shapes[glyph] = .block(columns: index + 1, rows: 8, opacity: nil)
    }
    for (index, glyph) in ["▁", "▂", "▃", "▄", "▅", "▆", "▇"].enumerated() {
      shapes[glyph] = .block(columns: 8, rows: index + 1, opacity: nil)
    }
    for (glyph, opacity) in [("░", ".25"), ("▒", ".5"), ("▓", ".75")] {
      shapes[glyph] = .block(columns: 8, rows: 8, opacity: opacity)
    }
    return shapes
  }()

  /// Whether equal shapes in adjacent cells form a single shape.
  var meetsItself: Bool {
    switch self {
    case .lines(let left, let right, let up, let down, _): left && right && !up && !down
    case .block(let columns, _, _): columns == 8
    }
  }

  /// Returns the path of a shape in a cell, or of equal shapes in several cells. Lines are to be stroked, and blocks
  /// filled.
  ///
  /// - Parameter count: The number of cells; 1, unless the shape ``meetsItself``.
  func path(column: Int, row: Int, count: Int = 1) -> String {
    let left = column * SVGMetrics.width * 1_000
    let top = row * SVGMetrics.height * 1_000
    let width = SVGMetrics.width * 1_000
    let height = SVGMetrics.height * 1_000
    let text = SVGMetrics.text
    switch self {
    case .block(let columns, let rows, _):
      let blockHeight = height * rows / 8
      let blockWidth = width * columns * count / 8
      return "M\(text(left)) \(text(top + height - blockHeight))h\(text(blockWidth))v\(text(blockHeight))"
        + "h\(text(-blockWidth))z"
    case .lines(let hasLeft, let hasRight, let hasUp, let hasDown, let isRound):
      let x = left + width / 2
      let y = top + height / 2
      if isRound {
        let side = hasLeft ? left : left + width
        let end = hasUp ? top : top + height
        let bend = hasLeft ? x - width / 2 : x + width / 2
        let turn = hasUp ? y - width / 2 : y + width / 2
        return "M\(text(side)) \(text(y))H\(text(bend))Q\(text(x)) \(text(y)) \(text(x)) \(text(turn))V\(text(end))"
      }
      var path = ""
      if hasLeft || hasRight {
        path += "M\(text(hasLeft ? left : x)) \(text(y))H\(text(hasRight ? left + width * count : x))"
      }
      if hasUp || hasDown {
        path += "M\(text(x)) \(text(hasUp ? top : y))V\(text(hasDown ? top + height : y))"
      }
      return path
    }
  }
}
