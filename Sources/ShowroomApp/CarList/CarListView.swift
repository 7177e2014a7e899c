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
  let table: TableView<ListRow>
  let query = QueryField(placeholder: "words, or make:kia year>=2020 mpg>40 fuel:electric", prefix: "/")
  /// The preview of the selected car. The flow assigns its reactor.
  let preview: PreviewView
  let facets = FacetPane()
  private let split: SplitView
  /// Whether the user has shown or hidden the preview; `nil` if the window's size decides.
  private var previewChoice: Bool?
  /// Whether the window is large enough to show the preview by default.
  private var fitsPreview = false
  let refreshControl = RefreshControl()
  let placeholder = EmptyState()
  private let refreshBar = ProgressBar()
  private var refreshBarTimer: (any Disposable)?
  let cells: CarCells
  /// The origin of the listing whose cars were used to measure the columns.
  private var measured: Int?
  private let source: String
  private var selection = TableSelectionPolicy<ListRow.ID, CarQuery.Conditions, Sort>()
  private var chrome: (any Disposable)?

  /// Creates a list without a reactor.
  ///
  /// - Parameters:
  ///   - formatting: The format of numbers.
  ///   - source: The display name of the source that a refresh reads.
  package init(formatting: CarFormatting = CarFormatting(), source: String = "the source") {
    cells = CarCells(formatting: formatting)
    facets.formatting = formatting
    table = TableView(columns: cells.columns(nil, sortedBy: .standard))
    preview = PreviewView(formatting: formatting)
    split = SplitView(.horizontal, table, preview, fraction: Self.listFraction, minimums: (40, 30))
    self.source = source
    super.init()
    title = "Cars"
    table.allowsMarking = true
    table.movesOnAfterMarking = true
    table.rowSign = { [cells] in cells.sign($0) }
    table.placeholder = placeholder
    table.refreshControl = refreshControl
    for view in [query, refreshBar, facets] { view.isHidden = true }
    // The arrow keys move the table's selection while the user types.
    query.keysChooseProposals = false
    split.hiddenPane = .second
    for view in [split, facets, refreshBar, query] { addSubview(view) }
  }

  package override var preferredFocus: View? { table }

  /// The fraction of the width given to the list when the preview is shown.
  private static let listFraction = 0.6
  /// The minimum size of a window in which the preview is shown by default.
  private static let previewSize = Size(width: 140, height: 27)
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
    place(query, height: query.sizeThatFits(bounds.size).height)
    place(refreshBar, height: 1)
    let half = min(Self.facetsHeight, bottom / 2)
    place(facets, height: bottom - half >= Self.listHeight ? half : facets.list.keepsFocus ? bottom : 0)
    split.frame = Rect(x: 0, y: 0, width: bounds.width, height: bottom)
    fitsPreview = bounds.width >= Self.previewSize.width && bounds.height >= Self.previewSize.height && sparesPreview
    updatePreview()
  }

  /// Whether the models are shown just as completely when the preview is open.
  private var sparesPreview: Bool {
    func width(in tableWidth: Int) -> Int {
      let width = table.width(ofColumn: CarField.model.id, inTableOfWidth: tableWidth) ?? 0
      return min(width, cells.contentWidth(of: .model))
    }
    return width(in: Int(Self.listFraction * Double(bounds.width - 1))) >= width(in: bounds.width)
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
    get { cells.formatting }
    set {
      guard newValue != cells.formatting else { return }
      cells.formatting = newValue
      preview.formatting = newValue
      facets.formatting = newValue
      guard let state = reactor?.currentState else { return }
      updateColumns(state)
      show(state)
    }
  }

  /// Moves the selection with the table's keys while the query field has the focus and does not handle them.
  package override func handle(key: Key) -> Bool {
    guard query.field.isFocused, let move = table.command(for: key), ListCommands.moves.contains(move.binding.id)
    else { return false }
    move.trigger()
    return true
  }

  /// Offers to upload pasted files to the selected car. Files dropped on the terminal also arrive this way.
  package override func handle(paste: Paste) -> Bool {
    guard let id = selectedCar else { return false }
    reactor?.action.send(.paste(paste.text, on: id))
    return true
  }

  // MARK: Binding

  package override func bind(reactor: CarListReactor) {
    Self.commands.install(in: self)
    cells.news = RowNews(after: reactor.currentState.seenRefresh)
    bindTable(reactor)
    bindSearch(reactor)
    bindPanes(reactor)
    reactor.outputs.bind(with: self) { if case .reveal(let id) = $1 { $0.selectedCar = id } }
    reactor.state.bind(with: self) { $0.show($1) }
  }

  private func bindTable(_ reactor: CarListReactor) {
    table.rowOpened.bind(with: self) { $0.open($1) }
    table.markToggled.bind(with: self) { $0.toggleMark($1) }
    send(table.headerClicked) { CarField(columnNamed: $0).map { .sort($0) } }
    send(refreshControl.pulled) { .refresh }
    reactor.state.distinctUntilChanged { ($0.sort, $0.columns) == ($1.sort, $1.columns) }
      .bind(with: self) { $0.updateColumns($1) }
    // A command in the table must act on the rows that the user has requested.
    show(\.isSearching, in: table, \.holdsInput)
    show(\.shownListing) { $0.show($1) }
    show(\.isFolded) { $0.setOpening(folded: $1) }
    show(\.marked) { view, _ in view.showMarks() }
    show(\.isRefreshWorking, in: refreshControl, \.isRefreshing)
    show(\.isRefreshWorking) { $0.showRefreshBar($1) }
    show(\.progress) { $0.show($1) }
    reactor.state(\.failure).map { $0 != nil }.bind(to: table, \.isStale)
  }

  private func bindSearch(_ reactor: CarListReactor) {
    let field = query.field
    bind(field, to: \.query.text) { .setQuery($0) }
    send(query.completionRequested) { .complete($0.query, caret: $0.caretInCharacters) }
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

  /// The name of the key that accepts a suggestion; `nil` if the command has no key.
  private var suggestionKey: String? {
    let keymap = window?.keymap ?? Keymap()
    return command(Self.suggestion).flatMap {
      keymap.applied(to: $0.binding).keys.first?.label(ascii: formatting.isASCII)
    }
  }

  private func bindPanes(_ reactor: CarListReactor) {
    table.selectionChanged.bind(with: self) { view, _ in
      view.followSelection()
      view.updatePreview()
      view.updateHistory()
    }
    show(\.showsPreview) { view, choice in
      view.previewChoice = choice
      view.setNeedsLayout()
    }
    show(\.areFacetsShown) { $0.showFacets($1) }
    show(\.facets) { view, found in if let facets = found?.facets { view.facets.show(facets) } }
    send(facets.selected) { .select($0.0, of: $0.1) }
    send(facets.finished) { .setFacetsShown(false) }
  }

  // MARK: Displaying

  private func show(_ state: CarListReactor.State) {
    placeholder.content = CarListPlaceholder(source: source, isASCII: formatting.isASCII).content(for: state)
    updateStatus(state)
    let message = QueryMessage(state, useKey: suggestionKey).spans
    guard message != query.message else { return }
    query.message = message
    updateQueryField()
  }

  private func show(_ listing: CarListing) {
    cells.highlightMatches(in: listing)
    cells.news.follow(listing)
    cells.barScale = listing.economyScale
    if !query.field.isFocused { measure(listing) }
    let rows = TableRows(
      count: listing.rowCount, stamp: listing.stamp, row: { listing.listRow(at: $0) }, id: { listing.rowID(at: $0) },
      index: { listing.position(ofRow: $0) })
    let query = listing.query.isEmpty ? nil : listing.query.conditions
    table.show(rows, selecting: selection.selection(for: query, sortedBy: listing.sort, from: table.anchor))
    followSelection()
    showMarks()
    updatePreview()
    updateHistory()
  }

  /// Removes the change sign from the row that the selection has left.
  private func followSelection() {
    if let seen = cells.news.select(table.selectedID) { table.redrawRow(seen) }
  }

  /// Adapts the widths of the columns when the cars change, except while the user types, so that the columns do not
  /// move.
  private func measure(_ listing: CarListing) {
    guard let state = reactor?.currentState, listing.count > 0, measured != listing.origin else { return }
    measured = listing.origin
    cells.sample = listing.widthSample
    updateColumns(state)
  }

  private func updateColumns(_ state: CarListReactor.State) {
    table.columns = cells.columns(state.columns, sortedBy: state.sort)
    table.sort = cells.tableSort(state.sort)
    table.secondarySort = state.sort.secondary.flatMap { cells.tableSort(Sort($0.field, ascending: $0.ascending)) }
    setNeedsLayout()
  }

  /// Whether the preview is shown: according to the user's choice or, by default, if the window is large.
  var isPreviewShown: Bool { previewChoice ?? fitsPreview }

  /// Returns the action that shows or hides the preview. If the window is too small to show it, shows a toast and
  /// returns `nil`.
  func togglePreview() -> CarListReactor.Action? {
    guard bounds.width >= split.collapseLength else {
      window?.toast("The preview needs a window of at least \(split.collapseLength) columns")
      return nil
    }
    return .setPreviewShown(!isPreviewShown)
  }

  /// Shows the selected car in the preview. Without a preview, a key that moves the selection involves no reactor.
  private func updatePreview() {
    split.hiddenPane = isPreviewShown ? nil : .second
    preview.select(isPreviewShown ? selectedCar : nil)
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
    let listing = state.shownListing
    var position = table.positionText.isEmpty ? "0/\(grouped(state.total))" : table.positionText
    if let models = listing.modelCount, let number = table.selectedIndex.flatMap(listing.modelNumber) {
      position = "\(grouped(number))/\(counted(models, "model")), \(counted(listing.count, "car"))"
    }
    status = CarListStatus(position: position, state: state, isASCII: formatting.isASCII, width: bounds.width).text
  }

  /// Shows the refresh bar after a delay, because it would only flash during a short refresh.
  private func showRefreshBar(_ isRefreshing: Bool) {
    refreshBarTimer?.dispose()
    refreshBarTimer = nil
    guard isRefreshing else { return setRefreshBar(hidden: true) }
    refreshBarTimer = window?.after(Spinner.standardDelay) { [weak self] in self?.setRefreshBar(hidden: false) }
  }

  private func setRefreshBar(hidden isHidden: Bool) {
    refreshBar.isHidden = isHidden
    setNeedsLayout()
  }

  private func show(_ progress: RefreshProgress?) {
    refreshControl.refreshingText = progress?.action ?? "Refreshing"
    refreshBar.value = progress?.fraction
    refreshBar.text = progress?.details(isASCII: formatting.isASCII) ?? "Connecting"
  }

  // MARK: Searching

  func enterSearch() {
    query.isHidden = false
    window?.focus(query.field)
  }

  private func leaveSearch() {
    window?.focus(table)
    if let listing = reactor?.currentState.shownListing { measure(listing) }
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
