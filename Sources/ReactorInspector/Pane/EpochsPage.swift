import ReactorCore
import ReactorTerminal

/// A page with the list of epochs, and the details of the selected epoch beside or below it.
final class EpochsPage: View {
  let table = TableView<EpochRow>(columns: [])
  let details = ScrollText()
  /// The epochs to show.
  var filter = EpochFilter() {
    didSet { if filter != oldValue { filterChanged() } }
  }
  /// A closure called when the filter, the shown epochs or the position in time has changed.
  var changed: @MainActor () -> Void = {}

  let travel: TimeTravel
  private let log: InspectorLog
  private(set) var text = EpochText(isASCII: false, lanes: [])
  private var rows = EpochRows()
  /// The number of digits that fit in the column of epoch numbers.
  private var digits = 4
  private var shownEpoch: Int?
  private var shownWidth = 0
  /// The states computed without an epoch, which are shown in place of the details.
  private var alternatives: (epoch: Int, states: [TimeTravel.Alternative])? {
    didSet { shownEpoch = nil }
  }
  private let empty = Label(EpochText.noEpochs, role: .placeholder, alignment: .center)
  private var pendingSearch: (any Disposable)?
  private let disposeBag = DisposeBag()

  /// The maximum time for which a search blocks the program.
  private static let searchTime = Duration.milliseconds(5)

  init(_ log: InspectorLog, _ travel: TimeTravel) {
    self.log = log
    self.travel = travel
    super.init()
    table.columns = Self.columns(digits: digits)
    table.allowsMarking = true
    table.placeholder = empty
    table.rowOpenTitle = "Details"
    table.command(ListCommands.bottom)?.binding.keys = ["G"]
    table.command(ListCommands.mark)?.binding.keys = ["m", .space]
    addSubview(table)
    addSubview(details)
    details.keys(.enter, id: ListCommands.open.id, title: "List").bind { [weak self] in self?.table.focus() }
      .disposed(by: disposeBag)
    table.selectionChanged.subscribe { [weak self] _ in self?.selectionChanged() }.disposed(by: disposeBag)
    table.rowOpened.subscribe { [weak self] _ in self?.open() }.disposed(by: disposeBag)
    table.markToggled.subscribe { [weak self] id in self?.toggleMark(id) }.disposed(by: disposeBag)
    Self.commands.install(in: self)
  }

  isolated deinit { pendingSearch?.dispose() }

  override var preferredFocus: View? { table }

  /// Returns the columns for epoch numbers with a number of digits.
  private static func columns(digits: Int) -> [TableColumn<EpochRow>] {
    [
      TableColumn(id: "epoch", title: "#", width: .fixed(digits), alignment: .trailing, priority: 9) {
        TableCell("\($0.id)")
      },
      TableColumn(id: "time", title: "Time", width: .fixed(9), alignment: .trailing, priority: 3) {
        TableCell($0.time)
      },
      TableColumn(id: "trigger", title: "Cause", width: .flexible(min: 8, ideal: 10), priority: 8) {
        TableCell($0.trigger, role: .accent)
      },
      TableColumn(id: "summary", title: "Action", width: .flexible(min: 16, ideal: 24), priority: 10) {
        TableCell($0.summary)
      },
      TableColumn(id: "mutations", title: "Mut", width: .fixed(3), alignment: .trailing, priority: 6) {
        TableCell($0.mutationCount == 0 ? "" : "\($0.mutationCount)")
      },
      TableColumn(id: "rows", title: "Rows", width: .fixed(4), alignment: .trailing, priority: 2) {
        TableCell($0.frame.map { "\($0.rows)" } ?? "")
      },
      TableColumn(id: "bytes", title: "Bytes", width: .fixed(5), alignment: .trailing, priority: 1) {
        TableCell($0.frame.map { "\($0.bytes)" } ?? "")
      },
      TableColumn(id: "frame", title: "µs", shortTitle: "us", width: .fixed(5), alignment: .trailing, priority: 0) {
        TableCell($0.frame.map { "\(EpochText.microseconds($0.duration))" } ?? "")
      },
    ]
  }

  // MARK: Showing

  /// All epochs, including those that the filter leaves out.
  var allRows: [EpochRow] { rows.rows }

  /// Shows what has been recorded since the last call.
  func update(_ text: EpochText) {
    if text.isASCII != self.text.isASCII { rows.reset() }
    self.text = text
    rows.update(from: log, text)
    let digits = max(4, "\(log.epochCount)".count)
    if digits != self.digits {
      self.digits = digits
      table.columns = Self.columns(digits: digits)
    }
    search()
  }

  private func showRows() {
    let followsNewest = table.rows.isEmpty || table.selectedIndex == table.rows.count - 1
    table.rows = rows.table(filter)
    if rows.rows.isEmpty {
      empty.text = EpochText.noEpochs
    } else {
      empty.text = pendingSearch == nil ? "No epoch matches." : "Searching\(text.characters("…"))"
    }
    if followsNewest, travel.position == .present { table.selectedIndex = table.rows.count - 1 }
    table.marked = table.marked.filter { $0 >= log.firstNumber && $0 <= log.epochCount }
    showDetails()
    changed()
  }

  private func selectionChanged() {
    alternatives = nil
    showDetails()
  }

