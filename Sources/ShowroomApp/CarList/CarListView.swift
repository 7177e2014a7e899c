import ReactorCore
import ReactorTerminal
import ShowroomCatalog
import ShowroomFormatting

/// The list of cars, with a query field at the bottom, a preview of the selected car beside it and the values of the
/// fields below it. The preview and the values can be hidden.
///
/// The table itself moves the selection, so that a key that moves it involves no reactor and redraws only two rows.
package final class CarListView: ReactorView<CarListReactor> {
  /// The table, with the preview beside it and the values of the fields below it.
  let panes: CarListPanes
  let query = QueryField(placeholder: "words, or make:kia year>=2020 mpg>40 fuel:electric", prefix: "/")
  let refreshControl = RefreshControl()
  let placeholder = EmptyState()
  private let refreshBar = RefreshBar()
  private let source: String

  var table: CarTable { panes.table }
  var facets: FacetPane { panes.facets }

  /// Creates a list without a reactor.
  ///
  /// - Parameters:
  ///   - formatting: The format of numbers.
  ///   - source: The display name of the source that a refresh reads.
  package init(formatting: CarFormatting = CarFormatting(), source: String = "the source") {
    panes = CarListPanes(formatting: formatting)
    self.source = source
    super.init()
    title = "Cars"
    table.placeholder = placeholder
    table.refreshControl = refreshControl
    query.isHidden = true
    // The arrow keys move the table's selection while the user types. In the first row, the up arrow recalls queries.
    query.keysChooseCompletions = false
    query.recallsOlder = { [weak self] in self?.table.selectedIndex ?? 0 == 0 }
    content = Rows {
      panes.fill()
      // At the bottom, these views do not move any rows.
      refreshBar.height(1)
      query
    }
  }

  package override var preferredFocus: View? { table }

  package override func layoutSubviews() {
    super.layoutSubviews()
    panes.fitPreview(in: bounds.size)
  }

  /// Updates the status, which contains the position of the selection.
  package override func titlesWillShow() {
    guard let state = reactor?.currentState else { return }
    let position = table.position(total: state.total)
    status =
      CarListStatus(
        position: position, state: state, isTyping: query.field.keepsFocus, isASCII: formatting.isASCII,
        width: bounds.width
      ).text
  }

  package override func focusMoved(from old: View?, to new: View?) {
    updateQueryField()
    setNeedsTitles()
  }

  /// The format of numbers.
  package var formatting: CarFormatting {
    get { panes.formatting }
    set {
      guard newValue != formatting else { return }
      panes.formatting = newValue
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
    send(table.rowOpened) { [table] in table.action(opening: $0) }
    send(table.markToggled) { [table] in .toggleMark(table.carToMark($0)) }
    send(table.headerClicked) { CarField(columnNamed: $0).map { .sort($0) } }
    send(refreshControl.pulled) { .refresh }
    show(\.sort, in: table, \.order)
    show(\.columns, in: table, \.chosenColumns)
    // A command in the table must act on the rows that the user has requested.
    show(\.isSearching, in: table, \.holdsInput)
    show(\.shownListing) { $0.show($1) }
    show(\.marked) { $0.table.show(marked: $1) }
    show(\.isRefreshWorking, in: refreshControl, \.isRefreshing)
    show(\.isRefreshWorking) { $0.refreshBar.setRefreshing($1) }
    show(\.progress) {
      $0.refreshControl.refreshingText = $1?.action ?? "Refreshing"
      $0.refreshBar.show($1, isASCII: $0.formatting.isASCII)
    }
    reactor.state(\.failure).map { $0 != nil }.bind(to: table, \.isStale)
  }

  private func bindSearch(_ reactor: CarListReactor) {
    let field = query.field
    bind(field, to: \.query.text) { [field] in .typeQuery($0, caret: field.caretInCharacters) }
    send(query.confirmed) { .confirmQuery($0) }
    query.confirmed.bind(with: self) { view, _ in view.leaveSearch() }
    query.ended.bind(with: self) { view, _ in view.leaveSearch() }
    show(\.history, in: query, \.history)
    reactor.state(\.completions).map { $0?.completions }.bind(to: query, \.completions)
  }

  /// Updates text that depends on the available characters and on the user's keys.
  package override func charactersChanged() {
    if let reactor { show(reactor.currentState) }
  }

  private func bindPanes(_ reactor: CarListReactor) {
    table.selectionChanged.bind(with: self) { view, _ in
      view.table.followSelection()
      view.panes.updatePreview()
    }
    show(\.showsPreview, in: panes, \.previewChoice)
    // A key that selects a value must act on the values of the current query.
    show(\.areFacetsStale, in: facets.list, \.holdsInput)
    show(\.areFacetsShown) { $0.showFacets($1) }
    show(\.facets) { view, found in if let facets = found?.facets { view.facets.show(facets) } }
    send(facets.selected) { .select($0.0, of: $0.1) }
    send(facets.finished) { .setFacetsShown(false) }
  }

  // MARK: Displaying

  private func show(_ state: CarListReactor.State) {
    let isASCII = formatting.isASCII
    placeholder.content = CarListPlaceholder(
      source: source, isASCII: isASCII,
      markKey: table.key(of: ListCommands.mark.id, in: window)?.label(ascii: isASCII)
    ).content(for: state)
    query.message = QueryMessage(state, useKey: key(of: Self.suggestion)?.label(ascii: isASCII)).spans
    updateQueryField()
    setNeedsTitles()
  }

  private func show(_ listing: CarListing) {
    table.show(listing, marked: reactor?.currentState.marked ?? [])
    // While the user types, the columns do not move.
    if !query.field.isFocused { table.measureColumns() }
    panes.updatePreview()
  }

  private func showFacets(_ areShown: Bool) {
    guard facets.isHidden == areShown else { return }
    facets.isHidden = !areShown
    updateQueryField()
    window?.focus(areShown ? facets.list : table)
  }

  // MARK: Searching

  func enterSearch() {
    query.isHidden = false
    window?.focus(query.field)
  }

  private func leaveSearch() {
    window?.focus(table)
    table.measureColumns()
  }

  /// Shows the query field while it has the focus, while the query has problems, and above the values of the fields,
  /// which are filters in its text.
  private func updateQueryField() {
    query.isHidden = !query.field.keepsFocus && query.message.isEmpty && facets.isHidden
  }
}
