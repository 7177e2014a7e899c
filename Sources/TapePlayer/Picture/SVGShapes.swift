import ReactorTerminalCore

/// The parts of a row that are drawn as shapes: frames, bars, and underlines, with one path for each look.
struct SVGShapes {
  private struct Look: Hashable {
    let color: String
    var isStroked = true
    let opacity: String?
  }

  private struct Part: Hashable {
    let shape: CellShape
    let look: Look
  }

  private var order: [Look] = []
  private var paths: [Look: String] = [:]

  init(_ row: ArraySlice<ScreenSnapshot.Cell>, _ y: Int, _ colors: ScreenColors) {
    let drawn = row.map { cell in
      CellShape(cell.text).map { shape -> Part in
        let color = colors.resolved(cell.style).glyph
        let fade = cell.style.fade
        let look =
          if case .block(_, _, let opacity) = shape {
            Look(color: color, isStroked: false, opacity: opacity ?? fade)
          } else {
            Look(color: color, opacity: fade)
          }
        return Part(shape: shape, look: look)
      }
    }
    var x = 0
    while x < drawn.count {
      var count = 1
      if let part = drawn[x] {
        if part.shape.meetsItself { count = drawn[x...].prefix { $0 == part }.count }
        add(part.shape.path(column: x, row: y, count: count), part.look)
      }
      x += count
    }
    underline(row, y, colors)
  }

  private mutating func underline(_ row: ArraySlice<ScreenSnapshot.Cell>, _ y: Int, _ colors: ScreenColors) {
    let height = (y * SVGMetrics.height + SVGMetrics.underline) * 1_000 + 500
    var x = 0
    while x < row.count {
      let cell = row[row.startIndex + x]
      let look = Look(color: colors.resolved(cell.style).glyph, opacity: cell.style.fade)
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

  /// Returns the path elements, ordered by where their looks first appear from the left.
  func elements(_ styles: inout SVGStyles) -> [String] {
    order.map { look in
      let style = styles.attributes([
        "fill": look.isStroked ? "none" : look.color,
        "stroke": look.isStroked ? look.color : nil,
        "opacity": look.opacity,
      ])
      return "<path d=\"\(paths[look] ?? "")\"\(style)/>"
    }
  }
}

extension Style {
  /// The opacity of dim text; `nil` for normal text.
  fileprivate var fade: String? { attributes.contains(.dim) ? ".6" : nil }
}
