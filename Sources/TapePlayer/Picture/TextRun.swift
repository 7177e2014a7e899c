import ReactorTerminal

/// Letters of one row that are drawn alike, and whose places a browser can find from where the first and the last stand.
struct TextRun {
  let column: Int
  /// Columns.
  private(set) var width: Int
  private(set) var text: String
  let look: Look
  /// Whether it is one glyph that is put into the middle of its cells: wide ones, and those that fonts borrow.
  let isCentered: Bool

  /// What letters have to have in common.
  struct Look: Hashable {
    let color: String
    let attributes: Attributes
  }

  /// The runs of a row. Blanks between words are part of a run, two in a row end it.
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
