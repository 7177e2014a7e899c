/// The part of a scrollbar that stands for what is on the screen.
struct ScrollThumb: Equatable {
  /// Cells before it.
  let start: Int
  /// Cells it takes; none when everything is on the screen.
  let length: Int

  /// - Parameters:
  ///   - count: lines there are.
  ///   - visible: lines on the screen.
  ///   - top: the first of them.
  ///   - track: cells of the whole bar.
  init(count: Int, visible: Int, top: Int, track: Int) {
    guard count > visible, visible > 0, track > 0 else {
      (start, length) = (0, 0)
      return
    }
    length = max(1, track * visible / count)
    // Only at the very end does it touch the end.
    start = (track - length) * top / (count - visible)
  }

  /// The first line on the screen when the bar is taken hold of at `cell`.
  static func top(at cell: Int, count: Int, visible: Int, track: Int) -> Int {
    guard track > 1 else { return 0 }
    return max(0, count - visible) * min(max(0, cell), track - 1) / (track - 1)
  }
}

extension Canvas {
  /// A scrollbar in the column at `rect`; nothing when everything is on the screen.
  /// - Parameter base: the style of what it stands on.
  public func scrollbar(in rect: Rect, count: Int, visible: Int, top: Int, over base: Style = .plain) {
    let thumb = ScrollThumb(count: count, visible: visible, top: top, track: rect.height)
    guard thumb.length > 0 else { return }
    let style = theme[.scrollbar].merging(over: base)
    let glyphs = glyphs
    fill(Rect(x: rect.x, y: rect.y, width: 1, height: rect.height), style: style, character: glyphs.scrollTrack)
    fill(
      Rect(x: rect.x, y: rect.y + thumb.start, width: 1, height: thumb.length), style: style,
      character: glyphs.scrollThumb)
  }
}
