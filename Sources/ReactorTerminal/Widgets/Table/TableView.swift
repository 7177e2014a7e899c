import ReactorCore

/// A list of rows in columns. Only visible rows cost time, regardless of the total number.
///
/// Rows can occupy several lines (``rowHeight``), and sections can have headings (``TableRows/init(_:heading:)``).
///
/// The selection belongs to a row, not to an index: it is preserved when the rows, their order or the size change. The
/// selected row has its own style and a pointer, so that it is visible even without color. The keys are commands
/// (`list.up`, `list.down` and so on), which the user can remap.
///
/// ```swift
/// let table = TableView<Car>(columns: [
///   TableColumn(id: "make", title: "Make") { TableCell($0.make) },
///   TableColumn(id: "year", title: "Year", width: .fixed(4)) { TableCell($0.yearText) },
/// ])
/// table.rows = TableRows(cars)
/// send(table.rowOpened) { .open($0) }
/// ```
open class TableView<Row: Identifiable & Sendable>: View where Row.ID: Sendable {
  /// The rows. The first visible row and the selected row keep their screen lines if they are among the new rows.
  ///
  /// To choose the selection at the same time, call ``show(_:selecting:)``.
  public var rows: TableRows<Row> = .empty {
    didSet { if rows != oldValue { rowsReplaced(from: oldValue) } }
  }
  /// The columns, from left to right. Setting them keeps the selection and the first visible row.
  public var columns: [TableColumn<Row>] {
    didSet { columnsChanged() }
  }
  /// The sort order shown in the headings. Setting it does not sort the rows.
  public var sort: TableSort? {
    didSet { if sort != oldValue { setNeedsDisplay(headerRect) } }
  }
  /// The order of rows that are equal in ``sort``. It is dimmed in the headings, where both orders then show their
  /// rank. Setting it does not sort the rows.
  public var secondarySort: TableSort? {
    didSet { if secondarySort != oldValue { setNeedsDisplay(headerRect) } }
  }
  /// The IDs of the marked rows.
  public var marked: Set<Row.ID> = [] {
    didSet { if marked != oldValue { setNeedsDisplay(bodyRect) } }
  }
  /// Whether rows can be marked, which adds a column for marks and enables Space.
  public var allowsMarking = false {
    didSet {
      command(ListCommands.mark)?.isEnabled = allowsMarking
      command(ListCommands.mark)?.binding.isHidden = !allowsMarking
      if allowsMarking != oldValue { columnsChanged() }
    }
  }
  /// Whether Space moves to the next row after marking one, so that holding down the key marks a run of rows.
  public var movesOnAfterMarking = false
  /// A closure that returns the sign of a row, which is one column wide and shown before the first column, after the
  /// mark; `nil` for none. If rows have signs, the first column begins one cell further to the right.
  ///
  /// ```swift
  /// table.rowSign = { [glyphs] in $0.isFavorite ? Span(String(glyphs.starFilled), .mark) : nil }
  /// ```
  public var rowSign: (@MainActor (Row) -> Span?)? {
    didSet { columnsChanged() }
  }
  /// Whether the rows are known to be out of date. If so, they are dimmed.
  public var isStale = false {
    didSet { if isStale != oldValue { setNeedsDisplay(bodyRect) } }
  }
  /// Whether the first line shows the headings.
  public var showsHeader = true {
    didSet { if showsHeader != oldValue { setNeedsLayout(); setNeedsDisplay() } }
  }
  /// The number of lines of each row. The cost of a key depends on the height of the table, not on the number of rows.
  public var rowHeight: TableRowHeight<Row> = .fixed(1) {
    didSet { linesChanged() }
  }
  /// Whether the first line under the column headings always shows the section of the first visible row. Otherwise,
  /// section headings scroll with the rows.
  public var pinsSectionHeadings = true {
    didSet { if pinsSectionHeadings != oldValue { linesChanged() } }
  }
  /// The role of the background: `.alert` in a dialog.
  public var background: Role = .text {
    didSet { if background != oldValue { setNeedsDisplay() } }
  }
  /// A closure that returns whether a row can be opened; `nil` if all rows can. It is called when a row is selected or
  /// clicked twice.
  ///
  /// If the selected row cannot be opened, or if there is none, Enter is not offered, and the surrounding views handle
  /// it.
  ///
  /// ```swift
  /// table.canOpenRow = { !$0.isHeading }
  /// ```
  public var canOpenRow: (@MainActor (Row) -> Bool)? {
    didSet { updateCommands() }
  }
  /// A closure that returns the command that Enter runs for the selected row, or for none; `nil` if the row cannot be
  /// opened. It is called before each key and each frame, so the command may depend on the state.
  ///
  /// ```swift
  /// table.opening = { RowCommand($0?.isFolder == true ? "Open" : "Play") }
  /// ```
  ///
  /// Without it, Enter opens every row, and its title is ``rowOpenTitle``.
  public var opening: (@MainActor (Row?) -> RowCommand?)? {
    didSet { rowCommandsChanged() }
  }
  /// A closure that returns the command that Space runs for the selected row of a table that ``allowsMarking``, or for
  /// none; `nil` if the row cannot be marked. It is called before each key and each frame.
  public var marking: (@MainActor (Row?) -> RowCommand?)? {
    didSet { rowCommandsChanged() }
  }
  /// Whether rows can be opened at all. Otherwise, Enter has no hint, and the surrounding views handle it.
  public var allowsOpening = true {
    didSet {
      command(ListCommands.open)?.isEnabled = allowsOpening
      command(ListCommands.open)?.binding.isHidden = !allowsOpening
    }
  }
  /// The view shown in place of the rows if there are none; usually an ``EmptyState``.
  public var placeholder: View? {
    didSet { if placeholder !== oldValue { placeholderChanged(from: oldValue) } }
  }
  /// The control that lets the user refresh the list by pulling it down.
  public var refreshControl: RefreshControl? {
    didSet { if refreshControl !== oldValue { refreshControlChanged(from: oldValue) } }
  }

