import ReactorCore
import ReactorTerminal
import ShowroomText
import SystemPackage

/// A screen for choosing files: the entries of a folder, with a filter bar and a path bar.
///
/// The table moves its cursor without involving the reactor, so that a cursor key redraws only two rows.
package final class FilePickerView: ReactorView<FilePickerReactor> {
  /// The table of the folder's entries.
  let table: TableView<FileRow>
  let filterBar = SearchBar(placeholder: "part of a name")
  let pathBar = PathBar()
  private let folderLine = FolderLine()
  private let refreshControl = RefreshControl()
  private let placeholder = EmptyState()
  let cells: FileCells
  private var selection = TableSelectionPolicy<FileLocation, String, FileOrder>()
  private var shownVisit = 0

  /// Creates a file picker.
  ///
  /// - Parameters:
  ///   - timestamps: The format of dates.
  ///   - destination: The name of the upload destination, shown above the table.
  package init(timestamps: TimestampFormatting = TimestampFormatting(), destination: String = "") {
    cells = FileCells(timestamps: timestamps)
    table = TableView(columns: cells.columns)
    super.init()
    title = "Choose files"
    folderLine.destination = destination
    table.allowsMarking = true
    table.movesOnAfterMarking = true
    table.opening = { [weak self] row in self?.opening(row) }
    table.marking = { [weak self] row in self?.marking(row) }
    table.placeholder = placeholder
    table.refreshControl = refreshControl
    for bar in [filterBar, pathBar] { bar.isHidden = true }
    content = Rows {
      folderLine.height(1)
      table.fill()
      // At the bottom, the bars do not move any rows.
      filterBar
      pathBar
    }
  }

  /// The reason why files cannot currently be uploaded to the destination, shown instead of its name; `nil` if there is
  /// none.
  package var obstacle: String? {
    get { folderLine.obstacle }
    set { folderLine.obstacle = newValue }
  }

  /// Whether the destination for the picked files is being checked.
  package var isCheckingDestination = false {
    didSet { if let reactor { showWaiting(reactor.currentState) } }
  }

  private func showWaiting(_ state: FilePickerReactor.State) {
    folderLine.waiting = state.waiting ?? (isCheckingDestination ? "Checking the destination" : nil)
  }

  /// The table, which has the initial keyboard focus.
  package override var preferredFocus: View? { table }

  /// Updates the status, which contains the cursor position.
  package override func titlesWillShow() {
    guard let state = reactor?.currentState else { return }
    status = FilePickerStatus(position: table.positionText, state: state, isASCII: cells.isASCII).text
  }

  /// Sends a cancellation to the reactor instead of closing the screen.
  package override func shouldGoBack() -> Bool {
    reactor?.action.send(.cancel)
    return reactor == nil
  }

  /// Reads the folder when the screen first appears and whenever it is uncovered again.
  package override func didAppear() {
    reactor?.action.send(.load)
  }

  /// Hides each bar that no longer has the focus.
  package override func focusMoved(from old: View?, to new: View?) {
    filterBar.isHidden = !filterBar.field.keepsFocus
    pathBar.isHidden = !pathBar.field.keepsFocus
  }

  /// Updates text that depends on the available characters.
  package override func charactersChanged() {
    guard let window, window.isASCII != cells.isASCII else { return }
    cells.isASCII = window.isASCII
    table.columns = cells.columns
    if let reactor { show(reactor.currentState) }
  }

  /// Moves the cursor with the table's keys while a bar is being edited.
  package override func handle(key: Key) -> Bool {
    !table.isFocused && table.moveSelection(with: key)
  }

  /// Handles pasted paths. Files dropped on the terminal also arrive this way.
  package override func handle(paste: Paste) -> Bool {
    reactor?.action.send(.paste(paste.text))
    return true
  }

  // MARK: Binding

  /// Binds the commands and the table to actions, and the views to the state.
  package override func bind(reactor: FilePickerReactor) {
    Self.commands.install(in: self)
    bindTable(reactor)
    bindFilter(reactor)
    bindPath(reactor)
    bindState(reactor)
    reactor.outputs.bind(with: self) { $0.handle($1) }
  }

  private func bindTable(_ reactor: FilePickerReactor) {
    send(table.rowOpened) { .open($0) }
    send(table.markToggled) { .toggle($0) }
    send(table.headerClicked) { FileOrder.Field(rawValue: $0).map { .sort($0) } }
    send(refreshControl.pulled) { .reload }
  }

  private func bindFilter(_ reactor: FilePickerReactor) {
    bind(filterBar.field, to: \.filter) { .setFilter($0) }
    for event in [filterBar.confirmed, filterBar.ended] { event.bind(with: self) { view, _ in view.table.focus() } }
  }

  private func bindPath(_ reactor: FilePickerReactor) {
    send(pathBar.field.changed) { _ in .editPath }
    // A key typed after Enter is meant for the files at the path.
    pathBar.used.bind(with: pathBar) { bar, _ in bar.holdsInput = true }
    send(pathBar.used) { .usePath($0) }
    send(pathBar.completing) { .completePath($0) }
    send(pathBar.closed) { .editPath }
    pathBar.closed.bind(with: self) { view, _ in view.table.focus() }
  }

  private func handle(_ output: FilePickerReactor.Output) {
    switch output {
    case .pathFeedback(let feedback):
      pathBar.holdsInput = false
      pathBar.feedback = feedback
    case .pathClosed:
      pathBar.holdsInput = false
      table.focus()
    case .message, .picked, .canceled: break
    }
  }

  private func bindState(_ reactor: FilePickerReactor) {
    show(\.listing) { $0.show($1) }
    show(\.order) { $0.table.sort = TableSort($1.field.rawValue, ascending: $1.ascending) }
    show(\.holdsInput, in: self, \.holdsInput)
    show(\.selection.locations, in: table, \.marked)
    reactor.state.bind(with: self) { $0.show($1) }
  }

  // MARK: Showing

  private func show(_ state: FilePickerReactor.State) {
    folderLine.path = state.listing.folder.text(home: state.home)
    showWaiting(state)
    refreshControl.isRefreshing = state.reading.isReading && state.reading.isReloading
    placeholder.content = FilePickerPlaceholder(isASCII: cells.isASCII).content(for: state)
    setNeedsTitles()
  }

  private func show(_ listing: FileListing) {
    let isArrival = listing.visit != shownVisit
    let wasAtTop = (table.selectedIndex ?? 0) == 0
    shownVisit = listing.visit
    cells.filter = FileFilter(listing.filter)
    if isArrival { selection = TableSelectionPolicy() }
    let target = selection.selection(
      for: listing.filter.isEmpty ? nil : listing.filter, sortedBy: listing.order, from: table.anchor)
    table.show(
      TableRows(
        count: listing.count, stamp: listing.stamp,
        row: { listing.row(at: $0) }, id: { listing.location(at: $0) },
        index: { listing.position(of: $0) }), selecting: isArrival ? .first : target)
    if isArrival, let cursor = listing.cursor {
      table.selectedID = FileLocation(listing.folder, cursor)
    } else if wasAtTop, listing.cursor == nil, listing.phase == .reading {
      // The cursor stays at the top until the user moves it, even when new entries sort before the first row.
      table.selectedIndex = 0
    }
  }

  // MARK: Typing

  func enterFilter() {
    filterBar.isHidden = false
    filterBar.field.focus()
  }

  func enterPath() {
    pathBar.feedback = nil
    pathBar.field.text = ""
    pathBar.isHidden = false
    pathBar.field.focus()
  }
}

extension FilePickerReactor.State {
  /// The description of a slow operation in progress; `nil` if there is none.
  fileprivate var waiting: String? {
    if let adding { return "Reading \(adding.name): \(counted(adding.count, "file"))" }
    if isChecking { return "Checking \(counted(selection.count, "file"))" }
    guard isBusy, !reading.isReloading, listing.visit > 0 else { return nil }
    return isArriving
      ? "Opening \(reading.path.fileName.map { "\($0)" } ?? "/")" : "\(grouped(reading.entries.count)) read"
  }
}
