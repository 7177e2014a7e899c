/// A column of a table: its heading, its width and the content of its cells.
public struct TableColumn<Row: Sendable>: Identifiable {
  /// The width of a column.
  public typealias Width = TableColumnWidth

  /// The name of the column in code, which ``TableView/headerClicked`` emits.
  public var id: String
  /// The heading.
  public var title: String
  /// The width.
  public var width: Width
  /// The alignment of the heading and the cells.
  public var alignment: TextAlignment
  /// The importance of the column in a narrow table. Columns of the lowest priority are removed first; among equals,
  /// the rightmost.
  public var priority: Int
  /// Whether ``TableView/headerClicked`` reports clicks on the heading.
  public var isSortable: Bool
  /// The treatment of text that is too wide.
  public var truncation: Truncation
  /// Returns the content of a cell. Called whenever the row is drawn, so rows should store formatted text.
  public var cell: @MainActor (Row) -> TableCell

  /// Creates a column.
  ///
  /// - Parameters:
  ///   - id: The name of the column in code.
  ///   - title: The heading.
  ///   - width: The width.
  ///   - alignment: The alignment of the heading and the cells.
  ///   - priority: The importance of the column in a narrow table.
  ///   - isSortable: Whether clicks on the heading are reported.
  ///   - truncation: The treatment of text that is too wide.
  ///   - cell: Returns the content of a cell. Called whenever the row is drawn.
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

/// The width of a column, in terminal columns.
public enum TableColumnWidth: Sendable, Hashable {
  /// A constant width.
  case fixed(Int)
  /// At least `min`, and `ideal` if there is enough space. The remaining space is divided by `weight`; a weight of 0
  /// receives none of it.
  case flexible(min: Int = 4, ideal: Int = 12, weight: Int = 1)
}

/// The content of one cell of a table.
public struct TableCell: Sendable, ExpressibleByStringLiteral {
  /// The text. ASCII text is drawn without segmenting it into characters.
  public var text: String
  /// The meaning of the text, which determines its style; `nil` for ordinary text.
  public var role: Role?
  /// The parts of the text to highlight, as UTF-8 offsets. Ranges outside the text are ignored.
  ///
  /// Searches produce byte offsets, and in ASCII text bytes and columns agree, so that no conversion is necessary.
  public var highlights: [Range<Int>]
  /// What few cells have; `nil` in the others, so that they cost no more.
  @usableFromInline var extras: Extras?

  /// The content of a cell besides its first line of text.
  @usableFromInline final class Extras: Sendable {
    let prefix: [Span]
    let below: [TableCell]

    init(prefix: [Span], below: [TableCell]) {
      self.prefix = prefix
      self.below = below
    }
  }

  /// Creates a cell.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - role: The meaning of the text; `nil` for ordinary text.
  ///   - highlights: The parts of the text to highlight, as UTF-8 offsets.
  @inlinable
  public init(_ text: String, role: Role? = nil, highlights: [Range<Int>] = []) {
    self.text = text
    self.role = role
    self.highlights = highlights
    extras = nil
  }

  /// The lines of the cell after the first. The height of the row determines how many of them are shown, see
  /// ``TableView/rowHeight``.
  ///
  /// ```swift
  /// table.rowHeight = .fixed(2)
  /// table.columns = [
  ///   TableColumn(id: "title", title: "Title") { note in
  ///     var cell = TableCell(note.title)
  ///     cell.below = [TableCell(note.summary, role: .secondary)]
  ///     return cell
  ///   }
  /// ]
  /// ```
  public var below: [TableCell] {
    get { extras?.below ?? [] }
    set { extras = Extras(prefix: prefix, below: newValue) }
  }

  /// The parts of the first line before the text, with roles of their own, such as a sign.
  public var prefix: [Span] {
    get { extras?.prefix ?? [] }
    set { extras = Extras(prefix: newValue, below: below) }
  }

  /// Creates a cell with ordinary text.
  public init(stringLiteral value: String) { self.init(value) }
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
