import Catalogue
import ReactorCore
import ReactorTerminal
import Uploads

/// The queue: where files go and what depends on that, how far all of them are, a row for each, and what there is to say
/// of the selected one.
public final class UploadView: ReactorView<UploadReactor> {
  let table = TableView<UploadItem>(columns: [])
  private let facts = SurveyView()
  private let totals = ProgressBar()
  private let spinner = Spinner()
  private let detail = Label(role: .secondary, wraps: true)
  private let placeholder = EmptyState()
  private var cells: UploadCells?
  /// Where messages go while another screen covers this one.
  private weak var lastWindow: Window?

  /// Rows from which all that is known of the destination is shown; below, one line of it.
  private static let roomyHeight = 16

  private let home: String?

  /// A screen without uploads yet.
  /// - Parameter home: the folder that is written as `~`.
  public init(home: String? = nil) {
    self.home = home
    super.init()
    title = "Uploads"
    table.placeholder = placeholder
    for view in [facts, totals, table, detail, spinner] { addSubview(view) }
  }

  /// The rows get the keyboard.
  public override var preferredFocus: View? { table }

  /// The rows get what the others leave; in a small window these leave most of it.
  public override func layoutSubviews() {
    let width = max(0, bounds.width - 2)
    let isRoomy = bounds.height >= Self.roomyHeight
    if let reactor { showFacts(reactor.currentState) }
    let factLines = min(facts.sizeThatFits(bounds.size).height, isRoomy ? 5 : 1)
    facts.frame = Rect(x: 1, y: 0, width: width, height: factLines)
    let totalLines = totals.isHidden ? 0 : 1
    totals.frame = Rect(x: 1, y: factLines, width: width, height: totalLines)
    // Before the bar, in the margin: nothing moves for it.
    spinner.frame = Rect(x: 0, y: factLines, width: 1, height: totalLines)
    let detailLines = isRoomy ? 3 : 1
    let top = factLines + totalLines + (isRoomy ? 1 : 0)
    table.frame = Rect(x: 0, y: top, width: bounds.width, height: max(0, bounds.height - top - detailLines))
    detail.frame = Rect(x: 1, y: bounds.height - detailLines, width: width, height: detailLines)
  }

  /// Asks the destination: at the first time, and again when another screen no longer covers this one.
  public override func didAppear() {
    reactor?.action.send(.load)
  }

  /// Learns what the terminal can.
  public override func windowChanged() {
    guard let window else { return }
    lastWindow = window
    if let reactor { show(reactor.currentState) }
  }

  /// The position is part of the status.
  public override func titlesWillShow() {
    if let reactor { updateStatus(reactor.currentState) }
  }

  private func updateStatus(_ state: UploadReactor.State) {
    // While uploads wait, the title bar says it of them already.
    let isSilent = state.snapshot.isPaused && !state.snapshot.items.contains(where: \.isUnderWay)
    status = (isSilent ? "paused " : "") + table.positionText
  }

  // MARK: Binding

  public override func bind(reactor: UploadReactor) {
    bindCommands(reactor)
    table.selectionChanged.asObservable()
      .bind { [weak self, weak reactor] _ in if let reactor { self?.selectionChanged(reactor.currentState) } }
      .disposed(by: disposeBag)
    reactor.state.bind { [weak self] in self?.show($0) }.disposed(by: disposeBag)
    reactor.state(\.isUploading).bind(to: spinner, \.isAnimating).disposed(by: disposeBag)
    reactor.pulse(unwrapping: \.$toast).bind { [weak self] in self?.lastWindow?.toast($0) }.disposed(by: disposeBag)
    reactor.pulse(unwrapping: \.$alert).bind { [weak self] in self?.present($0) }.disposed(by: disposeBag)
    reactor.pulse(unwrapping: \.$question).bind { [weak self] in self?.present($0) }.disposed(by: disposeBag)
  }

  // MARK: State

  private func show(_ state: UploadReactor.State) {
    let items = state.items
    title = state.choice.car == nil ? "Uploads" : "Uploads of \(state.carName ?? "a car")"
    showFacts(state)
    showColumns(state)
    let all = UploadTotals(items)
    totals.isHidden = all.count == 0
    totals.value = all.progress.fraction
    totals.text = all.text(pause: state.snapshot.pause, isASCII: isASCII)
    let index = Dictionary(
      items.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: { first, _ in first })
    table.rows = TableRows(
      count: items.count, stamp: items, row: { items[$0] }, id: { items[$0].id }, index: { index[$0] })
    placeholder.content = placeholder(for: state)
    selectionChanged(state)
    updateStatus(state)
  }

  private var isASCII: Bool { lastWindow?.capabilities.isASCII ?? false }

  /// Where all rows are of one car and go where new files go, the lines above say it once.
  private func showColumns(_ state: UploadReactor.State) {
    let isOneCar = state.choice.car != nil
    let latest = UploadCells(
      isASCII: isASCII, carNames: isOneCar ? nil : state.carNames,
      showsDestination: !isOneCar || state.items.contains { $0.destination != "\(state.choice.destination)" },
      home: home)
    guard latest != cells else { return }
    cells = latest
    table.columns = latest.columns
  }

  private func showFacts(_ state: UploadReactor.State) {
    facts.facts = head(state) + SurveyFacts(state.ground, isASCII: isASCII).facts
  }

  private func head(_ state: UploadReactor.State) -> [SurveyFacts.Fact] {
    let isOneCar = state.choice.car != nil
    let destination = SurveyFacts.Fact(
      label: isOneCar ? "Destination" : "New uploads", text: "\(state.choice.destination)", role: .accent)
    guard isOneCar else { return [destination] }
    let held = state.attachments.isEmpty ? "" : ", " + counted(state.attachments.count, "attachment")
    let car = SurveyFacts.Fact(label: "Car", text: (state.carName ?? "not in the catalogue") + held)
    // In a small window there is room for one line: where it goes matters most.
    return bounds.height >= Self.roomyHeight ? [car, destination] : [destination, car]
  }

  private func selectionChanged(_ state: UploadReactor.State) {
    let item = state.item(table.selectedID)
    detail.spans =
      item.map { item in
        [
          Span("\(cells?.shortened(item.path) ?? item.path) ", .text), Span(isASCII ? "to " : "→ "),
          Span("\(item.destination)\n"),
          Span(item.sentence, item.failure == nil ? nil : .error),
        ]
      } ?? []
    updateCommands(state, selected: item)
  }

  private func placeholder(for state: UploadReactor.State) -> EmptyState.Content? {
    guard state.items.isEmpty else { return nil }
    return EmptyState.Content(
      .empty, title: state.choice.car == nil ? "Nothing is being uploaded" : "Nothing is being uploaded to this car",
      explanation:
        "Documents and photos of a car are uploaded to the destination while you browse.",
      hints: [
        EmptyState.Hint(command: Name.add, "choose files"),
        EmptyState.Hint(command: Name.destination, "choose the destination"),
      ])
  }

  // MARK: Events

  private func present(_ failure: UploadReactor.Failure) {
    var buttons = [AlertButton("Close", role: .cancel)]
    if let retry = failure.retry {
      buttons.insert(AlertButton("Retry", key: "r") { [weak self] in self?.reactor?.action.send(retry) }, at: 0)
    }
    lastWindow?.alert(failure.title, failure.message, kind: .error, buttons: buttons)
  }

  private func present(_ question: UploadReactor.Question) {
    let dialog = UploadQuestion(question)
    lastWindow?.alert(
      dialog.title, dialog.message, kind: .warning,
      buttons: dialog.buttons { [weak self] in self?.reactor?.action.send($0) })
  }
}
