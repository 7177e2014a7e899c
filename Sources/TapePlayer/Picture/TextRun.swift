import ReactorTerminalCore

/// A run of text with a uniform look in one row, which a browser can lay out from its start and its length.
struct TextRun {
  let column: Int
  /// The number of columns.
  private(set) var width: Int
  private(set) var text: String
  let look: Look
  /// Whether the run is a single glyph centered in its cells: a wide glyph, or one that may come from a fallback font.
  let isCentered: Bool

  /// The properties shared by all text in a run.
  struct Look: Hashable {
    let color: String
    let attributes: Attributes
  }

  /// Returns the runs of a row. A single space is part of a run; two spaces end it.
  static func runs(of row: ArraySlice<ScreenSnapshot.Cell>, _ colors: ScreenColors) -> [TextRun] {
    var runs: [TextRun] = []
    var blanks = 2
    for (column, cell) in row.enumerated() where cell.width > 0 {
      if cell.text == " " || CellShape(cell.text) != nil {
        blanks += cell.text == " " ? 1 : 2
        continue
      }
      let look = Look(
        color: colors.resolved(cell.style).glyph, attributes: cell.style.attributes.subtracting([.reverse, .underline]))
      let isCentered = cell.width > 1 || !cell.text.unicodeScalars.allSatisfy { $0.value < 0x500 }
      if blanks < 2, !isCentered, let last = runs.last, !last.isCentered, last.look == look,
        last.column + last.width + blanks == column
      {
        runs[runs.count - 1].text += String(repeating: " ", count: blanks) + cell.text
        runs[runs.count - 1].width += blanks + 1
      } else {
        runs.append(
          TextRun(column: column, width: cell.width, text: cell.text, look: look, isCentered: isCentered))
      }
      blanks = 0
    }
    return runs
  }
}
