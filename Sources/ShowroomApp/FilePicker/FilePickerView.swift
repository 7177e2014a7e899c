import ReactorCore
import ReactorTerminal
import SystemPackage

/// The screen on which a person chooses files: a folder's entries, with a line for filtering and one for typing a path.
///
/// The table moves its cursor by itself: a key that moves it reaches no reactor, and draws two rows.
public final class FilePickerView: ReactorView<FilePickerReactor> {
  /// What is in the folder.
  let table: TableView<FileRow>
  /// Where a filter is typed.
  let filterBar = SearchBar()
  /// Where a path is typed.
  let pathBar = PathBar()
  private let folderLine = FolderLine()
  private let refreshControl = RefreshControl()
  private let placeholder = EmptyState()
  let cells: FileCells
  private var selection = ListSelection<FileLocation, String, FileOrder>()
  private var shownVisit = 0
  private var chrome: (any Disposable)?

  /// A screen that writes dates by `moments`.
  /// - Parameter destination: where the chosen files go, shown before they are chosen.
  public init(moments: MomentFormatting = MomentFormatting(), destination: String = "") {
    cells = FileCells(moments: moments)
    table = TableView(columns: cells.columns)
    super.init()
    title = "Choose files"
    folderLine.destination = destination
    table.allowsMarking = true
    table.placeholder = placeholder
    table.refreshControl = refreshControl
    filterBar.field.placeholder = "part of a name"
    for bar in [filterBar, pathBar] { bar.isHidden = true }
    for view in [folderLine, table, filterBar, pathBar] { addSubview(view) }
  }

  /// The rows get the keyboard.
  public override var preferredFocus: View? { table }

  /// The folder is the first line, what is typed the last, where it moves no row.
  public override func layoutSubviews() {
    let bar = barHeight
    folderLine.frame = Rect(x: 0, y: 0, width: bounds.width, height: min(1, bounds.height))
    table.frame = Rect(x: 0, y: 1, width: bounds.width, height: max(0, bounds.height - 1 - bar))
    for view in [filterBar, pathBar] {
      view.frame = Rect(x: 0, y: bounds.height - bar, width: bounds.width, height: bar)
    }
  }

  private var barHeight: Int {
    [pathBar, filterBar].first { !$0.isHidden }?.height(in: bounds.size) ?? 0
  }

  /// The position is part of the status.
  public override func titlesWillShow() {
    if let reactor { updateStatus(reactor.currentState) }
  }

  private func updateStatus(_ state: FilePickerReactor.State) {
    status = FilePickerStatus(position: table.positionText, state: state, isASCII: cells.isASCII).text
  }

  /// The files that were chosen are declined, not lost without a word.
  public override func shouldGoBack() -> Bool {
    reactor?.action.send(.cancel)
    return reactor == nil
  }

  /// Reads the folder: at the first time, and again when another screen no longer covers it.
  public override func didAppear() {
    reactor?.action.send(.load)
  }

  /// Learns what the terminal can, and where the keyboard is.
  public override func windowChanged() {
    chrome?.dispose()
    chrome = window?.chrome.subscribe { [weak self] in self?.hideBars() }
    guard let window, window.capabilities.isASCII != cells.isASCII else { return }
    cells.isASCII = window.capabilities.isASCII
    table.columns = cells.columns
  }

  /// While something is typed, the arrows move in the rows.
  public override func handle(key: Key) -> Bool {
    let moves: [Key: String] = [
      .up: "list.up", .down: "list.down", .pageUp: "list.pageUp", .pageDown: "list.pageDown",
    ]
    guard !table.isFocused, let move = moves[key].flatMap({ table.command($0) }) else { return false }
    move.trigger()
    return true
  }

  /// Files that are dropped on the terminal arrive as pasted paths.
  public override func handle(paste: Paste) -> Bool {
    reactor?.action.send(.paste(paste.text))
    return true
  }

  // MARK: Binding

  /// Binds the commands and the rows to actions, and the state to what is shown.
  public override func bind(reactor: FilePickerReactor) {
    bindCommands(reactor)
    bindTable(reactor)
    bindFilter(reactor)
    bindPath(reactor)
    bindState(reactor)
    reactor.pulse(unwrapping: \.$toast).bind { [weak self] in self?.window?.toast($0) }.disposed(by: disposeBag)
    reactor.pulse(unwrapping: \.$alert)
      .bind { [weak self] in
        self?.window?.alert(
          "These files cannot be uploaded", $0, kind: .warning, buttons: [AlertButton("Close", role: .cancel)])
      }.disposed(by: disposeBag)
  }

