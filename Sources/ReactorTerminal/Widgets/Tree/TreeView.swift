import ReactorCore

/// A tree of items that the user expands and collapses, with columns as in a table.
///
/// → and l expand an item, ← and h collapse it or go to its parent, and Enter expands or collapses the item, or opens
/// it if it has no children. The selection and the expanded items are preserved by ID when the items change. Children
/// can be loaded on demand:
///
/// ```swift
/// let tree = TreeView<Folder> { TableCell($0.name) }
/// send(tree.childrenRequested) { .loadChildren($0) }
/// reactor.state(\.folders).map { state in
///   TreeItems(state.roots) { folder in state.children[folder.id].map { .loaded($0) } ?? .unloaded }
/// }.bind(to: tree, \.items)
/// ```
public final class TreeView<Item: Identifiable & Sendable>: View where Item.ID: Sendable {
  /// The items. Setting them takes time proportional to the number of rows, including those scrolled out of view.
  public var items: TreeItems<Item> {
    didSet { reload() }
  }
  /// The IDs of the expanded items, including those that are not visible. Setting it does not trigger
  /// ``expansionChanged``.
  public var expandedIDs: Set<Item.ID> = [] {
    didSet {
      guard expandedIDs != oldValue else { return }
      selectVisibleAncestor()
      reload()
    }
  }
  /// The title of Enter's action on an item without children. The default is "Open".
  public var rowOpenTitle = "Open" {
    didSet { updateHint() }
  }
  /// The text of the row that stands for children while they are loaded. An ellipsis is added.
  public var loadingTitle = "Loading" {
    didSet { if loadingTitle != oldValue { table.setNeedsDisplay() } }
  }
  /// Whether the first line shows the headings of the columns.
  public var showsHeader: Bool {
    get { table.showsHeader }
    set { table.showsHeader = newValue }
  }
  /// The role of the background: `.alert` in a dialog.
  public var background: Role {
    get { table.background }
    set { table.background = newValue }
  }
  /// The view shown in place of the items if there are none; usually an ``EmptyState``.
  public var placeholder: View? {
    get { table.placeholder }
    set { table.placeholder = newValue }
  }

  /// A relay that emits the ID of the selected item when it changes.
  public let selectionChanged = Relay<Item.ID>()
  /// A relay that emits the ID of an item without children when the user opens it with Enter or a double click.
  public let opened = Relay<Item.ID>()
  /// A relay that emits the IDs of the expanded items when the user expands or collapses one.
  public let expansionChanged = Relay<Set<Item.ID>>()
  /// A relay that emits the ID of an expanded item whose children are not loaded. Set ``items`` in response.
  ///
  /// It emits once while the item stays expanded. If loading fails, the user can try again by collapsing and expanding
  /// the item.
  public let childrenRequested = Relay<Item.ID>()

  private let table: TableView<TreeRow<Item>>
  private var outline = TreeOutline<Item>()
  private var requested: Set<Item.ID> = []
  private var revision = 0
  private let disposeBag = DisposeBag()

  /// Creates a tree with one column and no headings.
  ///
  /// - Parameters:
  ///   - items: The items.
  ///   - cell: A closure that returns the content of an item's row. It is called whenever the row is drawn.
  public convenience init(items: TreeItems<Item>? = nil, cell: @escaping @MainActor (Item) -> TableCell) {
    self.init(columns: [TableColumn(id: "item", title: "", cell: cell)], items: items)
    showsHeader = false
  }

  /// Creates a tree.
  ///
  /// - Parameters:
  ///   - columns: The columns, from left to right. The first column shows the structure.
  ///   - items: The items.
  public init(columns: [TableColumn<Item>], items: TreeItems<Item>? = nil) {
    self.items = items ?? TreeItems([]) { _ in .none }
    table = TableView(columns: [])
    super.init()
    table.columns = columns.enumerated().map { index, column in outlineColumn(column, isFirst: index == 0) }
    addSubview(table)
    addCommand(TreeCommands.expand).bind { [weak self] in self?.expandOrEnter() }
    addCommand(TreeCommands.collapse).bind { [weak self] in self?.collapseOrLeave() }
    // A placeholder for children that are being loaded cannot be opened.
    table.canOpenRow = { $0.itemID != nil }
    table.rowOpened.subscribe { [weak self] in self?.open($0) }.disposed(by: disposeBag)
    table.rowPressed = { [weak self] in self?.pressRow($0, at: $1) }
    table.selectionChanged.subscribe { [weak self] id in
      self?.updateHint()
      if case .item(let id) = id { self?.selectionChanged.send(id) }
    }.disposed(by: disposeBag)
    reload()
  }

