/// One position of the screen: a glyph, its width in columns, and a style.
///
/// A cell takes sixteen bytes and has no padding, so that one `memcmp` compares two rows. Only ``Canvas`` creates
/// cells, from neutralized text: a cell never contains a control character, a bidirectional override or an unpaired
/// joiner.
package struct Cell: Sendable, Hashable {
  /// The colors and attributes.
  package var style: Style
  /// A Unicode scalar or, from `GlyphTable.firstIndex` on, the number of a composed glyph in the grid's table.
  package let glyph: UInt32
  let columns: UInt32

  init(glyph: UInt32, width: UInt8, style: Style) {
    self.style = style
    self.glyph = glyph
    columns = UInt32(width)
  }

  /// The width in columns: 1, 2, or 0 for the right half of a wide glyph.
  package var width: UInt8 { UInt8(truncatingIfNeeded: columns) }

  /// Whether this is the right half of a wide glyph.
  package var isContinuation: Bool { columns == 0 }

  /// A space in the terminal's own colors.
  package static let blank = Cell(glyph: 0x20, width: 1, style: .plain)

  static func space(_ style: Style) -> Cell { Cell(glyph: 0x20, width: 1, style: style) }

  static func continuation(_ style: Style) -> Cell { Cell(glyph: 0, width: 0, style: style) }
}
