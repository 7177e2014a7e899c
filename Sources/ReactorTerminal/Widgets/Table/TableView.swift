import ReactorCore

/// A list of rows in columns, of which only those on the screen cost anything.
///
/// The selection belongs to a row, not to a place: it survives other rows, another order and another size. Its keys are
/// commands (`list.up`, `list.down`, …) that a user can remap. The selected row carries a pointer, so it shows without
/// colour too.
open class TableView<Row: Identifiable & Sendable>: View where Row.ID: Sendable {
  /// What it shows. Where the row of the first line and the selected row are still there, they keep their places.
  public var rows: TableRows<Row> = .empty {
    didSet { if rows != oldValue { rowsReplaced(from: oldValue) } }
  }
  /// Its columns, from left to right.
  public var columns: [TableColumn<Row>] {
    didSet { columnsChanged() }
  }
  /// By which column the rows are sorted; shown in its heading.
  public var sort: TableSort? {
    didSet { if sort != oldValue { setNeedsDisplay(headerRect) } }
  }
  /// The rows that carry a mark.
  public var marked: Set<Row.ID> = [] {
    didSet { if marked != oldValue { setNeedsDisplay(bodyRect) } }
  }
  /// Whether rows can be marked: gives marks a column and Space its meaning.
  public var allowsMarking = false {
    didSet {
      command("list.mark")?.isEnabled = allowsMarking
      if allowsMarking != oldValue { columnsChanged() }
    }
  }
  /// Whether the rows are known to be out of date: they are drawn fainter.
  public var isStale = false {
    didSet { if isStale != oldValue { setNeedsDisplay(bodyRect) } }
  }
  /// Whether the first line holds the headings.
  public var showsHeader = true {
    didSet { if showsHeader != oldValue { setNeedsLayout(); setNeedsDisplay() } }
  }
  /// What lies behind the rows, where that is not the bare screen: in a dialog, `.alert`.
  public var ground: Role = .text {
    didSet { if ground != oldValue { setNeedsDisplay() } }
  }
  /// What is shown in place of rows when there are none; usually an `EmptyState`.
  public var placeholder: View? {
    didSet { if placeholder !== oldValue { placeholderChanged(from: oldValue) } }
  }
  /// Lets the list be pulled down to be refreshed.
  public var refreshControl: RefreshControl? {
    didSet { if refreshControl !== oldValue { refreshControlChanged(from: oldValue) } }
  }

  /// Told of the row that is selected now, whether a person chose it or other rows made it so.
  public let selectionChanged = Relay<Row.ID>()
  /// Told of a row that was opened, with Enter or a double click.
  public let itemSelected = Relay<Row.ID>()
  /// Told of the column whose heading was clicked.
  public let headerClicked = Relay<String>()
  /// Told of a row whose mark is to be set or taken away, with Space.
  public let markToggled = Relay<Row.ID>()
  /// Told of `positionText` when it changes.
  public let positionChanged = Relay<String>()

  var viewport = TableViewport()
  var layout: TableLayout?
  var announced: (id: Row.ID?, index: Int?, count: Int) = (nil, nil, 0)
  /// The row that was chosen, which comes back with it when it was gone for a while.
  var wantedID: Row.ID?
  /// What other rows do to the selection: `same`, but while `show(_:selecting:)` sets them.
  var pendingSelection = TableSelection<Row.ID>.same
  var isDraggingScrollbar = false

  /// A table of `columns`.
  public init(columns: [TableColumn<Row>], rows: TableRows<Row> = .empty) {
    self.columns = columns
    super.init()
    installCommands()
    self.rows = rows
    rowsReplaced(from: .empty)
  }

  /// Whether it can have the keyboard. One that cannot, because a text field beside it has it, shows its selection all
  /// the same.
  public var acceptsKeyboard = true {
    didSet { if acceptsKeyboard != oldValue { setNeedsDisplay(bodyRect) } }
  }

  /// As `acceptsKeyboard` says.
  open override var canBecomeFocused: Bool { acceptsKeyboard }

  // MARK: The selection

  /// The place of the selected row; nil when there are no rows. Setting it scrolls no further than it must.
  public var selectedIndex: Int? {
    get { viewport.selected }
    set { if let newValue { change { $0.select(newValue) } } }
  }

  /// The selected row by its identity. Setting one that is not there selects it once it is.
  public var selectedID: Row.ID? {
    get { announced.id }
    set {
      guard let newValue else { return }
      wantedID = newValue
      if let index = rows.index(of: newValue) { change { $0.select(index) } }
    }
  }

  /// The selected row.
  public var selectedRow: Row? { viewport.selected.map { rows[$0] } }

  /// Where the selection is, and of how many: `12/49,582`; empty when there are no rows.
  public var positionText: String {
    announced.index.map { "\(grouped($0 + 1))/\(grouped(announced.count))" } ?? ""
  }

  /// The places of the rows on the screen.
  public var visibleRows: Range<Int> { viewport.visible }

  // MARK: Layout and drawing

  /// Places what stands above the rows and in their stead.
  open override func layoutSubviews() {
    refreshControl?.frame = Rect(x: 0, y: headerHeight, width: bounds.width, height: refreshControl?.lines ?? 0)
    placeholder?.frame = bodyRect
    layout = nil
    change(isChosen: false) { $0.resize(height: bodyRect.height) }
  }

  /// The headings, the rows and the scrollbar, as far as they are inside the clip.
  open override func draw(in canvas: Canvas) {
    drawContent(in: canvas)
  }

  /// Only the selected row looks different with the keyboard.
  open override func focusChanged() {
    if let selected = viewport.selected { setNeedsDisplay(rect(ofRow: selected)) }
  }

  /// Clicks select, double clicks open, the wheel scrolls, the scrollbar can be dragged.
  open override func handle(mouse: MouseEvent) -> Bool { handleMouse(mouse) }
}
