/// The content of one cell of a table.
public struct TableCell: Sendable, ExpressibleByStringLiteral {
  /// The text. ASCII text is drawn without segmenting it into characters.
  public var text: String
  /// The meaning of the text, which determines its style; `nil` for ordinary text.
  public var role: Role?
  /// The parts of the text to highlight, as UTF-8 offsets. Ranges outside the text are ignored.
  ///
  /// Searches produce byte offsets, which equal columns in ASCII text, so that no conversion is necessary.
  public var highlights: [Range<Int>]
  /// The properties that few cells have; `nil` in other cells, so that those cost no more.
  @usableFromInline var extras: Extras?

  /// The content of a cell besides its first line of text.
  @usableFromInline final class Extras: Sendable {
    let prefix: [Span]
    let suffix: [Span]
    let fraction: Double?
    let below: [TableCell]

    init(prefix: [Span], suffix: [Span], fraction: Double?, below: [TableCell]) {
      self.prefix = prefix
      self.suffix = suffix
      self.fraction = fraction
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

  /// The lines of the cell after the first. The height of the row determines how many of them are shown; see
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
    set { extras = Extras(prefix: prefix, suffix: suffix, fraction: fraction, below: newValue) }
  }

  /// The parts before the text in the first line, with their own roles, such as a sign.
  public var prefix: [Span] {
    get { extras?.prefix ?? [] }
    set { extras = Extras(prefix: newValue, suffix: suffix, fraction: fraction, below: below) }
  }

  /// The parts at the right end of the first line, with their own roles, such as signs for what a row has. The text is
  /// shortened to make space for them. They are left out if there would be no space for the text.
  public var suffix: [Span] {
    get { extras?.suffix ?? [] }
    set { extras = Extras(prefix: prefix, suffix: newValue, fraction: fraction, below: below) }
  }

  /// The filled part of a bar after the text, from 0 to 1; `nil` for no bar. It is drawn in columns with a
  /// ``TableColumn/textWidth``.
  ///
  /// ```swift
  /// TableColumn(id: "mpg", title: "mpg", width: .fixed(12), alignment: .trailing, textWidth: 3) {
  ///   TableCell("\($0.mpg)", fraction: Double($0.mpg) / 150)
  /// }
  /// ```
  public var fraction: Double? {
    get { extras?.fraction }
    set { extras = Extras(prefix: prefix, suffix: suffix, fraction: newValue, below: below) }
  }

  /// Creates a cell with a bar.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - role: The meaning of the text; `nil` for ordinary text.
  ///   - fraction: The filled part of the bar, from 0 to 1; `nil` for no bar.
  public init(_ text: String, role: Role? = nil, fraction: Double?) {
    self.init(text, role: role)
    if let fraction { extras = Extras(prefix: [], suffix: [], fraction: fraction, below: []) }
  }

  /// Creates a cell with ordinary text.
  public init(stringLiteral value: String) { self.init(value) }
}
