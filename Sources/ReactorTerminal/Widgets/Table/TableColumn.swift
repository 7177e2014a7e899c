/// A column of a table: its heading, its width and the content of its cells.
public struct TableColumn<Row: Sendable>: Identifiable {
  /// The width of a column.
  public typealias Width = TableColumnWidth

  /// The column's ID, as used in code. ``TableView/headerClicked`` emits it.
  public var id: String
  /// The heading.
  public var title: String
  /// The heading in a column that is too narrow for ``title``, and above ``narrowCell``; empty for none.
  public var shortTitle: String
  /// The unit of the values, which follows the heading if it fits; empty for none.
  public var unit: String
  /// The width.
  public var width: Width
  /// The alignment of the heading and the cells.
  public var alignment: TextAlignment
  /// The importance of the column in a narrow table. Columns with the lowest priority are removed first. Among columns
  /// of equal priority, those with a constant width are removed before flexible ones, starting from the right.
  public var priority: Int
  /// The widths that columns with a higher priority keep if this column is shown.
  public var requires: TableColumnRequirement
  /// Whether ``TableView/headerClicked`` reports clicks on the heading.
  public var isSortable: Bool
  /// The treatment of text that is too wide.
  public var truncation: Truncation
  /// The number of columns for the text of a cell with a bar (``TableCell/fraction``); `nil` for a column without bars.
  /// After a space, the bar fills the rest of the column. A column that is hardly wider shows no bars. The selection
  /// does not color bars.
  public var textWidth: Int?
  /// The treatment of a value that equals the one in the row above.
  public var repeatedValues: TableRepeatedValues
  /// A closure that returns the content of a cell. It is called whenever the row is drawn, so rows should store
  /// formatted text.
  public var cell: @MainActor (Row) -> TableCell
  /// A closure that returns shorter content for a column that is narrower than its ideal width or, if it has bars, than
  /// ``textWidth``; `nil` to use ``cell``.
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
  ///   - id: The column's ID, as used in code.
  ///   - title: The heading.
  ///   - shortTitle: The heading in a column that is too narrow for `title`, and above ``narrowCell``.
  ///   - unit: The unit of the values, which follows the heading if it fits.
  ///   - width: The width.
  ///   - alignment: The alignment of the heading and the cells.
  ///   - priority: The importance of the column in a narrow table.
  ///   - requires: The widths that columns with a higher priority keep if this column is shown.
  ///   - isSortable: Whether clicks on the heading are reported.
  ///   - truncation: The treatment of text that is too wide.
  ///   - textWidth: The number of columns for the text before a bar; `nil` for a column without bars.
  ///   - repeatedValues: The treatment of a value that equals the one in the row above.
  ///   - cell: A closure that returns the content of a cell. It is called whenever the row is drawn.
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
  /// At least `min`, and `ideal` if there is enough space. The remaining space is divided by `weight`; a column with a
  /// weight of 0 receives none of it.
  case flexible(min: Int = 4, ideal: Int = 12, weight: Int = 1)
}

/// The widths that columns with a higher priority keep if a column is shown.
///
/// A column that requires more than the minimums becomes wider only after those columns. The columns with the highest
/// priority are never narrower in a wider table if all other columns require more, and none less than a column with a
/// higher priority. The space that they would lose stays empty.
public enum TableColumnRequirement: Sendable, Hashable {
  /// Their minimums.
  case minimums
  /// This width for the columns with the highest priority, unless their ideal width is smaller, and the minimums for
  /// others.
  case leading(Int)
  /// Their ideal widths.
  case ideals
}

/// The treatment of a value that equals the one in the row above.
public enum TableRepeatedValues: Sendable, Hashable {
  /// Shown like any other value.
  case shown
  /// Dimmed, except in the first visible row and the first row of a section.
  case dimmed
  /// Left out, except in the selected row, the first visible row, and the first row of a section.
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
