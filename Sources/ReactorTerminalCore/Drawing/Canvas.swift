/// A part of a grid to draw in, with its own coordinates and a clip rectangle that drawing cannot leave.
///
/// The canvas neutralizes untrusted text: it draws escape sequences, control characters, bidirectional overrides, and
/// invisible and unassigned scalars as visible replacements of one column each.
@MainActor
public struct Canvas {
  /// The grid that the canvas draws in.
  package let grid: CellGrid
  /// The theme, which supplies styles and glyphs.
  public let theme: Theme
  /// The capabilities of the terminal.
  public let capabilities: Capabilities
  /// The size in cells. The top left cell is at (0, 0).
  public let size: Size
  /// The part to draw, in the coordinates of the canvas. Drawing outside it has no effect.
  public let clip: Rect
  private let origin: Point

  /// Creates a canvas that covers all of `grid`.
  package init(_ grid: CellGrid, theme: Theme, capabilities: Capabilities = Capabilities()) {
    self.init(
      grid: grid, theme: theme, capabilities: capabilities, origin: .zero, size: grid.size,
      clip: Rect(origin: .zero, size: grid.size))
  }

  private init(
    grid: CellGrid, theme: Theme, capabilities: Capabilities, origin: Point, size: Size, clip: Rect
  ) {
    self.grid = grid
    self.theme = theme
    self.capabilities = capabilities
    self.origin = origin
    self.size = size
    self.clip = clip.intersection(Rect(origin: .zero, size: size))
  }

  /// The rectangle of the whole canvas.
  public var bounds: Rect { Rect(origin: .zero, size: size) }

  /// Returns a canvas for the part in `frame`, whose top left cell becomes (0, 0). Cells outside this canvas stay
  /// clipped.
  public func translated(to frame: Rect) -> Canvas {
    Canvas(
      grid: grid, theme: theme, capabilities: capabilities, origin: origin.offset(by: frame.origin), size: frame.size,
      clip: clip.offset(by: Point(x: -frame.x, y: -frame.y)))
  }

  /// Returns the same canvas with the clip reduced to `rect`.
  public func clipped(to rect: Rect) -> Canvas {
    Canvas(
      grid: grid, theme: theme, capabilities: capabilities, origin: origin, size: size,
      clip: clip.intersection(rect))
  }

  /// Draws `text` on one line, from `point` to the right.
  ///
  /// - Parameters:
  ///   - text: The text, from any source.
  ///   - point: The cell of the first glyph.
  ///   - style: The style of the cells. It replaces their previous style.
  ///   - maxWidth: The number of columns that the text may take; `nil` for all up to the right edge of the canvas.
  ///   - truncation: The treatment of text that is too wide.
  /// - Returns: The number of columns used, whether or not they are inside the clip.
  @discardableResult
  @_specialize(where Text == String)
  public func write<Text: StringProtocol>(
    _ text: Text, at point: Point, style: Style = .plain, maxWidth: Int? = nil, truncation: Truncation = .clip
  ) -> Int {
    // Specialized for the calls of other modules. With displayWidth(of:), a page of the car list takes 7% less
    // processor time.
    let room = min(maxWidth ?? .max, size.width - point.x)
    guard room > 0 else { return 0 }
    return withUTF8(of: text) { bytes in
      // The byte after the last column can begin a combining mark that belongs to the letter in that column.
      let start = UnsafeBufferPointer(rebasing: bytes.prefix(room + 1))
      guard isPrintableASCII(start), bytes.count <= room || truncation != .middle else {
        return write(glyphsOf: bytes, at: point, style: style, room: room, truncation: truncation)
      }
      let used = min(bytes.count, room)
      let isShortened = used < bytes.count && truncation == .ellipsis
      write(ascii: UnsafeBufferPointer(rebasing: bytes[..<(isShortened ? used - 1 : used)]), at: point, style: style)
      if isShortened {
        let end = Point(x: point.x + used - 1, y: point.y)
        put(GlyphScanner.Glyph(base: ellipsis, width: 1), at: end, style: style)
      }
      return used
    }
  }

  private func write(ascii bytes: UnsafeBufferPointer<UInt8>, at point: Point, style: Style) {
    let visible = clip.intersection(Rect(origin: point, size: Size(width: bytes.count, height: 1)))
    guard !visible.isEmpty else { return }
    let part = UnsafeBufferPointer(rebasing: bytes[visible.x - point.x..<visible.maxX - point.x])
    grid.put(ascii: part, row: origin.y + point.y, column: origin.x + visible.x, style: style)
  }