  private func outlineColumn(_ column: TableColumn<Item>, isFirst: Bool) -> TableColumn<TreeRow<Item>> {
    TableColumn(
      id: column.id, title: column.title, width: column.width, alignment: isFirst ? .leading : column.alignment,
      priority: isFirst ? .max : column.priority, truncation: column.truncation
    ) { [weak self] row in
      let glyphs = Theme.dark.glyphs(ascii: self?.window?.capabilities.isASCII ?? false)
      guard row.itemID != nil else {
        guard isFirst else { return "" }
        var cell = TableCell("\(self?.loadingTitle ?? "")\(glyphs.ellipsis)", role: .secondary)
        cell.prefix = row.prefix(glyphs, limit: self?.levelLimit ?? 0)
        return cell
      }
      var cell = column.cell(row.item)
      if isFirst { cell.prefix = row.prefix(glyphs, limit: self?.levelLimit ?? 0) + cell.prefix }
      return cell
    }
  }

  // MARK: Selection and expansion

  /// The ID of the selected item; `nil` if there is none or if a placeholder is selected. An item that is not visible
  /// yet is selected when it appears.
  public var selectedID: Item.ID? {
    get { table.selectedRow?.itemID }
    set { table.selectedID = newValue.map { .item($0) } }
  }

  /// The selected item; `nil` if there is none or if a placeholder is selected.
  public var selectedItem: Item? {
    table.selectedRow.flatMap { $0.itemID == nil ? nil : $0.item }
  }

  private func expandOrEnter() {
    guard let row = table.selectedRow, let id = row.itemID else { return }
    switch row.disclosure {
    case .collapsed: toggle(id)
    case .expanded:
      if let index = table.selectedIndex, index + 1 < outline.rows.count, outline.rows[index + 1].depth > row.depth {
        table.selectedIndex = index + 1
      }
    case .none: break
    }
  }

  private func collapseOrLeave() {
    guard let row = table.selectedRow, let index = table.selectedIndex else { return }
    if row.disclosure == .expanded, let id = row.itemID {
      toggle(id)
    } else if let parent = outline.parent(of: index) {
      table.selectedIndex = parent
    }
  }

  private func open(_ id: TreeRow<Item>.ID) {
    guard case .item(let item) = id, let index = outline.indices[id] else { return }
    if outline.rows[index].disclosure == .none { opened.send(item) } else { toggle(item) }
  }

  /// Expands or collapses the item whose sign is at the clicked column.
  private func pressRow(_ id: TreeRow<Item>.ID, at x: Int) {
    guard let index = outline.indices[id] else { return }
    let row = outline.rows[index]
    let sign = table.gutterWidth + 2 * row.levels(limit: levelLimit)
    if row.disclosure != .none, let id = row.itemID, sign..<sign + 2 ~= x { toggle(id) }
  }

  private func toggle(_ id: Item.ID) {
    expandedIDs.formSymmetricDifference([id])
    expansionChanged.send(expandedIDs)
  }

  /// Selects the innermost ancestor of the selected item that stays visible when the expanded items change.
  private func selectVisibleAncestor() {
    guard var index = table.selectedIndex, outline.rows.indices.contains(index) else { return }
    let next = TreeOutline(items, expanded: expandedIDs)
    while next.indices[outline.rows[index].id] == nil, let parent = outline.parent(of: index) { index = parent }
    if index != table.selectedIndex { table.selectedIndex = index }
  }

  private func reload() {
    outline = TreeOutline(items, expanded: expandedIDs)
    let missing = outline.unloaded.filter { !requested.contains($0) }
    requested = Set(outline.unloaded)
    revision += 1
    table.rows = outline.tableRows(stamp: revision)
    updateHint()
    for id in missing { childrenRequested.send(id) }
  }

  private func updateHint() {
    let title =
      switch table.selectedRow?.disclosure {
      case .collapsed: "Expand"
      case .expanded: "Collapse"
      default: rowOpenTitle
      }
    if table.rowOpenTitle != title { table.rowOpenTitle = title }
  }

  // MARK: Layout

  /// The maximum number of levels that are drawn, so that indentation takes at most half of the width.
  private var levelLimit: Int { bounds.width / 4 }

  public override func layoutSubviews() { table.frame = bounds }
}

/// The commands that a tree adds to those of lists.
public enum TreeCommands {
  /// The binding that expands the selected item or, if it is already expanded, selects its first child.
  public static let expand = KeyBinding(
    id: "tree.expand", keys: [.right, "l"], title: "Expand",
    help: "Expands the item, or selects its first child.", section: "Tree", isHidden: true)
  /// The binding that collapses the selected item or, if it is already collapsed, selects its parent.
  public static let collapse = KeyBinding(
    id: "tree.collapse", keys: [.left, "h"], title: "Collapse",
    help: "Collapses the item, or selects its parent.", section: "Tree", isHidden: true)

  /// All bindings.
  public static let bindings = [expand, collapse]
}
