/// One position of the screen: a glyph, the columns it takes, a style.
///
/// Sixteen bytes without padding, so that two rows compare with one `memcmp`. Only `Canvas` makes cells, from text that
/// it has made harmless: a cell never holds a control character, a bidirectional override or an unpaired joiner.
@frozen
public struct Cell: Sendable, Hashable {
  /// Colours and attributes.
  public var style: Style
  /// A Unicode scalar, or — from `GlyphTable.firstIndex` on — a composed glyph of the grid's table.
  public let glyph: UInt32
  @usableFromInline let columns: UInt32

  @inlinable
  init(glyph: UInt32, width: UInt8, style: Style) {
    self.style = style
    self.glyph = glyph
    columns = UInt32(width)
  }

  /// Columns taken: 1, 2, or 0 for the right half of a wide glyph.
  @inlinable public var width: UInt8 { UInt8(truncatingIfNeeded: columns) }

  /// Whether this is the right half of a wide glyph.
  @inlinable public var isContinuation: Bool { columns == 0 }

  /// A space in the terminal's own colours.
  public static let blank = Cell(glyph: 0x20, width: 1, style: .plain)

  @inlinable
  static func space(_ style: Style) -> Cell { Cell(glyph: 0x20, width: 1, style: style) }

  @inlinable
  static func continuation(_ style: Style) -> Cell { Cell(glyph: 0, width: 0, style: style) }
}