  /// The scalar of the ellipsis. Read without copying all glyphs, which would cost more than drawing the text.
  private var ellipsis: UInt32 {
    let character = capabilities.isASCII ? Theme.Glyphs.ascii.ellipsis : Theme.Glyphs.unicode.ellipsis
    return character.unicodeScalars.first?.value ?? 0x2E
  }

  private func write(
    glyphsOf bytes: UnsafeBufferPointer<UInt8>, at point: Point, style: Style, room: Int, truncation: Truncation
  ) -> Int {
    var x = point.x
    TextFit(width: room, truncation: truncation, ellipsis: ellipsis).forEachGlyph(of: bytes) { glyph in
      put(glyph, at: Point(x: x, y: point.y), style: style)
      x += glyph.width
    }
    return x - point.x
  }

  /// Draws one glyph inside the clip. Half a wide glyph becomes a space.
  private func put(_ glyph: GlyphScanner.Glyph, at point: Point, style: Style) {
    let visible = clip.intersection(Rect(origin: point, size: Size(width: glyph.width, height: 1)))
    guard !visible.isEmpty else { return }
    let row = origin.y + point.y
    guard visible.width == glyph.width else {
      return grid.put(glyph: 0x20, width: 1, row: row, column: origin.x + visible.x, style: style)
    }
    grid.put(
      glyph: number(of: glyph), width: glyph.width, row: row, column: origin.x + point.x, style: style)
  }

  private func number(of glyph: GlyphScanner.Glyph) -> UInt32 {
    if glyph.isReplacement && capabilities.isASCII { return 0x3F }
    return glyph.marks.isEmpty ? glyph.base : grid.glyphs.number(for: [glyph.base] + glyph.marks)
  }

  /// Fills `rect` with a character of one column. A wider character becomes a space.
  public func fill(_ rect: Rect, style: Style = .plain, character: Character = " ") {
    let visible = clip.intersection(rect)
    guard !visible.isEmpty else { return }
    let columns = origin.x + visible.x..<origin.x + visible.maxX
    let glyph = scalar(for: character)
    for row in visible.rows { grid.fill(glyph: glyph, row: origin.y + row, columns: columns, style: style) }
  }

  /// Merges `style` over the styles of the cells in `rect`.
  public func setStyle(_ style: Style, in rect: Rect) {
    let visible = clip.intersection(rect)
    guard !visible.isEmpty else { return }
    let columns = origin.x + visible.x..<origin.x + visible.maxX
    for row in visible.rows { grid.merge(style, row: origin.y + row, columns: columns) }
  }

  /// Copies the cells of one line from `point` on. Returns `false` if some of them are outside the clip.
  package func copy(_ point: Point, to cells: UnsafeMutableBufferPointer<Cell>) -> Bool {
    let area = Rect(origin: point, size: Size(width: cells.count, height: 1))
    guard clip.intersection(area) == area else { return false }
    grid.copy(row: origin.y + point.y, column: origin.x + point.x, to: cells)
    return true
  }

  /// Draws cells that were copied from one line of the same grid, from `point` on.
  package func put(_ cells: UnsafeBufferPointer<Cell>, at point: Point) {
    let visible = clip.intersection(Rect(origin: point, size: Size(width: cells.count, height: 1)))
    guard !visible.isEmpty else { return }
    let part = UnsafeBufferPointer(rebasing: cells[visible.x - point.x..<visible.maxX - point.x])
    grid.put(part, row: origin.y + point.y, column: origin.x + visible.x)
  }

  private func scalar(for character: Character) -> UInt32 {
    let scalars = character.unicodeScalars
    if let only = scalars.first?.value, scalars.count == 1 {
      // ASCII characters, lines and blocks are one column wide, so their width need not be looked up.
      if (0x20...0x7E).contains(only) || (0x2500...0x259F).contains(only) { return only }
    }
    return withUTF8(of: String(character)) { bytes in
      var scanner = GlyphScanner(bytes)
      guard let glyph = scanner.next(), glyph.width == 1 else { return 0x20 }
      return number(of: glyph)
    }
  }
}
