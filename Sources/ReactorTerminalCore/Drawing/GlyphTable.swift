/// The glyphs of a grid that consist of more than one Unicode scalar, such as a letter with combining marks.
///
/// A cell can store only one number. The table always assigns the same number to the same glyph, so that cells can be
/// compared as memory from frame to frame.
@MainActor
package final class GlyphTable {
  /// The first number of an entry. Smaller numbers are Unicode scalars.
  package nonisolated static let firstIndex: UInt32 = 0x11_0000

  /// The maximum number of entries. A full table drops the marks of further glyphs, so that untrusted text cannot make
  /// it grow without limit.
  package nonisolated static let capacity = 32_768

  private var scalars: [[UInt32]] = []
  private var numbers: [[UInt32]: UInt32] = [:]

  /// Creates an empty table.
  package init() {}

  /// Returns the number for a base scalar and its marks.
  func number(for sequence: [UInt32]) -> UInt32 {
    if let known = numbers[sequence] { return known }
    guard scalars.count < Self.capacity, let base = sequence.first else { return sequence.first ?? 0x20 }
    guard sequence.count > 1 else { return base }
    let number = Self.firstIndex + UInt32(scalars.count)
    scalars.append(sequence)
    numbers[sequence] = number
    return number
  }

  /// Returns the scalars of an entry, the base first, or an empty array if there is no such entry.
  func sequence(for number: UInt32) -> [UInt32] {
    guard number >= Self.firstIndex, Int(number - Self.firstIndex) < scalars.count else { return [] }
    return scalars[Int(number - Self.firstIndex)]
  }

  /// Returns the text of a cell's glyph, which is empty for the right half of a wide glyph.
  package func text(of cell: Cell) -> String { text(of: CollectionOfOne(cell)) }

  /// Returns the text of consecutive cells.
  func text(of cells: some Collection<Cell>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(cells.count)
    for cell in cells where !cell.isContinuation {
      if cell.glyph < 0x80 {
        text.append(UInt8(cell.glyph))
      } else {
        let scalars = cell.glyph < Self.firstIndex ? [cell.glyph] : sequence(for: cell.glyph)
        for scalar in scalars.compactMap(Unicode.Scalar.init) { text.append(contentsOf: scalar.utf8) }
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the text of each row of `cells`, without trailing spaces.
  func rows(of cells: [Cell], width: Int) -> [String] {
    stride(from: 0, to: cells.count, by: max(width, 1)).map { start in
      let row = cells[start..<start + width]
      let end = row.lastIndex { $0.glyph != Cell.blank.glyph && !$0.isContinuation }
      return end.map { text(of: row[...$0]) } ?? ""
    }
  }
}
