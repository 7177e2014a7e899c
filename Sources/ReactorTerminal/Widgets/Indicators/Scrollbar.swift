/// The part of a scrollbar that represents the visible lines.
struct ScrollThumb: Equatable {
  /// The number of cells before the thumb.
  let start: Int
  /// The number of cells that the thumb occupies; 0 if all lines are visible.
  let length: Int

  /// Computes the thumb.
  ///
  /// - Parameters:
  ///   - count: The number of lines.
  ///   - visible: The number of visible lines.
  ///   - top: The first visible line.
  ///   - track: The length of the scrollbar in cells.
  init(count: Int, visible: Int, top: Int, track: Int) {
    guard count > visible, visible > 0, track > 0 else {
      (start, length) = (0, 0)
      return
    }
    length = max(1, track * visible / count)
    // Rounds down, so that the thumb touches the end only when the last line is visible.
    start = (track - length) * top / (count - visible)
  }

  /// Returns the first visible line after the user has dragged the thumb to `cell`.
  static func top(at cell: Int, count: Int, visible: Int, track: Int) -> Int {
    guard track > 1 else { return 0 }
    return max(0, count - visible) * min(max(0, cell), track - 1) / (track - 1)
  }
}

extension Canvas {
  /// Draws a vertical scrollbar in the first column of `rect`, or nothing if all lines are visible.
  ///
  /// - Parameters:
  ///   - rect: The column of the scrollbar.
  ///   - count: The number of lines.
  ///   - visible: The number of visible lines.
  ///   - top: The first visible line.
  ///   - isFocused: Whether the scrollbar marks the keyboard focus. If so, it stands out, or if all lines are visible,
  ///     a mark in the first row takes its place.
  ///   - base: The style of the background.
  public func scrollbar(
    in rect: Rect, count: Int, visible: Int, top: Int, isFocused: Bool = false, over base: Style = .plain
  ) {
    let thumb = ScrollThumb(count: count, visible: visible, top: top, track: rect.height)
    guard thumb.length > 0 || isFocused else { return }
    let style = theme[isFocused ? .accent : .scrollbar].merging(over: base)
    let glyphs = glyphs
    let rect = thumb.length > 0 ? rect : Rect(x: rect.x, y: rect.y, width: 1, height: min(1, rect.height))
    fill(
      Rect(x: rect.x, y: rect.y, width: 1, height: rect.height), style: style,
      character: isFocused ? glyphs.focusTrack : glyphs.scrollTrack)
    fill(
      Rect(x: rect.x, y: rect.y + thumb.start, width: 1, height: thumb.length), style: style,
      character: glyphs.scrollThumb)
  }
}
