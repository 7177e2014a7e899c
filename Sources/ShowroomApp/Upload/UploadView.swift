import ReactorCore
import ReactorTerminal
import ShowroomFormatting
import ShowroomText
import ShowroomUploads
import SystemPackage

/// The screen of the upload queue: the status of the destination, the total progress, a row for each upload, and the
/// details of the selected upload.
package final class UploadView: ReactorView<UploadReactor> {
  let table = TableView<Upload>(columns: [])
  private let facts = DestinationFactsView()
  private let totals = UploadTotalsView()
  private let spinner = Spinner()
  private let detail = Label(role: .secondary, wraps: true)
  private let placeholder = EmptyState()
  private var cells: UploadCells?
  /// The commands that apply to the uploads. They are determined once for each state, because there may be thousands of
  /// uploads.
  private(set) var possibilities: UploadPossibilities = []

  /// The minimum height at which all facts about the destination are shown instead of one line.
  private static let roomyHeight = 16
  /// The maximum number of lines for the details.
  private static let longestDetail = 6

  private let home: FilePath?

  /// Creates a screen without a reactor.
  /// - Parameter home: The folder abbreviated as `~`.
  package init(home: String? = nil) {
    self.home = home.map { FilePath($0) }
    super.init()
    title = "Uploads"
    table.placeholder = placeholder
    table.opening = { $0?.openTitle.map { RowCommand($0) } }
    for view in [facts, totals, table, detail, spinner] { addSubview(view) }
  }

  package override var preferredFocus: View? { table }

  /// Gives the table the space that the other views leave. In a small window, those are reduced to one line each.
  package override func layoutSubviews() {
    let width = max(0, bounds.width - 2)
    let isRoomy = bounds.height >= Self.roomyHeight
    if let reactor {
      showFacts(reactor.currentState)
      showDetail(selected)
    }
    let neededLines = facts.sizeThatFits(Size(width: width, height: bounds.height)).height
    let factLines = min(neededLines, isRoomy ? max(5, bounds.height / 3) : 1)
    facts.frame = Rect(x: 1, y: 0, width: width, height: factLines)
    let totalLines = totals.isHidden ? 0 : 1
    totals.frame = Rect(x: 1, y: factLines, width: width, height: totalLines)
    // The spinner is in the left margin, so that nothing else moves.
    spinner.frame = Rect(x: 0, y: factLines, width: 1, height: totalLines)
    let top = factLines + totalLines + (isRoomy ? 1 : 0)
    var detailLines = isRoomy ? 3 : 1
    if isRoomy {
      // A long reason takes lines that the table, which has a header, leaves empty.
      let free = bounds.height - top - detailLines - 1 - table.rows.count
      let needed = detail.sizeThatFits(Size(width: width, height: Self.longestDetail)).height
      detailLines += max(0, min(free, needed - detailLines))
    }
    table.frame = Rect(x: 0, y: top, width: bounds.width, height: max(0, bounds.height - top - detailLines))
    detail.frame = Rect(x: 1, y: bounds.height - detailLines, width: width, height: detailLines)
  }

  /// Checks the destination when the screen appears, and again when it is uncovered.
  package override func didAppear() {
    reactor?.action.send(.load)
  }

  /// Updates text that depends on the available characters.
  package override func charactersChanged() {
    if let reactor { show(reactor.currentState) }
  }

  package override func titlesWillShow() {
    if let reactor { updateStatus(reactor.currentState) }
  }

  private func updateStatus(_ state: UploadReactor.State) {
    // While uploads are in progress, the indicator in the title bar already shows the pause.
    let showsPause = state.snapshot.isPaused && !state.snapshot.uploads.contains(where: \.isUnderWay)
    let limit = state.snapshot.rateLimit.map { "limit \(ByteFormatting.rate(Double($0)))" }
    let parts = [limit, showsPause ? "paused" : nil, table.positionText].compactMap(\.self)
    status = parts.filter { !$0.isEmpty }.joined(separator: .partSeparator(isASCII: isASCII))
  }

  // MARK: Binding

  package override func bind(reactor: UploadReactor) {
    Self.commands.install(in: self)
    send(table.rowOpened) { .open($0) }
    table.selectionChanged.bind(with: self) { view, _ in view.showDetail(view.selected) }
    reactor.state.bind(with: self) { $0.show($1) }
    show(\.isUploading, in: spinner, \.isAnimating)
    reactor.outputs.bind(with: self) { if case .select(let id) = $1 { $0.table.selectedID = id } }
  }

  private var selected: Upload? { reactor?.currentState.upload(table.selectedID) }

  // MARK: State

  private func show(_ state: UploadReactor.State) {
    let uploads = state.uploads
    title = state.choice.car == nil ? "Uploads" : "Uploads for \(state.carName ?? "a car")"
    showFacts(state)
    showColumns(state)
    totals.totals = state.snapshot.totals(of: state.choice.car)
    totals.isHidden = totals.totals.count == 0
    totals.pause = state.snapshot.pause
    let index = Dictionary(
      uploads.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: { first, _ in first })
    let rows = TableRows<Upload>(
      count: uploads.count, stamp: uploads, row: { uploads[$0] }, id: { uploads[$0].id }, index: { index[$0] })
    // The details may take lines that the table leaves empty.
    if table.rows.count != rows.count { setNeedsLayout() }
    table.show(rows, selecting: table.rows.isEmpty ? latest(of: uploads) : .same)
    possibilities = UploadPossibilities(uploads)
    placeholder.content = placeholder(for: state)
    showDetail(selected)
    updateStatus(state)
  }

  /// Returns the initial selection: the last of the ended uploads at the top of the list, scrolled to the first line so
  /// that earlier ones do not hide the current ones.
  private func latest(of uploads: [Upload]) -> TableSelection<Upload.ID> {
    uploads.prefix { $0.situation == .ended }.last.map { .restored(TableAnchor(id: $0.id, line: 0)) } ?? .same
  }

  private var isASCII: Bool { window?.isASCII ?? false }

  /// Hides the columns for the car and the destination if all rows have the values shown at the top.
  private func showColumns(_ state: UploadReactor.State) {
    let isOneCar = state.choice.car != nil
    let latest = UploadCells(
      isASCII: isASCII, carNames: isOneCar ? nil : state.carNames,
      showsDestination: !isOneCar || state.uploads.contains { $0.destination != "\(state.choice.destination)" },
      destinations: Set(state.uploads.map(\.destination)), isRunning: state.uploads.contains(where: \.isUnderWay),
      widths: UploadCells.Widths(state.uploads, isASCII: isASCII), home: home)
    guard latest != cells else { return }
    cells = latest
    table.columns = latest.columns
  }

  private func showFacts(_ state: UploadReactor.State) {
    facts.facts = head(state) + DestinationFacts(state.destinationStatus, isASCII: isASCII).facts
  }

  private func head(_ state: UploadReactor.State) -> [DestinationFacts.Fact] {
    let isOneCar = state.choice.car != nil
    let destination = DestinationFacts.Fact(
      label: isOneCar ? "Destination" : "New uploads", text: "\(state.choice.destination)", role: .accent)
    guard isOneCar else { return [destination] }
    let suffix = state.attachments.isEmpty ? "" : ", " + counted(state.attachments.count, "attachment")
    let car = DestinationFacts.Fact(label: "Car", text: (state.carName ?? "not in the catalog") + suffix)
    // A small window has only one line, where the destination is more important.
    return bounds.height >= Self.roomyHeight ? [car, destination] : [destination, car]
  }

  /// Shows the path, the destination and the state of an upload. If there is only one line, shows why the upload
  /// failed, because the table does not show that.
  private func showDetail(_ upload: Upload?) {
    let isRoomy = bounds.height >= Self.roomyHeight
    detail.wraps = isRoomy
    guard let upload else { return detail.spans = [] }
    // The message of the destination may be too long to show all choices.
    let duplicate = upload.failure?.isDuplicate == true ? "Already exists; skip, replace, or keep both." : nil
    if !isRoomy, let failure = upload.failure { return detail.spans = [Span(duplicate ?? failure.withStatus, .error)] }
    let places = [
      Span("\(cells?.shortened(upload.path) ?? upload.path) ", .text), Span(isASCII ? "to " : "→ "),
      Span(UploadCells.line(of: upload.destination)),
    ]
    let text = duplicate ?? upload.statusText(isASCII: isASCII)
    let state = [Span("\n"), Span(text, upload.failure == nil ? nil : .error)]
    // Assigned only once, because this runs during layout, and each intermediate text would require another layout.
    detail.spans = isRoomy ? places + state : places
  }

  private func placeholder(for state: UploadReactor.State) -> EmptyState.Content? {
    guard state.uploads.isEmpty else { return nil }
    return EmptyState.Content(
      .empty, state.choice.car == nil ? "Nothing is being uploaded" : "Nothing is being uploaded to this car",
      state.choice.car == nil
        ? "To upload documents and photos of a car, choose Upload in the list or on its page."
        : "Documents and photos of a car are uploaded to the destination while you browse.",
      [
        (Self.add, "Choose files"), (Self.destination, "Choose the destination"),
        (Self.uploaded, "Show uploaded files"),
      ])
  }
}
