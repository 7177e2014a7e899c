/// The glyphs of a grid that need more than one Unicode scalar: a letter and its combining marks.
///
/// A cell has room for a number only; the table turns such a glyph into one, the same each time, so that cells can
/// be compared as memory from frame to frame.
@MainActor
public final class GlyphTable {
  /// Numbers from here on are entries of the table; those below are Unicode scalars.
  public nonisolated static let firstIndex: UInt32 = 0x11_0000

  /// Entries at most. Text from outside must not make the table grow for ever: beyond it, marks are dropped.
  public nonisolated static let capacity = 32_768

  private var scalars: [[UInt32]] = []
  private var numbers: [[UInt32]: UInt32] = [:]

  /// An empty table.
  public init() {}

  /// The number for a base scalar and its marks.
  func number(for sequence: [UInt32]) -> UInt32 {
    if let known = numbers[sequence] { return known }
    guard scalars.count < Self.capacity, let base = sequence.first else { return sequence.first ?? 0x20 }
    guard sequence.count > 1 else { return base }
    let number = Self.firstIndex + UInt32(scalars.count)
    scalars.append(sequence)
    numbers[sequence] = number
    return number
  }

  /// The scalars of an entry, base first. Empty for a number that is not one.
  func sequence(for number: UInt32) -> [UInt32] {
    guard number >= Self.firstIndex, Int(number - Self.firstIndex) < scalars.count else { return [] }
    return scalars[Int(number - Self.firstIndex)]
  }

  /// The text of a cell's glyph; nothing for the right half of a wide one.
  public func text(of cell: Cell) -> String {
    var text = String.UnicodeScalarView()
    append(cell, to: &text)
    return String(text)
  }

  /// The text of cells that follow each other.
  func text(of cells: ArraySlice<Cell>) -> String {
    var text = String.UnicodeScalarView()
    text.reserveCapacity(cells.count)
    for cell in cells { append(cell, to: &text) }
    return String(text)
  }

  private func append(_ cell: Cell, to text: inout String.UnicodeScalarView) {
    if cell.isContinuation { return }
    guard cell.glyph >= Self.firstIndex else {
      if let scalar = Unicode.Scalar(cell.glyph) { text.append(scalar) }
      return
    }
    text.append(contentsOf: sequence(for: cell.glyph).compactMap(Unicode.Scalar.init))
  }
}
