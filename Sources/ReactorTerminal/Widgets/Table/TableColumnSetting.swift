/// The user's choice of a table column's position, width and visibility, to be saved and applied.
///
/// A ``ColumnChooser`` edits an array of settings, whose order is that of the columns.
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
  /// Returns the columns in the order and with the widths that the user has chosen, without hidden ones.
  ///
  /// Columns without a setting are added at the end, so that a column added by a new version of the program is shown.
  /// Settings without a column have no effect. Columns with the same ID share its setting.
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
