import ReactorTerminal

/// What is drawn of a row rather than written: frames, bars, and the lines under letters. One path for each look.
struct SVGShapes {
  private struct Look: Hashable {
    let color: String
    let isStroked: Bool
    let opacity: String?
  }

  private var order: [Look] = []
  private var paths: [Look: String] = [:]

  init(_ row: ArraySlice<ScreenSnapshot.Cell>, _ y: Int, _ colors: ScreenColors) {
    var level: (start: Int, end: Int, look: Look)?
    for (x, cell) in row.enumerated() {
      let color = colors.resolved(cell.style).glyph
      let shape = CellShape(cell.text)
      // A level line is one stroke, however many cells it runs through.
      if case .lines(left: true, right: true, up: false, down: false, isRound: false)? = shape {
        let look = Look(color: color, isStroked: true, opacity: cell.style.fade)
        if let open = level, open.look == look, open.end == x {
          level?.end = x + 1
        } else {
          if let level { addLevel(level, y) }
          level = (x, x + 1, look)
        }
      } else if let shape {
        if case .block(_, _, let opacity) = shape {
          add(shape.path(column: x, row: y), Look(color: color, isStroked: false, opacity: opacity ?? cell.style.fade))
        } else {
          add(shape.path(column: x, row: y), Look(color: color, isStroked: true, opacity: cell.style.fade))
        }
      }
    }
    if let level { addLevel(level, y) }
    underline(row, y, colors)
  }

  private mutating func addLevel(_ level: (start: Int, end: Int, look: Look), _ y: Int) {
    let height = y * SVGMetrics.height * 1_000 + SVGMetrics.height * 500
    add(
      "M\(level.start * SVGMetrics.width) \(SVGMetrics.text(height))H\(level.end * SVGMetrics.width)", level.look)
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

  /// In the order in which their looks appear, from the left.
  var elements: [String] {
    order.map { look in
      let paint = look.isStroked ? "fill=\"none\" stroke=\"\(look.color)\"" : "fill=\"\(look.color)\""
      let opacity = look.opacity.map { " opacity=\"\($0)\"" } ?? ""
      return "<path d=\"\(paths[look] ?? "")\" \(paint)\(opacity)/>"
    }
  }
}

extension Style {
  /// How much of a faint glyph is seen.
  fileprivate var fade: String? { attributes.contains(.dim) ? ".6" : nil }
}
