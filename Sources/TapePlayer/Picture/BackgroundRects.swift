import ReactorTerminalCore

/// The colored backgrounds of rows, combined into as few rectangles as possible.
struct BackgroundRects {
  /// A rectangle with a single color.
  struct Part: Hashable {
    var rect: Rect
    let color: String
  }

  let parts: [Part]

  init(_ rows: [ArraySlice<ScreenSnapshot.Cell>], _ colors: ScreenColors) {
    var done: [Part] = []
    var open: [Part] = []
    for (y, row) in rows.enumerated() {
      var next: [Part] = []
      for var part in Self.parts(of: row, y, colors) {
        // A rectangle in the row above with the same columns and color is extended by this row.
        let above = open.firstIndex {
          $0.color == part.color && $0.rect.x == part.rect.x && $0.rect.width == part.rect.width
        }
        if let above { part.rect = open.remove(at: above).rect.union(part.rect) }
        next.append(part)
      }
      done += open
      open = next
    }
    parts = (done + open).sorted { ($0.rect.y, $0.rect.x) < ($1.rect.y, $1.rect.x) }
  }

  private static func parts(of row: ArraySlice<ScreenSnapshot.Cell>, _ y: Int, _ colors: ScreenColors) -> [Part] {
    var parts: [Part] = []
    for (x, cell) in row.enumerated() {
      guard let color = colors.resolved(cell.style).background else { continue }
      if let last = parts.last, last.color == color, last.rect.maxX == x {
        parts[parts.count - 1].rect.size.width += 1
      } else {
        parts.append(Part(rect: Rect(x: x, y: y, width: 1, height: 1), color: color))
      }
    }
    return parts
  }
}
