import ReactorTerminal
import ShowroomCatalog

/// A column that the user has chosen for the list.
package struct ListColumn: Sendable, Hashable {
  package var column: CarField
  /// The width; `nil` for the column's own width.
  package var width: Int?

  package init(_ column: CarField, width: Int? = nil) {
    self.column = column
    self.width = width
  }

  /// The possible widths of a column.
  static let widths = 1...ColumnChooser.maxWidth

  /// Parses columns separated by commas, each optionally with its width: `make,model:30,year`. Unknown names, and
  /// columns that rows do not have, are left out. Returns `nil` if no column remains.
  package static func list(parsing text: String) -> [ListColumn]? {
    var columns: [ListColumn] = []
    for part in text.split(separator: ",") {
      let pieces = part.split(separator: ":", maxSplits: 1)
      guard let name = pieces.first, let column = CarField(columnNamed: String(name)), column.isInRow,
        !columns.contains(where: { $0.column == column })
      else { continue }
      let width = pieces.count > 1 ? Int(pieces[1]).flatMap { widths.contains($0) ? $0 : nil } : nil
      columns.append(ListColumn(column, width: width))
    }
    return columns.isEmpty ? nil : columns
  }

  /// Returns the text from which these columns can be parsed.
  package static func text(of columns: [ListColumn]) -> String {
    columns.map { $0.column.id + ($0.width.map { ":\($0)" } ?? "") }.joined(separator: ",")
  }
}
