import Catalogue
import ReactorCore
import ReactorTerminal

/// The screen on which a person says where the cars come from, and sees them being taken from there.
public final class OnboardingView: ReactorView<OnboardingReactor> {
  private let question = Label(role: .title)
  private let table: TableView<OnboardingRow>
  private let line = SourceLine()
  private let spinner = Spinner()
  private let bar = ProgressBar()
  private let message = Label(wraps: true)
  private let hint = Label(role: .secondary, wraps: true)

  /// A screen without a reactor yet.
  public override init() {
    table = TableView(
      columns: [
        TableColumn(id: "title", title: "", width: .fixed(40)) { TableCell($0.title) },
        TableColumn(id: "detail", title: "", width: .flexible(min: 10, ideal: 30), priority: -1) {
          TableCell($0.detail, role: .secondary)
        },
      ], rows: TableRows(OnboardingReactor.Choice.allCases.map(OnboardingRow.init)))
    super.init()
    table.showsHeader = false
    for view in [question, table, line, spinner, bar, message, hint] { addSubview(view) }
  }

  public override var preferredFocus: View? { table }

  public override func layoutSubviews() {
    let width = max(0, bounds.width - 4)
    question.frame = Rect(x: 2, y: 1, width: width, height: 1)
    table.frame = Rect(x: 0, y: 3, width: bounds.width, height: OnboardingReactor.Choice.allCases.count)
    let middle = Rect(x: 2, y: table.frame.maxY + 1, width: width, height: 1)
    for view in [line, spinner, bar] { view.frame = middle }
    let room = Size(width: width, height: max(0, bounds.height - middle.maxY - 1))
    let isShort = line.isHidden && spinner.isHidden && bar.isHidden
    message.frame = Rect(
      x: 2, y: isShort ? middle.y : middle.maxY + 1, width: width, height: message.sizeThatFits(room).height)
    let height = hint.sizeThatFits(room).height
    hint.frame = Rect(x: 2, y: bounds.height - 1 - height, width: width, height: height)
    hint.isHidden = hint.frame.y <= message.frame.maxY
  }

  /// A refresh that is under way is stopped first.
  public override func shouldGoBack() -> Bool {
    reactor?.action.send(.cancel)
    return reactor == nil
  }

  // MARK: Binding

  /// Enter takes the cars, or leads to the line where it is said from where; Esc leads back.
  public override func bind(reactor: OnboardingReactor) {
    let section = "Source"
    title = reactor.currentState.isFirst ? "Welcome" : "Source"
    hint.text = OnboardingText.hint(reactor.currentState)
    keys(.enter, id: "source.take", title: "Take the cars", section: section).map { .take }
      .bind(to: reactor.action).disposed(by: disposeBag)
    // The name of the navigation's own command: this one takes its place.
    keys(.escape, id: "navigation.back", title: "Back", section: section).map { .cancel }
      .bind(to: reactor.action).disposed(by: disposeBag)
    line.left.asObservable().bind { [weak self] in self?.window?.focus(self?.table) }.disposed(by: disposeBag)
    table.selectionChanged.asObservable().map { .select($0) }
      .bind(to: reactor.action).disposed(by: disposeBag)
    table.itemSelected.asObservable().bind { [weak self, weak reactor] choice in
      if choice == .bundled { reactor?.action.send(.take) } else { self?.enterLine() }
    }.disposed(by: disposeBag)
    line.field.changed.asObservable().map { .edit($0) }.bind(to: reactor.action).disposed(by: disposeBag)
    reactor.state.bind { [weak self] in self?.show($0) }.disposed(by: disposeBag)
    // What failed for what was typed is mended where it was typed.
    reactor.state(\.failure).unwrapped().bind { [weak self] _ in self?.enterLine() }.disposed(by: disposeBag)
  }

  private func enterLine() {
    if !line.isHidden { window?.focus(line.field) }
  }

  // MARK: State

  private func show(_ state: OnboardingReactor.State) {
    question.text = state.asks ? "Where do the cars come from?" : "Loading cars from \(state.given ?? "")"
    for view in [table, message] { view.isHidden = !state.asks }
    table.selectedID = state.choice
    line.isHidden = state.choice == .bundled || state.isTaking
    line.field.prefix = state.choice == .address ? "Address  " : "File  "
    line.field.placeholder = OnboardingText.placeholder(state.choice)
    if line.field.text != state.text { line.field.text = state.text }
    let words = state.progress?.details(isASCII: window?.capabilities.isASCII ?? false) ?? "Taking the cars"
    bar.isHidden = !state.isTaking || state.progress?.fraction == nil
    bar.value = state.progress?.fraction
    bar.text = words
    spinner.isHidden = !state.isTaking || !bar.isHidden
    spinner.isAnimating = !spinner.isHidden
    spinner.text = words
    message.role = state.failure == nil ? .secondary : .error
    message.text = state.failure ?? (state.isTaking ? "" : OnboardingText.explanation(state.choice))
    table.command("list.open")?.title = state.choice == .bundled ? "Take the cars" : "Type it"
    table.command("list.open")?.isEnabled = !state.isTaking
    command("source.take")?.isEnabled = !state.isTaking
    command("navigation.back")?.title = state.isTaking ? "Stop" : state.isFirst ? "Skip" : "Back"
    setNeedsLayout()
  }
}

/// The line in which it is typed where the cars come from.
private final class SourceLine: View {
  let field = TextField()
  /// Told when somebody wants to choose again.
  let left = Relay<Void>()

  override init() {
    super.init()
    addSubview(field)
    keys(.escape, id: "navigation.back", title: "Back", section: "Source").bind { [left] in left.send(()) }
  }

  override func layoutSubviews() { field.frame = bounds }
}

/// A choice as a row of the table.
private struct OnboardingRow: Identifiable, Sendable {
  let id: OnboardingReactor.Choice

  init(_ choice: OnboardingReactor.Choice) { id = choice }

  var title: String {
    switch id {
    case .bundled: "The catalogue that comes with Showroom"
    case .file: "A file on this machine"
    case .address: "A web address"
    }
  }

  var detail: String {
    switch id {
    case .bundled: "some hundred cars, at once"
    case .file: "of the EPA, or JSON"
    case .address: "the same, fetched again at a refresh"
    }
  }
}
