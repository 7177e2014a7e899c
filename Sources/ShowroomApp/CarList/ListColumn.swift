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
}
