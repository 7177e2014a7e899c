import ReactorCore
import ReactorTerminal
import ShowroomFormatting
import ShowroomText
import ShowroomUploads

/// The screen of the uploaded files of all cars: a row for each file, and details of the selected one.
package final class UploadedFilesView: ReactorView<UploadedFilesReactor> {
  /// The commands of the screen.
  nonisolated static let commands = Commands<UploadedFilesView>("Uploaded files") {
    Command(
      "uploaded.uploadAgain", .enter, title: "Upload again", help: "Uploads the missing or changed file again."
    ) { $0.view.table.selectedID.map { .uploadAgain($0) } }
    .shown { $0.view.table.selectedID != nil }
    .disabled { $0.view.reasonNotToUploadAgain }
    Command(
      verify, "V", title: "Verify", help: "Reads the listed files back and compares them with what was uploaded."
    ) { _ in .toggleVerification }
    .titled { $0.state.verifying == nil ? "Verify" : "Stop verifying" }
    .enabled { $0.state.files?.isEmpty == false }
    Command(
      "uploaded.search", "/", title: "Search", help: "Lists only files with the words, or the result, that you type."
    ) {
      $0.view.enterSearch()
    }
    Command(clear, .escape, title: "Clear", help: "Removes the search.") { _ in .search("") }
      .shown { !$0.state.search.isEmpty }
    Command(reload, "r", "R", .f5, title: "Reload", help: "Reads the list again.", isHidden: true) { _ in .load }
  }

  // The commands that messages refer to.
  private nonisolated static let verify: CommandID = "uploaded.verify"
  private nonisolated static let clear: CommandID = "uploaded.clear"
  private nonisolated static let reload: CommandID = "uploaded.reload"

  let table = TableView<Attachment>(columns: [])
  private let detail = Label(role: .secondary, wraps: true)
  private let searchBar = SearchBar(placeholder: "words, or a result such as missing")
  private let placeholder = EmptyState()
  private let timestamps: TimestampFormatting
  private var chrome: (any Disposable)?
  /// The widths that the names of the files and of the cars, and the sizes, require.
  private var widths = (name: Int.max, car: 16, size: 9) {
    didSet { if widths != oldValue { table.columns = columns } }
  }

  /// The number of files whose names and sizes are measured.
  private static let measured = 512

  /// The maximum width of the search in the status.
  private static let searchWidth = 16

  /// Creates a screen without a reactor.
  package init(timestamps: TimestampFormatting = TimestampFormatting()) {
    self.timestamps = timestamps
    super.init()
    title = "Uploaded files"
    table.placeholder = placeholder
    table.columns = columns
    // Enter is a command of the screen, so that it can explain why a file is not uploaded again. The table handles a
    // double click.
    table.allowsOpening = false
    table.canOpenRow = { [weak self] in self?.finding(for: $0)?.needsUpload == true }
    searchBar.isHidden = true
    content = Rows {
      table.fill()
      // At the bottom, the bar does not move any rows.
      Rows(padding: Insets(horizontal: 1, vertical: 0)) { detail.height(2) }
      searchBar
    }
  }

  package override var preferredFocus: View? { table }

  package override func didAppear() {
    reactor?.action.send(.load)
  }

  package override func titlesWillShow() {
    if let reactor { updateStatus(reactor.currentState) }
  }

  /// Moves the selection with the table's keys while words are being typed.
  package override func handle(key: Key) -> Bool {
    !table.isFocused && table.moveSelection(with: key)
  }

  /// Hides the bar when it loses the focus.
  package override func windowChanged() {
    chrome?.dispose()
    chrome = window?.chrome.bind(with: self) { view, _ in view.hideBar() }
  }

  // MARK: Binding

  package override func bind(reactor: UploadedFilesReactor) {
    Self.commands.install(in: self)
    send(table.rowOpened) { .uploadAgain($0) }
    bind(searchBar.field, to: \.search) { .search($0) }
    for event in [searchBar.confirmed, searchBar.ended] { event.bind(with: self) { view, _ in view.leaveSearch() } }
    table.selectionChanged.bind(with: self) { view, _ in view.showDetail() }
    reactor.state(\.listed).bind(with: self) { $0.list($1) }
    reactor.state.bind(with: self) { $0.show($1) }
    // A key typed before the files have been read applies to them.
    show(\.isReading, in: table, \.holdsInput)
    reactor.state(\.findings).bind(with: self) { view, _ in view.table.columns = view.columns }
  }

  private func enterSearch() {
    searchBar.isHidden = false
    searchBar.field.focus()
  }

  private func leaveSearch() {
    table.focus()
    hideBar()
  }

  private func hideBar() {
    searchBar.isHidden = !searchBar.field.keepsFocus
  }

  // MARK: State

  private func list(_ files: [Attachment]) {
    let index = Dictionary(files.enumerated().map { ($1.id, $0) }) { first, _ in first }
    table.rows = TableRows(
      count: files.count, stamp: files, row: { files[$0] }, id: { files[$0].id }, index: { index[$0] })
  }

  private func show(_ state: UploadedFilesReactor.State) {
    placeholder.content = placeholder(for: state)
    if let files = state.files, !files.isEmpty {
      // All files, so that a search does not move the columns.
      let measured = files.prefix(Self.measured)
      widths = (
        max(4, widest(measured.lazy.map(\.file.name))), max(11, widest(state.carNames.values)),
        max(4, widest(measured.lazy.map { ByteFormatting.size($0.file.size) }))
      )
    }
    showDetail()
    updateStatus(state)
  }

  private func updateStatus(_ state: UploadedFilesReactor.State) {
    let progress = state.verifying.map { "\(grouped(state.findings.count)) of \(grouped($0)) verified" }
    let isASCII = window?.isASCII ?? false
    let ellipsis = (isASCII ? Theme.Glyphs.ascii : .unicode).ellipsis
    let search = truncated(state.search, to: Self.searchWidth, ellipsis: ellipsis)
    let filter = search.isEmpty ? nil : "filter: \(search)"
    let hasNoMatches = filter != nil && table.positionText.isEmpty
    let position = hasNoMatches ? state.files.map { "0/\(grouped($0.count))" } : table.positionText
    status = [progress, position, filter].compactMap(\.self).filter { !$0.isEmpty }
      .joined(separator: .partSeparator(isASCII: isASCII))
  }

  private func finding(for row: Attachment) -> AttachmentVerification.Finding? {
    reactor?.currentState.findings[row.id]
  }

  /// The reason why the selected file cannot be uploaded again, as a sentence; `nil` if it can.
  private var reasonNotToUploadAgain: String? {
    guard let row = table.selectedRow else { return nil }
    return switch finding(for: row)?.outcome {
    case .missing, .changed: nil
    case .verified: "The destination has the file."
    case .unverified: "The file could not be verified."
    case nil: "The file has not been verified yet; verify it first."
    }
  }

  private var columns: [TableColumn<Attachment>] {
    [
      TableColumn(
        id: "name", title: "File", width: .fitting(widths.name, min: 12, max: 24, weight: 1), priority: 100,
        truncation: .middle
      ) { TableCell($0.file.name) },
      TableColumn(id: "car", title: "Car", width: .fitting(widths.car, min: 11, max: 48), priority: 80) {
        [weak self] row in TableCell(self?.reactor?.currentState.carNames[row.car] ?? "Car \(row.car)")
      },
      TableColumn(id: "size", title: "Size", width: .fixed(widths.size), alignment: .trailing, priority: 60) {
        TableCell(ByteFormatting.size($0.file.size))
      },
      TableColumn(id: "uploaded", title: "Uploaded", width: .fixed(16), priority: 70) { [timestamps] row in
        TableCell(timestamps.minute(row.uploadedAt), role: .secondary)
      },
      TableColumn(id: "outcome", title: "Verified", width: .fixed(10), priority: 90) { [weak self] row in
        guard let outcome = self?.finding(for: row)?.outcome else { return "" }
        return TableCell(outcome.rawValue, role: outcome.role)
      },
    ]
  }

  /// Shows the location of the selected file, or the reason why it was not verified, which names the destination.
  private func showDetail() {
    guard let row = table.selectedRow else { return detail.spans = [] }
    let failure = finding(for: row)?.failure.map { Span($0.withStatus, .error) }
    detail.spans = [failure ?? Span(UploadCells.line(of: row.file.printableLocation))]
  }

  private func placeholder(for state: UploadedFilesReactor.State) -> EmptyState.Content? {
    if let failure = state.failure {
      return EmptyState.Content(
        .failed, "Could not read the list", failure.message, [(Self.reload, "Retry")])
    }
    guard let all = state.files, state.listed.isEmpty else { return nil }
    if !all.isEmpty {
      let search = quotedSearch(state.search, isASCII: window?.isASCII ?? false)
      return EmptyState.Content(
        .noMatches, "No matches", "No matches for \(search) in \(counted(all.count, "file")).",
        [(SearchBar.clear, "Clear search"), (Self.clear, "Clear search")])
    }
    return EmptyState.Content(
      .empty, "No uploaded files", "Files that you upload to cars are listed here.", [(NavigationStack.back, "Back")])
  }
}

extension AttachmentVerification.Outcome {
  /// The role of its text.
  fileprivate var role: Role {
    switch self {
    case .verified: .success
    case .missing, .changed: .error
    case .unverified: .warning
    }
  }
}
