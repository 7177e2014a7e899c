import ReactorCore
import ReactorTerminal
import ShowroomCatalog
import ShowroomFormatting
import ShowroomText

/// The list of cars, with a query field at the bottom, a preview of the selected car beside it and the values of the
/// fields below it. The preview and the values can be hidden.
///
/// The table itself moves the selection, so that a key that moves it involves no reactor and redraws only two rows.
package final class CarListView: ReactorView<CarListReactor> {
  /// The table, with the preview beside it.
  let panes: CarListPanes
  let table: CarTable
  let query = QueryField(placeholder: "words, or make:kia year>=2020 mpg>40 fuel:electric", prefix: "/")
  let facets = FacetPane()
  let refreshControl = RefreshControl()
  let placeholder = EmptyState()
  private let refreshBar = RefreshBar()
  private let source: String
  private var chrome: (any Disposable)?

  /// Creates a list without a reactor.
  ///
  /// - Parameters:
  ///   - formatting: The format of numbers.
  ///   - source: The display name of the source that a refresh reads.
  package init(formatting: CarFormatting = CarFormatting(), source: String = "the source") {
    facets.formatting = formatting
    panes = CarListPanes(formatting: formatting)
    table = panes.table
    self.source = source
    super.init()
    title = "Cars"
    table.placeholder = placeholder
    table.refreshControl = refreshControl
    for view in [query, facets] { view.isHidden = true }
    // The arrow keys move the table's selection while the user types.
    query.keysChooseProposals = false
    for view in [panes, facets, refreshBar, query] { addSubview(view) }
  }

  package override var preferredFocus: View? { table }

  /// The minimum height of the list above the values of the fields. In a lower window, only the focused view of the two
  /// is shown.
  private static let listHeight = 6
  /// The maximum height of the values of the fields.
  private static let facetsHeight = 12

  /// Places the query field, the refresh bar and the values of the fields at the bottom, so that no row moves.
  package override func layoutSubviews() {
    var bottom = bounds.height
    func place(_ view: View, height: Int) {
      let height = view.isHidden ? 0 : min(height, bottom)
      bottom -= height
      view.frame = Rect(x: 0, y: bottom, width: bounds.width, height: height)
    }
    // A long message in a small window leaves the heading and three rows of the list.
    place(query, height: min(query.sizeThatFits(bounds.size).height, max(2, bounds.height - 4)))
    place(refreshBar, height: 1)
    let half = min(Self.facetsHeight, bottom / 2)
    place(facets, height: bottom - half >= Self.listHeight ? half : facets.list.keepsFocus ? bottom : 0)
    panes.frame = Rect(x: 0, y: 0, width: bounds.width, height: bottom)
    panes.fitPreview(in: bounds.size)
  }

  /// Updates the status, which contains the position of the selection.
  package override func titlesWillShow() {
    if let reactor { updateStatus(reactor.currentState) }
  }

  /// Subscribes to focus changes.
  package override func windowChanged() {
    chrome?.dispose()
    chrome = window?.chrome.subscribe { [weak self] in self?.updateQueryField() }
  }

  /// The format of numbers.
  package var formatting: CarFormatting {
    get { table.formatting }
    set {
      guard newValue != table.formatting else { return }
      panes.formatting = newValue
      facets.formatting = newValue
      if let state = reactor?.currentState { show(state) }
    }
  }

  /// Moves the selection with the table's keys while the query field has the focus and does not handle them.
  package override func handle(key: Key) -> Bool {
    query.field.isFocused && table.moveSelection(with: key)
  }

  /// Offers to upload pasted files to the selected car. Files dropped on the terminal also arrive this way.
  package override func handle(paste: Paste) -> Bool {
    guard let id = table.selectedCar else { return false }
    reactor?.action.send(.paste(paste.text, on: id))
    return true
  }

  // MARK: Binding

  package override func bind(reactor: CarListReactor) {
    Self.commands.install(in: self)
    bindTable(reactor)
    bindSearch(reactor)
    bindPanes(reactor)
    reactor.outputs.bind(with: self) { if case .reveal(let id) = $1 { $0.table.reveal(id) } }
    reactor.state.bind(with: self) { $0.show($1) }
  }

  private func bindTable(_ reactor: CarListReactor) {
    send(table.rowOpened) { [table] id in
      switch id {
      case .car(let car): .open(car)
      case .model(let car): .setUnfolded(car, table.isSelectionUnfolded == false)
      }
    }
    send(table.markToggled) { [table] in .toggleMark(table.carToMark($0)) }
    send(table.headerClicked) { CarField(columnNamed: $0).map { .sort($0) } }
    send(refreshControl.pulled) { .refresh }
    reactor.state.distinctUntilChanged { ($0.sort, $0.columns) == ($1.sort, $1.columns) }
      .bind(with: self) { $0.setColumns($1) }
    // A command in the table must act on the rows that the user has requested.
    show(\.isSearching, in: table, \.holdsInput)
    show(\.shownListing) { $0.show($1) }
    show(\.marked) { $0.table.show(marked: $1) }
    show(\.isRefreshWorking, in: refreshControl, \.isRefreshing)
    show(\.isRefreshWorking) { $0.refreshBar.setRefreshing($1) }
    show(\.progress) { $0.show($1) }
    reactor.state(\.failure).map { $0 != nil }.bind(to: table, \.isStale)
  }

  private func bindSearch(_ reactor: CarListReactor) {
    let field = query.field
    bind(field, to: \.query.text) { [field] in .typeQuery($0, caret: field.caretInCharacters) }
    send(query.confirmed) { .confirmQuery($0) }
    query.confirmed.bind(with: self) { view, _ in view.leaveSearch() }
    query.ended.bind(with: self) { view, _ in view.leaveSearch() }
    show(\.history, in: query, \.history)
    reactor.state(\.proposals).map { $0?.completions }.bind(to: query, \.completions)
  }

  /// Updates texts that depend on the available characters and on the user's keys.
  package override func charactersChanged() {
    if let reactor { show(reactor.currentState) }
  }

  /// Returns the name of a command's key; `nil` if it has none.
  private func key(of command: ViewCommand?) -> String? {
    let keymap = window?.keymap ?? Keymap()
    return command.flatMap { keymap.applied(to: $0.binding).keys.first?.label(ascii: formatting.isASCII) }
  }

  private func bindPanes(_ reactor: CarListReactor) {
    table.selectionChanged.bind(with: self) { view, _ in
      view.table.followSelection()
      view.panes.updatePreview()
      view.updateHistory()
    }
    show(\.showsPreview, in: panes, \.previewChoice)
    show(\.areFacetsShown) { $0.showFacets($1) }
    show(\.facets) { view, found in if let facets = found?.facets { view.facets.show(facets) } }
    send(facets.selected) { .select($0.0, of: $0.1) }
    send(facets.finished) { .setFacetsShown(false) }
  }

  // MARK: Displaying

  private func show(_ state: CarListReactor.State) {
    placeholder.content = CarListPlaceholder(
      source: source, isASCII: formatting.isASCII, markKey: key(of: table.command(ListCommands.mark))
    ).content(for: state)
    updateStatus(state)
    let message = QueryMessage(state, useKey: key(of: command(Self.suggestion))).spans
    guard message != query.message else { return }
    query.message = message
    updateQueryField()
  }

  private func show(_ listing: CarListing) {
    table.show(listing, marked: reactor?.currentState.marked ?? [])
    // While the user types, the columns do not move.
    if !query.field.isFocused { measureColumns() }
    panes.updatePreview()
    updateHistory()
  }

  private func measureColumns() {
    table.measureColumns()
    setNeedsLayout()
  }

  private func setColumns(_ state: CarListReactor.State) {
    table.setColumns(state.columns, sortedBy: state.sort)
    setNeedsLayout()
  }

  /// Makes the arrow key recall earlier queries only in the first row, because in other rows it moves the selection.
  /// While the user is not typing, the command stays unchanged, so that moving the selection does not update the hints.
  private func updateHistory() {
    guard query.field.isFocused else { return }
    query.recallsOlder = table.selectedIndex ?? 0 == 0
  }

  private func showFacets(_ areShown: Bool) {
    guard facets.isHidden == areShown else { return }
    facets.isHidden = !areShown
    setNeedsLayout()
    window?.focus(areShown ? facets.list : table)
  }

  private func updateStatus(_ state: CarListReactor.State) {
    let position = table.position(total: state.total)
    status = CarListStatus(position: position, state: state, isASCII: formatting.isASCII, width: bounds.width).text
  }

  private func show(_ progress: RefreshProgress?) {
    refreshControl.refreshingText = progress?.action ?? "Refreshing"
    refreshBar.show(progress, isASCII: formatting.isASCII)
  }

  // MARK: Searching

  func enterSearch() {
    query.isHidden = false
    window?.focus(query.field)
  }

  private func leaveSearch() {
    window?.focus(table)
    measureColumns()
    updateQueryField()
  }

  /// Shows the query field while it has the focus, while the query has problems, and above the values of the fields,
  /// which are filters in its text.
  private func updateQueryField() {
    query.isHidden = !query.field.keepsFocus && query.message.isEmpty && facets.isHidden
    updateHistory()
    setNeedsLayout()
  }
}