  /// A relay that emits the ID of the selected row when it changes, whether because the user selected another row or
  /// because the rows changed. A key that is held down while the program is busy is announced once, with the row that
  /// it leads to.
  public let selectionChanged = Relay<Row.ID>()
  /// A relay that emits the ID of a row when the user opens it with Enter or a double click.
  public let rowOpened = Relay<Row.ID>()
  /// A relay that emits the ID of a sortable column when the user clicks its heading.
  public let headerClicked = Relay<String>()
  /// A relay that emits the ID of a row when the user presses Space to mark or unmark it. The table itself does not
  /// change ``marked``.
  public let markToggled = Relay<Row.ID>()
  /// A relay that emits the indices of the completely visible rows when they change, for example to load their
  /// contents.
  public let visibleRowsChanged = Relay<Range<Int>>()
  /// A relay that emits when the last row becomes visible, and again when a different last row is visible. It does not
  /// emit while there are no rows.
  ///
  /// ```swift
  /// send(table.endReached) { .loadNextPage }
  /// ```
  public let endReached = Relay<Void>()

  /// The title of Enter's action, such as "Play". The default is "Open". Any other title has no explanation in the help
  /// unless ``rowOpenHelp`` is set after it.
  ///
  /// The hint is shown while the selected row can be opened. If the title depends on the row, set ``opening``. To omit
  /// the hint permanently, set ``allowsOpening``.
  public var rowOpenTitle: String {
    get { command(ListCommands.open)?.title ?? "" }
    set {
      guard newValue != rowOpenTitle else { return }
      let standard = ListCommands.open.binding
      command(ListCommands.open)?.title = newValue
      rowOpenHelp = newValue == standard.title ? standard.help : ""
    }
  }

  /// The explanation of ``rowOpenTitle`` in the help: a sentence, such as "Plays the selected song."
  public var rowOpenHelp: String {
    get { command(ListCommands.open)?.binding.help ?? "" }
    set { command(ListCommands.open)?.binding.help = newValue }
  }

  var viewport = TableViewport()
  var layout: TableLayout? {
    didSet { drawnColumns = nil }
  }
  var drawnColumns: DrawnColumns?
  var rowStore = TableRowStore()
  var announced: (id: Row.ID?, index: Int?, count: Int) = (nil, nil, 0)
  var announcedVisible = 0..<0
  /// The last row and the number of rows, if the last row was visible.
  var announcedEnd: (count: Int, id: Row.ID)?
  /// The row that was chosen. If it disappears temporarily, it is selected again when it returns.
  var wantedID: Row.ID?
  /// The effect of new rows on the selection: `same` except while `show(_:selecting:)` sets them.
  var pendingSelection = TableSelection<Row.ID>.same
  var isDraggingScrollbar = false
  /// A closure called with the ID of a row and the column when the user clicks it, for signs inside a cell. The row may
  /// have moved or disappeared, because the click has selected it and a subscriber may replace the rows in response.
  var rowPressed: (@MainActor (Row.ID, Int) -> Void)?

