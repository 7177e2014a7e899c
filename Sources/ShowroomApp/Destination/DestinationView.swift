import ReactorCore
import ReactorTerminal
import Uploads

/// The screen on which a destination is chosen: a line to write it, the known ones, and what the one that is written says
/// of itself.
public final class DestinationView: ReactorView<DestinationReactor> {
  private struct Row: Identifiable {
    let id: Int
    let known: DestinationReactor.Known
  }

  private let field = TextField(placeholder: "A folder, https://…, dav+https://…, tus+https://… or s3://…")
  private let mistake = Label(role: .error, wraps: true)
  private let table: TableView<Row>
  private let facts = SurveyView()

  /// A screen without a destination yet.
  public override init() {
    table = TableView(columns: [
      TableColumn(
        id: "destination", title: "Known", width: .flexible(min: 20, ideal: 40, weight: 1), priority: 1,
        truncation: .middle
      ) { TableCell("\($0.known.destination)") },
      TableColumn(id: "origin", title: "", width: .fixed(15)) { TableCell($0.known.origin, role: .secondary) },
    ])
    super.init()
    title = "Destination"
    table.acceptsKeyboard = false
    for view in [field, mistake, table, facts] { addSubview(view) }
  }

  public override var preferredFocus: View? { field }

  public override func layoutSubviews() {
    let width = max(0, bounds.width - 2)
    field.frame = Rect(x: 1, y: 0, width: width, height: 1)
    let mistakeLines = mistake.text.isEmpty ? 0 : min(2, mistake.sizeThatFits(Size(width: width, height: 2)).height)
    mistake.frame = Rect(x: 1, y: 1, width: width, height: mistakeLines)
    let factLines = min(facts.sizeThatFits(Size(width: width, height: 6)).height, max(0, bounds.height - 6))
    let top = 1 + max(1, mistakeLines)
    table.frame = Rect(x: 0, y: top, width: bounds.width, height: max(0, bounds.height - top - factLines - 1))
    facts.frame = Rect(x: 1, y: bounds.height - factLines, width: width, height: factLines)
  }

  /// The destination stays as it is, and whoever asked for one hears of it.
  public override func shouldGoBack() -> Bool {
    reactor?.action.send(.cancel)
    return reactor == nil
  }

  /// Asks the destination: at the first time, and again when another screen no longer covers it.
  public override func didAppear() {
    reactor?.action.send(.load)
  }

  /// While a destination is typed, the arrows move in the list of those that are known.
  public override func handle(key: Key) -> Bool {
    guard let reactor, key == .up || key == .down else { return false }
    let last = reactor.currentState.known.count - 1
    let index = reactor.currentState.selected.map { $0 + (key == .down ? 1 : -1) } ?? 0
    reactor.action.send(.select(max(0, min(index, last))))
    return true
  }

  /// Types into the line, follows the list, and shows what the destination says.
  public override func bind(reactor: DestinationReactor) {
    // Action
    field.changed.asObservable().map { .edit($0) }.bind(to: reactor.action).disposed(by: disposeBag)
    keys(.enter, id: "destination.use", title: "Use", section: "Destination").map { .confirm }
      .bind(to: reactor.action).disposed(by: disposeBag)
    keys(.control("l"), id: "destination.signIn", title: "Sign in", section: "Destination").map { .signIn }
      .bind(to: reactor.action).disposed(by: disposeBag)
    keys(.escape, id: "navigation.back", title: "Cancel", section: "Destination").map { .cancel }
      .bind(to: reactor.action).disposed(by: disposeBag)
    table.selectionChanged.asObservable().bind { [weak self, weak reactor] in
      if self?.isShowing == false { reactor?.action.send(.select($0)) }
    }.disposed(by: disposeBag)
    table.itemSelected.asObservable().map { _ in .confirm }.bind(to: reactor.action).disposed(by: disposeBag)

    // State
    table.rows = TableRows(reactor.currentState.known.enumerated().map { Row(id: $0.offset, known: $0.element) })
    reactor.state.bind { [weak self] in self?.show($0) }.disposed(by: disposeBag)
    reactor.pulse(unwrapping: \.$question).bind { [weak self, weak reactor] question in
      self?.window?.alert(
        "Use anyway?", question.reason, kind: .warning,
        buttons: [
          AlertButton("Choose another", role: .cancel),
          AlertButton("Use anyway", key: "u", role: .destructive) { reactor?.action.send(.confirmAnyway) },
        ])
    }.disposed(by: disposeBag)
  }

  /// While the state is shown, a row that is selected was not selected by a person.
  private var isShowing = false

  private func show(_ state: DestinationReactor.State) {
    isShowing = true
    defer { isShowing = false }
    if field.text != state.text { field.text = state.text }
    if case .mistake(let error) = state.reading, !state.text.isEmpty {
      mistake.text = error.description
    } else {
      mistake.text = ""
    }
    if let selected = state.selected { table.selectedID = selected }
    facts.facts = SurveyFacts(state.ground, isASCII: window?.capabilities.isASCII ?? false).facts
    command("destination.use")?.isEnabled = state.destination != nil
    if case .failed(let failure) = state.ground, failure.cause == .unauthorised {
      command("destination.signIn")?.isEnabled = true
    } else {
      command("destination.signIn")?.isEnabled = false
    }
    setNeedsLayout()
  }
}
