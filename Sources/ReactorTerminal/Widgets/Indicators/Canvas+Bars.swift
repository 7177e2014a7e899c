extension Canvas {
  /// A level bar from the left edge of `rect` (its first row), to an eighth of a cell where the terminal can.
  ///
  /// - Parameters:
  ///   - fraction: 0...1; what lies outside is cut off.
  ///   - marker: where to put a sign over the bar, 0...1: an average.
  ///   - role: what the done part means.
  public func bar(in rect: Rect, fraction: Double, marker: Double? = nil, role: Role = .barFilled) {
    guard rect.width > 0, rect.height > 0 else { return }
    let glyphs = glyphs
    let steps = glyphs.barEighths.count
    let share = fraction.isFinite ? min(max(0, fraction), 1) : 0
    var filled = Int((share * Double(rect.width * steps)).rounded())
    // Something is never nothing, and not quite all is never all.
    if share > 0 { filled = max(1, filled) }
    if share < 1 { filled = min(rect.width * steps - 1, filled) }
    let whole = filled / steps
    let rest = filled % steps
    let style = theme[role]
    if let full = glyphs.barEighths.last {
      fill(Rect(x: rect.x, y: rect.y, width: whole, height: 1), style: style, character: full)
    }
    if rest > 0 {
      fill(
        Rect(x: rect.x + whole, y: rect.y, width: 1, height: 1), style: style, character: glyphs.barEighths[rest - 1])
    }
    let used = whole + (rest > 0 ? 1 : 0)
    fill(
      Rect(x: rect.x + used, y: rect.y, width: rect.width - used, height: 1), style: theme[.barEmpty],
      character: glyphs.barEmpty)
    if let marker, marker.isFinite {
      let x = min(rect.width - 1, Int(min(max(0, marker), 1) * Double(rect.width)))
      write(String(glyphs.box.vertical), at: Point(x: rect.x + x, y: rect.y), style: theme[.accent])
    }
  }
}