  /// Creates a table.
  public init(columns: [TableColumn<Row>], rows: TableRows<Row> = .empty) {
    self.columns = columns
    super.init()
    installCommands()
    self.rows = rows
    rowsReplaced(from: .empty)
  }

  /// Whether the table can be focused.
  ///
  /// Set it to `false` if a text field beside the table keeps the focus. The selection then looks as if the table were
  /// focused.
  public var acceptsFocus = true {
    didSet { if acceptsFocus != oldValue { setNeedsDisplay(bodyRect) } }
  }

  open override var canBecomeFocused: Bool { acceptsFocus }

  open override var focusCell: Point {
    viewport.selected.map { rect(ofRow: $0).origin } ?? Point(x: 0, y: min(bodyRect.y, max(0, bounds.height - 1)))
  }

  // MARK: Selection

  /// The index of the selected row; `nil` if there are no rows. Setting it scrolls no further than necessary.
  public var selectedIndex: Int? {
    get { viewport.selected }
    set { if let newValue { change { $0.select(newValue) } } }
  }

  /// The ID of the selected row; `nil` if there are no rows. A row that does not exist yet is selected when it appears.
  public var selectedID: Row.ID? {
    get { announced.id }
    set {
      guard let newValue else { return }
      wantedID = newValue
      if let index = rows.index(of: newValue) { change { $0.select(index) } }
    }
  }

  /// The selected row; `nil` if there are no rows.
  public var selectedRow: Row? { viewport.selected.map { rows[$0] } }

  /// The position of the selection in the form `12/49,582`; empty if there are no rows.
  public var positionText: String {
    announced.index.map { "\(grouped($0 + 1))/\(grouped(announced.count))" } ?? ""
  }

  /// Returns the width at which a column is shown, or `nil` if it is not shown.
  ///
  /// - Parameters:
  ///   - id: The ID of the column.
  ///   - tableWidth: The width of the table; `nil` for its current one.
  public func width(ofColumn id: String, inTableOfWidth tableWidth: Int? = nil) -> Int? {
    let layout = tableWidth.map { makeLayout(width: $0) } ?? currentLayout()
    return layout.columns.first { columns[$0.index].id == id }?.width
  }

  /// The indices of the visible rows.
  public var visibleRows: Range<Int> { viewport.visible }

  // MARK: Layout and drawing

  /// The headings of the columns and of the first visible section.
  open override var headingAreas: [Rect] {
    let body = bodyRect
    guard let first = viewport.place(of: viewport.top), first.hasHeading else { return [headerRect] }
    return [headerRect, Rect(x: 0, y: body.y, width: body.width, height: first.line)]
  }

  open override func layoutSubviews() {
    refreshControl?.frame = Rect(x: 0, y: headerHeight, width: bounds.width, height: refreshControl?.lineCount ?? 0)
    placeholder?.frame = bodyRect
    layout = nil
    change(isChosen: false) { $0.resize(height: bodyRect.height) }
  }

  open override func draw(in canvas: Canvas) {
    drawContent(in: canvas)
  }

  open override func focusChanged() {
    // Only the style of the selected row depends on the focus.
    if let selected = viewport.selected { setNeedsDisplay(rect(ofRow: selected)) }
  }

  /// Selects a row on a click, opens it on a double click, scrolls with the wheel and drags the scrollbar.
  open override func handle(mouse: MouseEvent) -> Bool { handleMouse(mouse) }

  /// The area of the table without the scrollbar.
  open override var selectableArea: Rect? {
    Rect(x: 0, y: 0, width: bounds.width - (viewport.lastTop > 0 ? 1 : 0), height: bounds.height)
  }
}

/// The title, help and availability of the command that Enter or Space runs for a row of a table.
public struct RowCommand: Sendable, Hashable {
  /// The name of the action, in a word or two.
  public var title: String
  /// The explanation in the help, as a sentence; empty for none.
  public var help: String
  /// Whether the action is currently possible. Otherwise, its hint is dimmed.
  public var isEnabled: Bool
  /// The reason why the action is not possible, as a sentence. It is shown if the user presses the command's key.
  public var reason: String?

  /// Creates the title, help and availability of a command.
  public init(_ title: String, help: String = "", isEnabled: Bool = true, reason: String? = nil) {
    self.title = title
    self.help = help
    self.isEnabled = isEnabled
    self.reason = reason
  }
}
