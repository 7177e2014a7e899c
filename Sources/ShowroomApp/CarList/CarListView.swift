import Catalog
import ReactorCore
import ReactorTerminal
import ShowroomSettings

/// The list of cars, with a search bar.
///
/// The table itself moves the selection, so that a key that moves it reaches no reactor and redraws only two rows.
package final class CarListView: ReactorView<CarListReactor> {
  let table: TableView<CarRow>
  let searchBar = SearchBar(placeholder: "words, or make:kia year>=2020 mpg>40 fuel:electric")
  let refreshControl = RefreshControl()
  let placeholder = EmptyState()
  private let refreshBar = ProgressBar()
  private var refreshBarTimer: (any Disposable)?
  let cells: CarCells
  private let source: String
  private var selection = TableSelectionPolicy<Car.ID, CarQuery.Conditions, Sort>()
  private var chrome: (any Disposable)?
  /// The window that shows alerts and toasts while another screen covers the list.
  private weak var lastWindow: Window?

  /// Creates a list without a reactor.
  ///
  /// - Parameters:
  ///   - formatting: The format of figures.
  ///   - source: The display name of the source that a refresh reads.
  package init(formatting: CarFormatting = CarFormatting(), source: String = "the source") {
    cells = CarCells(formatting: formatting)
    table = TableView(columns: cells.columns(sortedBy: .relevance))
    self.source = source
    super.init()
    title = "Cars"
    table.allowsMarking = true
    table.placeholder = placeholder
    table.refreshControl = refreshControl
    searchBar.isHidden = true
    refreshBar.isHidden = true
    addSubview(table)
    addSubview(refreshBar)
    addSubview(searchBar)
  }

  package override var preferredFocus: View? { table }

  /// Places the search bar and the refresh bar at the bottom, where they move no row.
  package override func layoutSubviews() {
    var bottom = bounds.height
    func place(_ line: View, height: Int) {
      let height = line.isHidden ? 0 : min(height, bottom)
      bottom -= height
      line.frame = Rect(x: 0, y: bottom, width: bounds.width, height: height)
    }
    place(searchBar, height: searchBar.sizeThatFits(bounds.size).height)
    place(refreshBar, height: 1)
    table.frame = Rect(x: 0, y: 0, width: bounds.width, height: bottom)
  }

  /// Updates the status, which contains the position of the selection.
  package override func titlesWillShow() {
    if let reactor { updateStatus(reactor.currentState) }
  }

  /// Adopts the capabilities of the terminal, and follows the focus.
  package override func windowChanged() {
    chrome?.dispose()
    chrome = window?.chrome.subscribe { [weak self] in self?.updateSearchBar() }
    guard let window else { return }
    lastWindow = window
    let formatting = CarFormatting(units: cells.formatting.units, ascii: window.capabilities.isASCII)
    if formatting != cells.formatting {
      cells.formatting = formatting
      if let reactor { updateColumns(reactor.currentState.sort) }
    }
    if let reactor { updateStatus(reactor.currentState) }
  }

  /// Moves the selection with the arrow keys while the search field has the focus.
  package override func handle(key: Key) -> Bool {
    let moves: [Key: ListCommands] = [.up: .up, .down: .down, .pageUp: .pageUp, .pageDown: .pageDown]
    guard searchBar.field.isFocused, let move = moves[key].flatMap({ table.command($0) }) else { return false }
    move.trigger()
    return true
  }

  /// Offers to upload pasted files to the selected car, which is also how files dropped on the terminal arrive.
  package override func handle(paste: Paste) -> Bool {
    guard let id = table.selectedID else { return false }
    reactor?.action.send(.paste(paste.text, on: id))
    return true
  }

  // MARK: Binding

  package override func bind(reactor: CarListReactor) {
    bindCommands(reactor)
    bindTable(reactor)
    bindSearch(reactor)
    bindState(reactor)
    bindEvents(reactor)
  }

  private func bindTable(_ reactor: CarListReactor) {
    table.rowOpened.asObservable().map { .open($0) }.bind(to: reactor.action).disposed(by: disposeBag)
    table.markToggled.asObservable().map { .toggleMark($0) }.bind(to: reactor.action).disposed(by: disposeBag)
    table.headerClicked.asObservable().compactMap { Sort.Field(rawValue: $0).map { .sort($0) } }
      .bind(to: reactor.action).disposed(by: disposeBag)
    refreshControl.pulled.asObservable().map { .refresh }.bind(to: reactor.action).disposed(by: disposeBag)
  }

  private func bindSearch(_ reactor: CarListReactor) {
    let field = searchBar.field
    field.changed.asObservable().map { .setQuery($0) }.bind(to: reactor.action).disposed(by: disposeBag)
    searchBar.confirmed.asObservable().bind { [weak self] in self?.leaveSearch() }.disposed(by: disposeBag)
    searchBar.cleared.asObservable()
      .bind { [weak self, weak reactor] in
        if field.text.isEmpty { self?.leaveSearch() } else { reactor?.action.send(.setQuery("")) }
      }.disposed(by: disposeBag)
    reactor.state(\.query)
      .bind { [weak self] query in
        if field.text != query.text { field.text = query.text }
        self?.searchBar.problems = query.diagnostics.map(\.description)
        self?.updateSearchBar()
      }.disposed(by: disposeBag)
  }

  private func bindState(_ reactor: CarListReactor) {
    reactor.state(\.sort).bind { [weak self] in self?.updateColumns($0) }.disposed(by: disposeBag)
    reactor.state(\.shownListing).bind { [weak self] in self?.show($0) }.disposed(by: disposeBag)
    reactor.state(\.marked).map { Set($0) }.bind(to: table, \.marked).disposed(by: disposeBag)
    reactor.state(\.isRefreshWorking).bind(to: refreshControl, \.isRefreshing).disposed(by: disposeBag)
    reactor.state(\.isRefreshWorking).bind { [weak self] in self?.showRefreshBar($0) }.disposed(by: disposeBag)
    reactor.state(\.progress).bind { [weak self] in self?.show($0) }.disposed(by: disposeBag)
    reactor.state(\.failure).map { $0 != nil }.bind(to: table, \.isStale).disposed(by: disposeBag)
    reactor.state
      .bind { [weak self] state in
        guard let self else { return }
        placeholder.content = CarListPlaceholder(source: source, isASCII: cells.formatting.isASCII).content(for: state)
        updateCommands(state)
        updateStatus(state)
      }.disposed(by: disposeBag)
  }

  private func bindEvents(_ reactor: CarListReactor) {
    reactor.pulse(unwrapping: \.$toast)
      .bind { [weak self] in
        self?.lastWindow?.toast(
          $0.text, kind: $0.isSuccess ? .success : .info, topic: $0.isSuccess ? RefreshNotifications.topic : nil)
      }
      .disposed(by: disposeBag)
    reactor.pulse(unwrapping: \.$alert)
      .bind { [weak self, weak reactor] in self?.lastWindow?.alert($0) { reactor?.action.send($0) } }
      .disposed(by: disposeBag)
    reactor.pulse(unwrapping: \.$pasteQuestion)
      .bind { [weak self, weak reactor] upload in
        self?.lastWindow?.ask(upload) { reactor?.action.send(.uploadPasted(upload)) }
      }
      .disposed(by: disposeBag)
    reactor.pulse(unwrapping: \.$revealed).bind { [weak self] in self?.table.selectedID = $0 }.disposed(by: disposeBag)
  }

  // MARK: Displaying

  private func show(_ listing: CarListing) {
    cells.highlighter = MatchHighlighter(listing.query)
    let rows = TableRows(
      count: listing.count, stamp: listing.stamp, row: { listing.row(at: $0) }, id: { listing.id(at: $0) },
      index: { listing.position(of: $0) })
    let query = listing.query.isEmpty ? nil : listing.query.conditions
    table.show(rows, selecting: selection.selection(for: query, sortedBy: listing.sort, from: table.anchor))
  }

  private func updateColumns(_ sort: Sort) {
    table.columns = cells.columns(sortedBy: sort.field)
    table.sort = cells.tableSort(sort)
  }

  private func updateStatus(_ state: CarListReactor.State) {
    let position = table.positionText.isEmpty ? "0/\(grouped(state.total))" : table.positionText
    status = CarListStatus(position: position, state: state, isASCII: cells.formatting.isASCII).text
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
    refreshBar.text = progress?.details(isASCII: cells.formatting.isASCII) ?? "Connecting"
  }

  // MARK: Searching

  func enterSearch() {
    searchBar.isHidden = false
    window?.focus(searchBar.field)
  }

  private func leaveSearch() {
    window?.focus(table)
    updateSearchBar()
  }

  /// Shows the search bar while its field has the focus, and while the query has problems.
  private func updateSearchBar() {
    searchBar.isHidden = !searchBar.field.keepsFocus && searchBar.problems.isEmpty
  }
}
