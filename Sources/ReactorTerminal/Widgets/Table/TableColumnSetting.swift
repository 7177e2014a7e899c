/// The place, the width and the visibility that a user has chosen for a column of a table, to be saved and applied.
///
/// A ``ColumnChooser`` edits an array of settings, the order of which is that of the columns.
///
/// ```swift
/// table.columns = allColumns.arranged(by: state.columnSettings)
/// ```
public struct TableColumnSetting: Sendable, Hashable, Identifiable {
  /// The ID of the column.
  public var id: String
  /// Whether the column is shown.
  public var isShown: Bool
  /// The width; `nil` for the column's own width.
  public var width: Int?

  /// Creates a setting.
  ///
  /// - Parameters:
  ///   - id: The ID of the column.
  ///   - isShown: Whether the column is shown.
  ///   - width: The width; `nil` for the column's own width.
  public init(_ id: String, isShown: Bool = true, width: Int? = nil) {
    self.id = id
    self.isShown = isShown
    self.width = width
  }
}

extension Array {
  /// Returns the columns in the order and with the widths that a user has chosen, without those that are hidden.
  ///
  /// Columns without a setting follow at the end, so that a column that a new version of a program adds is shown.
  /// Settings without a column have no effect. Columns that share an ID share its setting.
  ///
  /// A table that receives the result keeps its selection and its first visible row.
  public func arranged<Row>(by settings: [TableColumnSetting]) -> [TableColumn<Row>] where Element == TableColumn<Row> {
    let known = Set(settings.map(\.id))
    let chosen = settings.filter(\.isShown).flatMap { setting in
      filter { $0.id == setting.id }.map { column in
        var column = column
        if let width = setting.width { column.width = .fixed(width) }
        return column
      }
    }
    return chosen + filter { !known.contains($0.id) }
  }
}