  private func bindTable(_ reactor: FilePickerReactor) {
    table.itemSelected.asObservable().map { .open($0) }.bind(to: reactor.action).disposed(by: disposeBag)
    table.markToggled.asObservable()
      .bind { [weak self, weak reactor] path in
        reactor?.action.send(.toggle(path))
        // One after the other is selected by holding the key.
        if self?.table.selectedRow?.entry.kind == .file { self?.table.moveDown() }
      }.disposed(by: disposeBag)
    table.headerClicked.asObservable().compactMap { FileOrder.Field(rawValue: $0).map { .sort($0) } }
      .bind(to: reactor.action).disposed(by: disposeBag)
    table.selectionChanged.asObservable()
      .bind { [weak self, weak reactor] _ in if let reactor { self?.updateCommands(reactor.currentState) } }
      .disposed(by: disposeBag)
    refreshControl.pulled.asObservable().map { .reload }.bind(to: reactor.action).disposed(by: disposeBag)
  }

  private func bindFilter(_ reactor: FilePickerReactor) {
    let field = filterBar.field
    field.changed.asObservable().map { .setFilter($0) }.bind(to: reactor.action).disposed(by: disposeBag)
    filterBar.kept.asObservable().bind { [weak self] in self?.leaveBars() }.disposed(by: disposeBag)
    filterBar.cleared.asObservable()
      .bind { [weak self, weak reactor] in
        if field.text.isEmpty { self?.leaveBars() } else { reactor?.action.send(.setFilter("")) }
      }.disposed(by: disposeBag)
    reactor.state(\.filter).bind { field.text = $0 }.disposed(by: disposeBag)
  }

  private func bindPath(_ reactor: FilePickerReactor) {
    pathBar.field.changed.asObservable().map { _ in .editPath }.bind(to: reactor.action).disposed(by: disposeBag)
    pathBar.used.asObservable().map { .usePath($0) }.bind(to: reactor.action).disposed(by: disposeBag)
    pathBar.completing.asObservable().map { .completePath($0) }.bind(to: reactor.action).disposed(by: disposeBag)
    pathBar.closed.asObservable()
      .bind { [weak self, weak reactor] in
        reactor?.action.send(.editPath)
        self?.leaveBars()
      }.disposed(by: disposeBag)
    reactor.pulse(\.$pathAnswer, replay: .none).bind(to: pathBar, \.answer).disposed(by: disposeBag)
    reactor.pulse(unwrapping: \.$pathClosed).bind { [weak self] in self?.leaveBars() }.disposed(by: disposeBag)
  }

  private func bindState(_ reactor: FilePickerReactor) {
    reactor.state(\.listing).bind { [weak self] in self?.show($0) }.disposed(by: disposeBag)
    reactor.state(\.order)
      .bind { [weak self] in self?.table.sort = TableSort($0.field.rawValue, ascending: $0.ascending) }
      .disposed(by: disposeBag)
    reactor.state(\.selection.locations).bind(to: table, \.marked).disposed(by: disposeBag)
    reactor.state
      .bind { [weak self] state in
        guard let self else { return }
        folderLine.path = state.listing.folder.text(home: state.home)
        folderLine.waiting = state.waiting
        refreshControl.isRefreshing = state.reading.isReading && state.reading.isAgain
        placeholder.content = FilePickerPlaceholder().content(for: state)
        updateCommands(state)
        updateStatus(state)
      }.disposed(by: disposeBag)
  }

  // MARK: Showing

  private func show(_ listing: FileListing) {
    let isArrival = listing.visit != shownVisit
    let wasAtTop = (table.selectedIndex ?? 0) == 0
    shownVisit = listing.visit
    cells.filter = FileFilter(listing.filter)
    if isArrival { selection = ListSelection() }
    let answered = selection.selection(
      for: listing.filter.isEmpty ? nil : listing.filter, by: listing.order, from: table.place)
    table.show(
      TableRows(
        count: listing.count, stamp: listing.stamp,
        row: { listing.row(at: $0) }, id: { listing.location(at: $0) },
        index: { listing.position(of: $0) }), selecting: isArrival ? .first : answered)
    if isArrival, let cursor = listing.cursor {
      table.selectedID = FileLocation(listing.folder, cursor)
    } else if wasAtTop, listing.cursor == nil, listing.phase == .reading {
      // What comes in before the first row, where nobody has moved yet, does not take the cursor along.
      table.selectedIndex = 0
    }
  }

  // MARK: Typing

  func enterFilter() {
    filterBar.isHidden = false
    window?.focus(filterBar.field)
  }

  func enterPath() {
    pathBar.answer = nil
    pathBar.field.text = ""
    pathBar.isHidden = false
    window?.focus(pathBar.field)
  }

  private func leaveBars() {
    window?.focus(table)
    hideBars()
  }

  /// A line is there as long as it is typed in.
  private func hideBars() {
    filterBar.isHidden = !filterBar.field.keepsFocus
    pathBar.isHidden = !pathBar.field.keepsFocus
  }
}

extension FilePickerReactor.State {
  /// What takes its time, in a few words.
  fileprivate var waiting: String? {
    if isChecking { return "Checking \(counted(selection.count, "file"))" }
    guard isBusy, !reading.isAgain, listing.visit > 0 else { return nil }
    return isArriving
      ? "Opening \(reading.path.fileName.map { "\($0)" } ?? "/")" : "\(grouped(reading.entries.count)) read"
  }
}
