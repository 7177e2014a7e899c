/// A column of a table: what it is called, how wide it is, and what its cells say.
public struct TableColumn<Row: Sendable>: Identifiable {
  /// How wide a column is.
  public typealias Width = TableColumnWidth

  /// Its name in the program; what a click on its heading tells.
  public var id: String
  /// Its heading.
  public var title: String
  /// How wide it is.
  public var width: Width
  /// Where its texts stand.
  public var alignment: TextAlignment
  /// Where there is too little room, columns of the lowest priority are left out first; of equals, the last.
  public var priority: Int
  /// Whether a click on the heading asks for sorting.
  public var isSortable: Bool
  /// What becomes of texts that are too long.
  public var truncation: Truncation
  /// What a cell says. Called at each frame that draws the row: keep what it shows in the row, formatted already.
  public var cell: @MainActor (Row) -> TableCell

  /// A column.
  public init(
    id: String, title: String, width: Width = .flexible(), alignment: TextAlignment = .leading, priority: Int = 0,
    isSortable: Bool = false, truncation: Truncation = .ellipsis, cell: @escaping @MainActor (Row) -> TableCell
  ) {
    self.id = id
    self.title = title
    self.width = width
    self.alignment = alignment
    self.priority = priority
    self.isSortable = isSortable
    self.truncation = truncation
    self.cell = cell
  }
}

/// How wide a column is, in cells.
public enum TableColumnWidth: Sendable, Hashable {
  /// Always as wide.
  case fixed(Int)
  /// At least `min`; `ideal` once there is room; a share of what is left after that, by `weight` (0: none).
  case flexible(min: Int = 4, ideal: Int = 12, weight: Int = 1)
}

/// What a cell of a table says.
public struct TableCell: Sendable, ExpressibleByStringLiteral {
  /// The text. ASCII is drawn without looking at graphemes.
  public var text: String
  /// What it means; nil: ordinary text.
  public var role: Role?
  /// Parts to bring out, as offsets in the UTF-8 of `text`: searching finds bytes, and in ASCII they are columns, so
  /// nothing has to be counted. Parts outside the text are ignored.
  public var highlights: [Range<Int>]

  /// A cell that says `text`.
  @inlinable
  public init(_ text: String, role: Role? = nil, highlights: [Range<Int>] = []) {
    self.text = text
    self.role = role
    self.highlights = highlights
  }

  /// A cell that says `value`.
  public init(stringLiteral value: String) { self.init(value) }
}

/// By which column rows are sorted, for the sign in its heading.
public struct TableSort: Sendable, Hashable {
  /// The column's name.
  public var columnID: String
  /// Whether the smallest is first.
  public var ascending: Bool

  /// Sorted by the column `columnID`.
  public init(_ columnID: String, ascending: Bool = true) {
    self.columnID = columnID
    self.ascending = ascending
  }
}
