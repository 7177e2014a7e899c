extension Canvas {
  /// The theme's glyphs in the form that the terminal supports.
  public var glyphs: Theme.Glyphs { theme.glyphs(ascii: capabilities.isASCII) }

  /// Draws a horizontal line of `length` cells from `point` to the right.
  public func horizontalLine(at point: Point, length: Int, style: Style = .plain) {
    fill(
      Rect(origin: point, size: Size(width: length, height: 1)), style: style, character: glyphs.box.horizontal)
  }

  /// Draws a vertical line of `length` cells from `point` downward.
  public func verticalLine(at point: Point, length: Int, style: Style = .plain) {
    fill(Rect(origin: point, size: Size(width: 1, height: length)), style: style, character: glyphs.box.vertical)
  }

  /// Draws a frame along the edge of `rect`, with `title` in its top side if it fits. The inside stays unchanged.
  public func box(_ rect: Rect, style: Style = .plain, title: String? = nil, titleStyle: Style? = nil) {
    guard rect.width >= 2, rect.height >= 2 else { return }
    let parts = glyphs.box
    let right = rect.maxX - 1
    let bottom = rect.maxY - 1
    horizontalLine(at: Point(x: rect.x + 1, y: rect.y), length: rect.width - 2, style: style)
    horizontalLine(at: Point(x: rect.x + 1, y: bottom), length: rect.width - 2, style: style)
    verticalLine(at: Point(x: rect.x, y: rect.y + 1), length: rect.height - 2, style: style)
    verticalLine(at: Point(x: right, y: rect.y + 1), length: rect.height - 2, style: style)
    let corners: [(Int, Int, Character)] = [
      (rect.x, rect.y, parts.topLeft), (right, rect.y, parts.topRight), (rect.x, bottom, parts.bottomLeft),
      (right, bottom, parts.bottomRight),
    ]
    for (x, y, character) in corners {
      fill(Rect(x: x, y: y, width: 1, height: 1), style: style, character: character)
    }
    guard let title, !title.isEmpty, rect.width >= 7 else { return }
    let text = " " + truncated(title, to: rect.width - 6, ellipsis: glyphs.ellipsis) + " "
    write(text, at: Point(x: rect.x + 2, y: rect.y), style: titleStyle ?? style, maxWidth: rect.width - 4)
  }
}
