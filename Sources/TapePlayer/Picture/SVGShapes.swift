import ReactorTerminal

/// The drawn parts of a row: frames, bars, and underlines, with one path for each look.
struct SVGShapes {
  private struct Look: Hashable {
    let color: String
    let isStroked: Bool
    let opacity: String?
  }

  private var order: [Look] = []
  private var paths: [Look: String] = [:]

  init(_ row: ArraySlice<ScreenSnapshot.Cell>, _ y: Int, _ colors: ScreenColors) {
    var line: (start: Int, end: Int, look: Look)?
    for (x, cell) in row.enumerated() {
      let color = colors.resolved(cell.style).glyph
      let shape = CellShape(cell.text)
      // A horizontal line through several cells is one stroke.
      if case .lines(left: true, right: true, up: false, down: false, isRound: false)? = shape {
        let look = Look(color: color, isStroked: true, opacity: cell.style.fade)
        if let open = line, open.look == look, open.end == x {
          line?.end = x + 1
        } else {
          if let line { addHorizontalLine(line, y) }
          line = (x, x + 1, look)
        }
      } else if let shape {
        if case .block(_, _, let opacity) = shape {
          add(shape.path(column: x, row: y), Look(color: color, isStroked: false, opacity: opacity ?? cell.style.fade))
        } else {
          add(shape.path(column: x, row: y), Look(color: color, isStroked: true, opacity: cell.style.fade))
        }
      }
    }
    if let line { addHorizontalLine(line, y) }
    underline(row, y, colors)
  }

  private mutating func addHorizontalLine(_ line: (start: Int, end: Int, look: Look), _ y: Int) {
    let height = y * SVGMetrics.height * 1_000 + SVGMetrics.height * 500
    add(
      "M\(line.start * SVGMetrics.width) \(SVGMetrics.text(height))H\(line.end * SVGMetrics.width)", line.look)
  }

  private mutating func underline(_ row: ArraySlice<ScreenSnapshot.Cell>, _ y: Int, _ colors: ScreenColors) {
    let height = (y * SVGMetrics.height + SVGMetrics.underline) * 1_000 + 500
    var x = 0
    while x < row.count {
      let cell = row[row.startIndex + x]
      let look = Look(color: colors.resolved(cell.style).glyph, isStroked: true, opacity: cell.style.fade)
      let end =
        (x..<row.count).first {
          let other = row[row.startIndex + $0]
          return !other.style.attributes.contains(.underline) || colors.resolved(other.style).glyph != look.color
        } ?? row.count
      if end > x {
        add("M\(x * SVGMetrics.width) \(SVGMetrics.text(height))H\(end * SVGMetrics.width)", look)
      }
      x = max(end, x + 1)
    }
  }

  private mutating func add(_ path: String, _ look: Look) {
    if paths[look] == nil { order.append(look) }
    paths[look, default: ""] += path
  }

  /// The path elements, in the order in which their looks appear from the left.
  var elements: [String] {
    order.map { look in
      let paint = look.isStroked ? "fill=\"none\" stroke=\"\(look.color)\"" : "fill=\"\(look.color)\""
      let opacity = look.opacity.map { " opacity=\"\($0)\"" } ?? ""
      return "<path d=\"\(paths[look] ?? "")\" \(paint)\(opacity)/>"
    }
  }
}

extension Style {
  /// The opacity of dim text; `nil` for normal text.
  fileprivate var fade: String? { attributes.contains(.dim) ? ".6" : nil }
}
