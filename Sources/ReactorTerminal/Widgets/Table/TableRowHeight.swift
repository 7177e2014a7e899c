/// The number of lines that the rows of a table occupy.
///
/// A cell fills the lines after the first with ``TableCell/below``.
public enum TableRowHeight<Row: Sendable> {
  /// The same number of lines for each row.
  case fixed(Int)
  /// A number of lines that depends on the row.
  ///
  /// The closure is called for the rows on screen and for one screenful around them, never for all rows. A row that is
  /// taller than the table is cut off at the bottom. Set ``TableView/rowHeight`` again if the closure's results for the
  /// same rows change.
  case varying(@MainActor (Row) -> Int)
}

/// The lines of a table: those of the rows, and those of the headings above the first row of each section.
@MainActor
struct TableLines {
  /// The height of each row, unless `varying` returns it.
  var fixed = 1
  /// A closure that returns the height of a row by its index.
  var varying: (@MainActor (Int) -> Int)?
  var sections = TableSections()
  /// Whether the heading of the first visible row stays on the screen.
  var pinsHeadings = true

  /// Whether positions can be computed directly, because all rows have the same height and there are no headings.
  var areUniform: Bool { varying == nil && sections.isEmpty }

  /// Returns the height of a row in a table of `height` lines.
  func height(of row: Int, in height: Int) -> Int {
    min(max(1, varying?(row) ?? fixed), max(1, height))
  }

  /// Returns whether there is a heading above a row. A table with a single line shows no headings.
  func hasHeading(above row: Int, isFirstVisible: Bool, in height: Int) -> Bool {
    guard !sections.isEmpty, height > 1 else { return false }
    return isFirstVisible && pinsHeadings || sections.startsSection(at: row)
  }

  /// Returns the number of lines of a row and the heading above it.
  func extent(of row: Int, isFirstVisible: Bool, in height: Int) -> Int {
    self.height(of: row, in: height) + (hasHeading(above: row, isFirstVisible: isFirstVisible, in: height) ? 1 : 0)
  }
}
