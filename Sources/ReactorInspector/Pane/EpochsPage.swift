import ReactorCore
import ReactorTerminal

/// The list of epochs, and the details of the selected one beside or below it.
final class EpochsPage: View {
  enum Commands: String, CommandSet, Sendable {
    case back = "inspector.back"
    case forward = "inspector.forward"
    case newest = "inspector.newest"
    case skip = "inspector.skip"
    case reactor = "inspector.reactor"
    case detailsDown = "inspector.detailsDown"
    case detailsUp = "inspector.detailsUp"

    static let section: String? = "Inspector"

    var binding: KeyBinding {
      switch self {
      case .back: keys("[", .left, title: "Step back")
      case .forward: keys("]", .right, title: "Step forward")
      case .newest: keys(.end, title: "Present", isHidden: true)
      case .skip: keys("x", title: "Skip")
      case .reactor: keys("o", title: "Reactor")
      case .detailsDown: keys("J", title: "Scroll details down", isHidden: true)
      case .detailsUp: keys("K", title: "Scroll details up", isHidden: true)
      }
    }
  }

  let table = TableView<EpochRow>(columns: [])
  let details = ScrollText()
  /// The text that the shown epochs contain; empty for all.
  var filter = "" {
    didSet { if filter != oldValue { showRows() } }
  }
  /// Called when the position in time has changed.
  var traveled: @MainActor () -> Void = {}

  private let log: InspectorLog
  private let travel: TimeTravel
  private var text = EpochText(isASCII: false, lanes: [])
  private var rows = EpochRows()
  private var shownEpoch: Int?
  /// The states computed without an epoch, shown in place of the details.
  private var alternativeLines: [[Span]]?
  private let empty = Label("No epochs yet: use the program.", role: .placeholder, alignment: .center)
  private let disposeBag = DisposeBag()

  init(_ log: InspectorLog, _ travel: TimeTravel) {
    self.log = log
    self.travel = travel
    super.init()
    table.columns = Self.columns
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
    for command in Commands.allCases {
      addCommand(command).bind { [weak self] in self?.perform(command) }.disposed(by: disposeBag)
    }
  }

  override var preferredFocus: View? { table }

  private static let columns: [TableColumn<EpochRow>] = [
    TableColumn(id: "epoch", title: "#", width: .fixed(4), alignment: .trailing, priority: 9) { TableCell("\($0.id)") },
    TableColumn(id: "time", title: "Time", width: .fixed(9), alignment: .trailing, priority: 3) { TableCell($0.time) },
    TableColumn(id: "trigger", title: "Came", width: .fixed(8), priority: 8) { TableCell($0.trigger, role: .accent) },
    TableColumn(id: "summary", title: "Did", width: .flexible(min: 16, ideal: 24), priority: 10) {
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

  // MARK: Showing

  /// Shows what was recorded since the last call.
  func update(_ text: EpochText) {
    if text.isASCII != self.text.isASCII { rows.reset() }
    self.text = text
    rows.update(from: log, text)
    showRows()
  }

  private func showRows() {
    let followsNewest = table.rows.isEmpty || table.selectedIndex == table.rows.count - 1
    table.rows = rows.table(containing: filter)
    empty.text = filter.isEmpty ? "No epochs yet: use the program." : "No epoch contains \(filter)."
    if followsNewest, travel.position == .present { table.selectedIndex = table.rows.count - 1 }
    table.marked = table.marked.filter { $0 >= log.firstNumber && $0 <= log.epochCount }
    showDetails()
  }

  private func selectionChanged() {
    alternativeLines = nil
    showDetails()
  }

  private func showDetails() {
    let selected = table.selectedID.flatMap { log.epoch($0) }
    defer { shownEpoch = selected?.number }
    if selected?.number != shownEpoch { details.scroll(to: 0) }
    // Only the newest epoch still changes.
    if let number = selected?.number, number == shownEpoch, number != log.epochCount, alternativeLines == nil,
      !details.lines.isEmpty
    {
      return
    }
    details.lines = alternativeLines ?? selected.map { EpochDetails.lines(of: $0, text) } ?? []
  }

  private func toggleMark(_ epoch: Int) {
    if table.marked.remove(epoch) == nil { table.marked.insert(epoch) }
    if table.selectedIndex != table.rows.count - 1 { table.moveDown() }
  }

  // MARK: Commands

  private func perform(_ command: Commands) {
    switch command {
    case .back: step(by: -1)
    case .forward: step(by: 1)
    case .newest:
      resume()
      table.selectedIndex = table.rows.count - 1
    case .skip: skip()
    case .reactor:
      travel.changeReactor()
      traveled()
    case .detailsDown: details.scroll(to: details.top + 1)
    case .detailsUp: details.scroll(to: details.top - 1)
    }
  }

  /// Returns to the present or, there, goes to the details.
  private func open() {
    if travel.position == .present { details.focus() } else { resume() }
  }

  /// Shows the present again.
  func resume() {
    alternativeLines = nil
    travel.resume()
    traveled()
    showDetails()
  }

  /// Shows the states after the previous or the next epoch.
  private func step(by rows: Int) {
    guard let selected = table.selectedIndex else { return }
    let next = selected + rows
    guard table.rows.count > 0, next >= 0 else { return }
    alternativeLines = nil
    if next >= table.rows.count - 1 {
      table.selectedIndex = table.rows.count - 1
      return resume()
    }
    table.selectedIndex = next
    if !travel.show(after: table.rows.id(at: next)) {
      window?.toast("No state of that time is known", kind: .warning, topic: "inspector")
    }
    traveled()
  }

  private func skip() {
    guard let epoch = table.selectedID else { return }
    let alternatives = travel.skip(epoch)
    traveled()
    guard !alternatives.isEmpty else {
      window?.toast("Epoch \(epoch) changed no state", kind: .warning, topic: "inspector")
      return
    }
    alternativeLines = lines(of: alternatives, without: epoch)
    shownEpoch = nil
    showDetails()
  }

  private func lines(of alternatives: [TimeTravel.Alternative], without epoch: Int) -> [[Span]] {
    var lines: [[Span]] = [
      [Span("Without epoch \(epoch)", .title)],
      [Span("- is now   + would have become", .secondary)],
    ]
    for alternative in alternatives {
      lines.append([Span(text.name(alternative.lane), .header)])
      let difference = text.difference(alternative.present, alternative.state)
      lines += difference.isEmpty ? [[Span("  The state would be the same.", .secondary)]] : difference
    }
    return lines
  }

  // MARK: Layout

  private enum Arrangement { case beside, below, single }

  private var arrangement: Arrangement { bounds.width >= 72 ? .beside : bounds.height >= 12 ? .below : .single }

  override func layoutSubviews() {
    let (width, height) = (bounds.width, bounds.height)
    details.isHidden = false
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
      // The one with the focus covers the other.
      let showsDetails = details.isFocused
      table.frame = Rect(x: 0, y: 0, width: width, height: showsDetails ? 0 : height)
      details.frame = Rect(x: 0, y: showsDetails ? 0 : height, width: width, height: showsDetails ? height : 0)
    }
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
