/// A column of a table: its heading, its width and the content of its cells.
public struct TableColumn<Row: Sendable>: Identifiable {
  /// The width of a column.
  public typealias Width = TableColumnWidth

  /// The name of the column in code, which ``TableView/headerClicked`` emits.
  public var id: String
  /// The heading.
  public var title: String
  /// The heading in a column that is too narrow for ``title``; empty for none.
  public var shortTitle: String
  /// The unit of the values, which follows the heading if it fits; empty for none.
  public var unit: String
  /// The width.
  public var width: Width
  /// The alignment of the heading and the cells.
  public var alignment: TextAlignment
  /// The importance of the column in a narrow table. Columns of the lowest priority are removed first; among equals,
  /// those of a constant width before flexible ones, and the rightmost.
  public var priority: Int
  /// The widths that columns of a higher priority keep if this one is shown.
  public var requires: TableColumnRequirement
  /// Whether ``TableView/headerClicked`` reports clicks on the heading.
  public var isSortable: Bool
  /// The treatment of text that is too wide.
  public var truncation: Truncation
  /// The number of columns for the text of a cell with a bar (``TableCell/fraction``), which fills the rest of the
  /// column after a space; `nil` for a column without bars. There are no bars in a column that is hardly wider. The
  /// selection does not color bars.
  public var textWidth: Int?
  /// The treatment of a value that is the same as in the row above.
  public var repeatedValues: TableRepeatedValues
  /// Returns the content of a cell. Called whenever the row is drawn, so rows should store formatted text.
  public var cell: @MainActor (Row) -> TableCell
  /// Returns a shorter content, for a column that is narrower than its ideal width; `nil` for ``cell``.
  ///
  /// ```swift
  /// var column = TableColumn(id: "class", title: "Class", width: .flexible(min: 8, ideal: 20)) {
  ///   TableCell($0.vehicleClass)
  /// }
  /// column.narrowCell = { TableCell($0.shortClass) }
  /// ```
  public var narrowCell: (@MainActor (Row) -> TableCell)?

  /// Creates a column.
  ///
  /// - Parameters:
  ///   - id: The name of the column in code.
  ///   - title: The heading.
  ///   - shortTitle: The heading in a column that is too narrow for `title`.
  ///   - unit: The unit of the values, which follows the heading if it fits.
  ///   - width: The width.
  ///   - alignment: The alignment of the heading and the cells.
  ///   - priority: The importance of the column in a narrow table.
  ///   - requires: The widths that columns of a higher priority keep if this one is shown.
  ///   - isSortable: Whether clicks on the heading are reported.
  ///   - truncation: The treatment of text that is too wide.
  ///   - textWidth: The number of columns before the bars; `nil` for a column without bars.
  ///   - repeatedValues: The treatment of a value that is the same as in the row above.
  ///   - cell: Returns the content of a cell. Called whenever the row is drawn.
  public init(
    id: String, title: String, shortTitle: String = "", unit: String = "", width: Width = .flexible(),
    alignment: TextAlignment = .leading, priority: Int = 0, requires: TableColumnRequirement = .minimums,
    isSortable: Bool = false, truncation: Truncation = .ellipsis, textWidth: Int? = nil,
    repeatedValues: TableRepeatedValues = .shown, cell: @escaping @MainActor (Row) -> TableCell
  ) {
    self.id = id
    self.title = title
    self.shortTitle = shortTitle
    self.unit = unit
    self.width = width
    self.alignment = alignment
    self.priority = priority
    self.requires = requires
    self.isSortable = isSortable
    self.truncation = truncation
    self.textWidth = textWidth
    self.repeatedValues = repeatedValues
    self.cell = cell
  }
}

/// The width of a column, in terminal columns.
public enum TableColumnWidth: Sendable, Hashable {
  /// A constant width.
  case fixed(Int)
  /// At least `min`, and `ideal` if there is enough space. The remaining space is divided by `weight`; a weight of 0
  /// receives none of it.
  case flexible(min: Int = 4, ideal: Int = 12, weight: Int = 1)
}

/// The widths that columns of a higher priority keep if a column is shown.
///
/// A column that requires more than the minimums becomes wider only after them. If all columns but those of the highest
/// priority require more, and none less than a column of a higher priority, the columns of the highest priority are never
/// narrower in a wider table: what they would lose there stays empty.
public enum TableColumnRequirement: Sendable, Hashable {
  /// Their minimums.
  case minimums
  /// This width for the columns of the highest priority, unless their ideal width is smaller; the minimums for others.
  case leading(Int)
  /// Their ideal widths.
  case ideals
}

/// The treatment of a value that is the same as in the row above.
public enum TableRepeatedValues: Sendable, Hashable {
  /// Shown like any other.
  case shown
  /// Shown in a fainter style, except in the first visible row and the first one of a section.
  case dimmed
  /// Left out, except in the selected row, the first visible row and the first one of a section.
  case hidden
}

/// The sort order that a table shows in its headings.
public struct TableSort: Sendable, Hashable {
  /// The column that the rows are sorted by.
  public var columnID: String
  /// Whether the smallest value comes first.
  public var isAscending: Bool

  /// Creates a sort order.
  public init(_ columnID: String, ascending: Bool = true) {
    self.columnID = columnID
    isAscending = ascending
  }
}
