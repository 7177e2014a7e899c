/// A window onto a grid: its own coordinates, and a clip that drawing cannot leave.
///
/// Text from outside becomes harmless here: escape sequences, control characters, bidirectional overrides, invisible and
/// unassigned scalars are shown as visible stand-ins of one column each, whatever called.
@MainActor
public struct Canvas {
  /// Where it draws.
  public let grid: CellGrid
  /// Styles and glyphs to draw with.
  public let theme: Theme
  /// What the terminal can.
  public let capabilities: Capabilities
  /// Columns and rows; (0, 0) is the top left cell.
  public let size: Size
  /// The part that is to be drawn, in the canvas' own coordinates. Drawing elsewhere is ignored.
  public let clip: Rect
  private let origin: Point

  /// The whole of `grid`.
  public init(_ grid: CellGrid, theme: Theme, capabilities: Capabilities = Capabilities()) {
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

  /// The whole of it.
  public var bounds: Rect { Rect(origin: .zero, size: size) }

  /// A canvas for the part `frame`, whose top left cell is its (0, 0). What lies outside this canvas stays clipped.
  public func translated(to frame: Rect) -> Canvas {
    Canvas(
      grid: grid, theme: theme, capabilities: capabilities, origin: origin.offset(by: frame.origin), size: frame.size,
      clip: clip.offset(by: Point(x: -frame.x, y: -frame.y)))
  }

  /// The same canvas, drawing only inside `rect` too.
  public func clipped(to rect: Rect) -> Canvas {
    Canvas(
      grid: grid, theme: theme, capabilities: capabilities, origin: origin, size: size,
      clip: clip.intersection(rect))
  }

  /// Draws `text` from `point` to the right, on one line.
  ///
  /// - Parameters:
  ///   - style: laid over nothing: the cells get exactly this style.
  ///   - maxWidth: columns it may take; up to the canvas' right edge if nil.
  ///   - truncation: what becomes of text that is longer.
  /// - Returns: the columns used, whether or not they were inside the clip.
  @discardableResult
  public func write<Text: StringProtocol>(
    _ text: Text, at point: Point, style: Style = .plain, maxWidth: Int? = nil, truncation: Truncation = .clip
  ) -> Int {
    let room = min(maxWidth ?? .max, size.width - point.x)
    guard room > 0 else { return 0 }
    return withUTF8(of: text) { bytes in
      // One byte beyond the last column decides whether its letter has a mark.
      let start = UnsafeBufferPointer(rebasing: bytes.prefix(room + 1))
      guard isPrintableASCII(start), bytes.count <= room || truncation == .clip else {
        return write(glyphsOf: bytes, at: point, style: style, room: room, truncation: truncation)
      }
      let used = min(bytes.count, room)
      write(ascii: UnsafeBufferPointer(rebasing: bytes[..<used]), at: point, style: style)
      return used
    }
  }

  private func write(ascii bytes: UnsafeBufferPointer<UInt8>, at point: Point, style: Style) {
    let visible = clip.intersection(Rect(origin: point, size: Size(width: bytes.count, height: 1)))
    guard !visible.isEmpty else { return }
    let part = UnsafeBufferPointer(rebasing: bytes[visible.x - point.x..<visible.maxX - point.x])
    grid.put(ascii: part, row: origin.y + point.y, column: origin.x + visible.x, style: style)
  }

  private func write(
    glyphsOf bytes: UnsafeBufferPointer<UInt8>, at point: Point, style: Style, room: Int, truncation: Truncation
  ) -> Int {
    var x = point.x
    let sign = theme.glyphs(ascii: capabilities.isASCII).ellipsis.unicodeScalars.first?.value ?? 0x2E
    TextFit(width: room, truncation: truncation, ellipsis: sign).forEachGlyph(of: bytes) { glyph in
      put(glyph, at: Point(x: x, y: point.y), style: style)
      x += glyph.width
    }
    return x - point.x
  }

  /// Puts one glyph where the clip lets it; half a wide one becomes a space.
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

  /// Fills `rect` with a character of one column (another one becomes a space).
  public func fill(_ rect: Rect, style: Style = .plain, character: Character = " ") {
    let visible = clip.intersection(rect)
    guard !visible.isEmpty else { return }
    let columns = origin.x + visible.x..<origin.x + visible.maxX
    let glyph = scalar(for: character)
    for row in visible.rows { grid.fill(glyph: glyph, row: origin.y + row, columns: columns, style: style) }
  }

  /// Lays `style` over what `rect` shows already.
  public func setStyle(_ style: Style, in rect: Rect) {
    let visible = clip.intersection(rect)
    guard !visible.isEmpty else { return }
    let columns = origin.x + visible.x..<origin.x + visible.maxX
    for row in visible.rows { grid.merge(style, row: origin.y + row, columns: columns) }
  }

  private func scalar(for character: Character) -> UInt32 {
    if let ascii = character.asciiValue, ascii >= 0x20, ascii < 0x7F { return UInt32(ascii) }
    return withUTF8(of: String(character)) { bytes in
      var scanner = GlyphScanner(bytes)
      guard let glyph = scanner.next(), glyph.width == 1 else { return 0x20 }
      return number(of: glyph)
    }
  }
}
