import Catalogue
import ReactorCore
import ReactorTerminal

/// The list of cars, with a line for searching.
///
/// The table moves its selection by itself: a key that moves it reaches no reactor, and draws two rows.
public final class CarListView: ReactorView<CarListReactor> {
  /// The rows.
  let table: TableView<CarRow>
  /// Where a search is typed.
  let searchBar = SearchBar()
  let refreshControl = RefreshControl()
  let placeholder = EmptyState()
  private let refreshBar = ProgressBar()
  private var refreshBarTimer: (any Disposable)?
  let cells: CarCells
  private let source: String
  private var selection = ListSelection<Car.ID, CarQuery.Conditions, Sort>()
  private var chrome: (any Disposable)?
  /// Where messages go while another screen covers the list.
  private weak var lastWindow: Window?

  /// A list that writes figures by `formatting`; `source` names where a refresh takes cars from.
  public init(formatting: CarFormatting = CarFormatting(), source: String = "the source") {
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

  /// The rows get the keyboard.
  public override var preferredFocus: View? { table }

  /// The lines for searching and for a refresh are the last, where they move no row.
  public override func layoutSubviews() {
    var bottom = bounds.height
    func place(_ line: View, height: Int) {
      let height = line.isHidden ? 0 : min(height, bottom)
      bottom -= height
      line.frame = Rect(x: 0, y: bottom, width: bounds.width, height: height)
    }
    place(searchBar, height: searchBar.height(in: bounds.size))
    place(refreshBar, height: 1)
    table.frame = Rect(x: 0, y: 0, width: bounds.width, height: bottom)
  }

  /// The position is part of the status.
  public override func titlesWillShow() {
    if let reactor { updateStatus(reactor.currentState) }
  }

  /// Learns what the terminal can, and where the keyboard is.
  public override func windowChanged() {
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

  /// While a search is typed, the arrows move in the rows that it found.
  public override func handle(key: Key) -> Bool {
    let moves: [Key: String] = [
      .up: "list.up", .down: "list.down", .pageUp: "list.pageUp", .pageDown: "list.pageDown",
    ]
    guard searchBar.field.isFocused, let move = moves[key].flatMap({ table.command($0) }) else { return false }
    move.trigger()
    return true
  }

  // MARK: Binding

  /// Binds the commands and the rows to actions, and the state to what is shown.
  public override func bind(reactor: CarListReactor) {
    bindCommands(reactor)
    bindTable(reactor)
    bindSearch(reactor)
    bindState(reactor)
    bindEvents(reactor)
  }

  private func bindTable(_ reactor: CarListReactor) {
    table.itemSelected.asObservable().map { .open($0) }.bind(to: reactor.action).disposed(by: disposeBag)
    table.markToggled.asObservable().map { .toggleMark($0) }.bind(to: reactor.action).disposed(by: disposeBag)
    table.headerClicked.asObservable().compactMap { Sort.Field(rawValue: $0).map { .sort($0) } }
      .bind(to: reactor.action).disposed(by: disposeBag)
    refreshControl.pulled.asObservable().map { .refresh }.bind(to: reactor.action).disposed(by: disposeBag)
  }

  private func bindSearch(_ reactor: CarListReactor) {
    let field = searchBar.field
    field.changed.asObservable().map { .setQuery($0) }.bind(to: reactor.action).disposed(by: disposeBag)
    searchBar.kept.asObservable().bind { [weak self] in self?.leaveSearch() }.disposed(by: disposeBag)
    searchBar.cleared.asObservable()
      .bind { [weak self, weak reactor] in
        if field.text.isEmpty { self?.leaveSearch() } else { reactor?.action.send(.setQuery("")) }
      }.disposed(by: disposeBag)
    reactor.state(\.query)
      .bind { [weak self] query in
        if field.text != query.text { field.text = query.text }
        self?.searchBar.problems = query.problems
        self?.updateSearchBar()
      }.disposed(by: disposeBag)
  }

  private func bindState(_ reactor: CarListReactor) {
    reactor.state(\.sort).bind { [weak self] in self?.updateColumns($0) }.disposed(by: disposeBag)
    reactor.state(\.listing).bind { [weak self] in self?.show($0) }.disposed(by: disposeBag)
    reactor.state(\.marked).map { Set($0) }.bind(to: table, \.marked).disposed(by: disposeBag)
    reactor.state(\.isRefreshing).bind(to: refreshControl, \.isRefreshing).disposed(by: disposeBag)
    reactor.state(\.isRefreshing).bind { [weak self] in self?.showRefreshBar($0) }.disposed(by: disposeBag)
    reactor.state(\.progress).bind { [weak self] in self?.show($0) }.disposed(by: disposeBag)
    reactor.state(\.failure).map { $0 != nil }.bind(to: table, \.isStale).disposed(by: disposeBag)
    reactor.state
      .bind { [weak self] state in
        guard let self else { return }
        placeholder.content = CarListPlaceholder(source: source).content(for: state)
        updateCommands(state)
        updateStatus(state)
      }.disposed(by: disposeBag)
  }

  private func bindEvents(_ reactor: CarListReactor) {
    reactor.pulse(unwrapping: \.$toast)
      .bind { [weak self] in
        self?.lastWindow?.toast(
          $0.text, kind: $0.isSuccess ? .success : .info, topic: $0.isSuccess ? RefreshChrome.topic : nil)
      }
      .disposed(by: disposeBag)
    reactor.pulse(unwrapping: \.$alert).bind { [weak self] in self?.present($0) }.disposed(by: disposeBag)
    reactor.pulse(unwrapping: \.$revealed).bind { [weak self] in self?.table.selectedID = $0 }.disposed(by: disposeBag)
  }

  private func present(_ failure: CarListReactor.Failure) {
    var buttons = [AlertButton("Close", role: .cancel)]
    if let retry = failure.retry {
      buttons.insert(
        AlertButton("Retry", key: "r") { [weak self] in self?.reactor?.action.send(retry) }, at: 0)
    }
    lastWindow?.alert(failure.title, failure.cause, kind: .error, buttons: buttons)
  }

  // MARK: Showing

  private func show(_ listing: CarListing) {
    cells.highlighter = MatchHighlighter(listing.query)
    let rows = TableRows(
      count: listing.count, stamp: listing.stamp, row: { listing.row(at: $0) }, id: { listing.id(at: $0) },
      index: { listing.position(of: $0) })
    let query = listing.query.isEmpty ? nil : listing.query.conditions
    table.show(rows, selecting: selection.selection(for: query, by: listing.sort, from: table.place))
  }

  private func updateColumns(_ sort: Sort) {
    table.columns = cells.columns(sortedBy: sort.field)
    table.sort = cells.tableSort(sort)
  }

  private func updateStatus(_ state: CarListReactor.State) {
    let position = table.positionText.isEmpty ? "0/\(grouped(state.total))" : table.positionText
    status = CarListStatus(position: position, state: state, isASCII: cells.formatting.isASCII).text
  }

  /// The line of a refresh comes when that has lasted for a while: a short one would only flash.
  private func showRefreshBar(_ isRefreshing: Bool) {
    refreshBarTimer?.dispose()
    refreshBarTimer = nil
    guard isRefreshing else { return setRefreshBar(hidden: true) }
    refreshBarTimer = window?.after(RefreshControl.delay) { [weak self] in self?.setRefreshBar(hidden: false) }
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

  /// The line is there while something is typed, and as long as a problem has to be seen.
  private func updateSearchBar() {
    searchBar.isHidden = !searchBar.field.keepsFocus && searchBar.problems.isEmpty
  }
}