  private func showDetails() {
    let selected = table.selectedID.flatMap { log.epoch($0) }
    defer { (shownEpoch, shownWidth) = (selected?.number, details.bounds.width) }
    if selected?.number != shownEpoch { details.scroll(to: 0) }
    // Only the newest epoch can still change.
    if let number = selected?.number, number == shownEpoch, number != log.epochCount, alternatives == nil,
      details.bounds.width == shownWidth, !details.lines.isEmpty
    {
      return
    }
    // The last columns are occupied by the scrollbar.
    let width = max(1, details.bounds.width - 2)
    if let alternatives {
      details.lines = lines(of: alternatives.states, without: alternatives.epoch, width: width)
    } else {
      details.lines =
        selected.map { EpochDetails.lines(of: $0, text, width: width, views: viewsOnScreen(at: $0)) } ?? []
    }
  }

  private func lines(of alternatives: [TimeTravel.Alternative], without epoch: Int, width: Int) -> [[Span]] {
    var lines: [[Span]] = [
      [Span("Without epoch \(epoch)", .title)],
      [Span("- now   + without the epoch", .secondary)],
    ]
    for alternative in alternatives {
      lines.append([Span(text.name(alternative.lane), .header)])
      let difference = text.difference(alternative.present, alternative.state, width: width)
      lines += difference.isEmpty ? [[Span("  No visible difference from the present.", .secondary)]] : difference
    }
    return lines
  }

  /// Returns the names of the views that were on screen at an epoch. They are estimated as the current views in those
  /// screens of which something was drawn in the epoch.
  private func viewsOnScreen(at epoch: Epoch) -> [String] {
    let views = viewsOnScreen()
    if epoch.number == log.epochCount { return views }
    func screen(_ name: String) -> Substring? { name.firstRange(of: " in ").map { name[$0.upperBound...] } }
    let drawn = Set(
      epoch.items.compactMap { item in
        if case .redraw = item.kind { screen(text.name(item.lane)) } else { nil }
      })
    return views.filter { screen($0).map(drawn.contains) ?? false }
  }

  /// Returns the names of the program's views that are on screen, except views that only contain other views.
  private func viewsOnScreen() -> [String] {
    guard let window else { return [] }
    let known = Set(text.lanes.lazy.filter { $0.kind == .view }.map(\.name))
    var names: [String] = []
    func add(_ view: View) {
      guard !view.isHidden, view !== window.root.dock else { return }
      view.subviews.forEach(add)
      guard view.isOnScreen, !view.bounds.isEmpty, !(view is Screen) else { return }
      let name = InspectorLog.name(of: view)
      if view.subviews.isEmpty || known.contains(name) { names.append(name) }
    }
    add(window.root)
    window.modals.forEach(add)
    return Set(names).sorted()
  }

  private func toggleMark(_ epoch: Int) {
    if table.marked.remove(epoch) == nil { table.marked.insert(epoch) }
    if table.selectedIndex != table.rows.count - 1 { table.moveDown() }
  }

  // MARK: Filtering

  private func filterChanged() {
    if filter.text.isEmpty { rows.forgetSearchTexts() }
    search()
  }

  /// Searches for a limited time, shows the results so far, and continues after handling pending events.
  private func search() {
    pendingSearch?.dispose()
    pendingSearch = nil
    if let window, !filter.text.isEmpty {
      let end = window.time + Self.searchTime
      let isDone = rows.makeSearchTexts(from: log, text) { window.time < end }
      if !isDone { pendingSearch = window.after(.milliseconds(1)) { [weak self] in self?.search() } }
    }
    showRows()
  }

  // MARK: Time travel

  /// Shows the present again.
  func resume() {
    alternatives = nil
    travel.resume()
    changed()
    showDetails()
  }

  /// Restricts time travel to the next reactor, and updates the details.
  func changeReactor() {
    alternatives = nil
    travel.changeReactor()
    changed()
    showDetails()
  }

  /// Shows the states computed without an epoch, and their differences.
  func show(_ states: [TimeTravel.Alternative], without epoch: Int) {
    alternatives = (epoch, states)
    showDetails()
  }

  /// Selects an epoch, and shows its details.
  func select(_ index: Int) {
    alternatives = nil
    table.selectedIndex = index
    showDetails()
  }

  // MARK: Layout

  private enum Arrangement { case beside, below, single }

  private var arrangement: Arrangement {
    let isWide = bounds.width >= max(72, 3 * bounds.height)
    return isWide ? .beside : bounds.height >= 12 ? .below : .single
  }

  override func layoutSubviews() {
    let (width, height) = (bounds.width, bounds.height)
    switch arrangement {
    case .beside:
      let left = width * 55 / 100
      table.frame = Rect(x: 0, y: 0, width: left, height: height)
      details.frame = Rect(x: left + 2, y: 0, width: width - left - 2, height: height)
    case .below:
      let top = height * 2 / 5
      table.frame = Rect(x: 0, y: 0, width: width, height: top)
      details.frame = Rect(x: 0, y: top + 1, width: width, height: height - top - 1)
    case .single:
      // The focused view covers the other.
      let showsDetails = details.isFocused
      table.frame = Rect(x: 0, y: 0, width: width, height: showsDetails ? 0 : height)
      details.frame = Rect(x: 0, y: showsDetails ? 0 : height, width: width, height: showsDetails ? height : 0)
    }
    if details.bounds.width != shownWidth { showDetails() }
  }

  override func focusMoved(from old: View?, to new: View?) {
    if arrangement == .single { setNeedsLayout() }
  }

  override func draw(in canvas: Canvas) {
    let style = canvas.theme[.border]
    switch arrangement {
    case .beside:
      canvas.verticalLine(at: Point(x: table.frame.maxX, y: 0), length: bounds.height, style: style)
    case .below:
      canvas.horizontalLine(at: Point(x: 0, y: table.frame.maxY), length: bounds.width, style: style)
    case .single: break
    }
  }
}
