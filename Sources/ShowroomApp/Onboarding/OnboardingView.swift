import ReactorCore
import ReactorTerminal
import ShowroomCatalog
import ShowroomSettings
import ShowroomText

/// The screen for choosing a catalog source. It also shows the progress of the import.
package final class OnboardingView: ReactorView<OnboardingReactor> {
  /// The commands of the screen.
  nonisolated static let commands = Commands<OnboardingView>("Source") {
    Command("source.import", .enter, title: "Import", help: "Reads the catalog from this file or address.") {
      _ in .importCars
    }
    .disabled { $0.state.isImporting ? "The cars are being imported." : nil }
    Command(
      NavigationStack.back, .escape, title: "Back",
      help: "Cancels the import, or goes back without a choice. At the first start, this imports the bundled catalog."
    ) { _ in .cancel }
    .titled { $0.state.isImporting ? "Cancel" : $0.state.isFirst ? "Skip" : "Back" }
    Command(tour, "d", title: "Watch the 60-second tour", help: tourHelp) { _ in .watchTour }
      .shown { $0.state.hasTour }
      .enabled { !$0.state.isImporting }
  }

  /// The command of the text field.
  nonisolated private static let fieldCommands = Commands<OnboardingView>("Source") {
    Command(NavigationStack.back, .escape, title: "Back", help: "Returns to the choices.") { $0.view.table.focus() }
  }

  private nonisolated static let tour: CommandID = "source.tour"

  /// The explanation of the commands that play the tour.
  nonisolated static let tourHelp = "Plays a tour of the program with its own catalog."

  /// The name of the program, the number of cars, and the key for the tour, shown only at the first start.
  private let welcome = Label()
  private var chrome: (any Disposable)?
  private let question = Label(role: .title)
  private let table: TableView<OnboardingRow>
  /// The field for a path or an address.
  private let field = TextField()
  private let spinner = Spinner()
  private let bar = ProgressBar()
  private let message = Label(wraps: true)
  private let hint = Label(role: .secondary, wraps: true)

  /// Creates a screen without a reactor.
  package override init() {
    table = TableView(
      columns: [
        TableColumn(id: "title", title: "", width: .fixed(40)) { TableCell($0.title) },
        TableColumn(id: "detail", title: "", width: .flexible(min: 10, ideal: 30), priority: -1) {
          TableCell($0.detail, role: .secondary)
        },
      ], rows: OnboardingView.rows(edition: nil))
    super.init()
    table.showsHeader = false
    table.opening = { [weak self] row in
      let isImporting = self?.reactor?.currentState.isImporting == true
      return row.map { RowCommand(Self.enterTitle($0.id), isEnabled: !isImporting) }
    }
    for view in [welcome, question, table, field, spinner, bar, message, hint] { addSubview(view) }
  }

  package override var preferredFocus: View? { table }

  /// The number of lines reserved for the message, so that the choices do not move when a typical failure appears.
  private static let messageLines = 3

  private static let welcomeLines = 3

  /// Places the parts from top to bottom. If they do not fit, the introduction is left out first, then the blank rows
  /// between the parts, then the question, and then choices, because the message may report a failure.
  package override func layoutSubviews() {
    let width = max(0, bounds.width - 4)
    let lines = message.sizeThatFits(Size(width: width, height: bounds.height)).height
    var spare = max(0, bounds.height - 1 - max(lines, Self.messageLines))
    func take(_ rows: Int) -> Int {
      let taken = min(rows, spare)
      spare -= taken
      return taken
    }
    let choices = take(OnboardingReactor.Choice.allCases.count)
    let heading = take(1)
    let (belowChoices, belowQuestion, belowMiddle, above) = (take(1), take(1), take(1), take(1))
    let isRoomy = spare > Self.welcomeLines + Self.messageLines
    let introduction = welcome.isHidden || !isRoomy ? 0 : take(Self.welcomeLines + 1)
    welcome.frame = Rect(x: 2, y: above, width: width, height: max(0, introduction - 1))
    question.frame = Rect(x: 2, y: above + introduction, width: width, height: heading)
    table.frame = Rect(x: 0, y: question.frame.maxY + belowQuestion, width: bounds.width, height: choices)
    let middle = Rect(x: 2, y: table.frame.maxY + belowChoices, width: width, height: 1)
    for view in [field, spinner, bar] { view.frame = middle }
    let isShort = field.isHidden && spinner.isHidden && bar.isHidden
    let y = isShort ? middle.y : middle.maxY + belowMiddle
    message.frame = Rect(x: 2, y: y, width: width, height: max(0, min(lines, bounds.height - y)))
    let height = hint.sizeThatFits(Size(width: width, height: bounds.height)).height
    hint.frame = Rect(x: 2, y: bounds.height - 1 - height, width: width, height: height)
    hint.isHidden = hint.frame.y <= message.frame.maxY
  }

  /// Cancels a running import. If none is running, leaves the screen as the reactor decides.
  package override func shouldGoBack() -> Bool {
    reactor?.action.send(.cancel)
    return reactor == nil
  }

  package override func windowChanged() {
    chrome?.dispose()
    chrome = window?.chrome.bind(with: self) { view, _ in
      if let reactor = view.reactor { view.showWelcome(reactor.currentState) }
    }
  }

  // MARK: Binding

  package override func bind(reactor: OnboardingReactor) {
    title = reactor.currentState.isFirst ? "Welcome" : "Source"
    hint.text = OnboardingText.hint(reactor.currentState)
    table.rows = Self.rows(edition: reactor.currentState.edition)
    welcome.isHidden = !reactor.currentState.isFirst
    Self.commands.install(in: self)
    Self.fieldCommands.install(in: field, for: self)
    send(table.selectionChanged) { .select($0) }
    send(table.rowOpened) { $0 == .bundled ? .importCars : nil }
    table.rowOpened.bind(with: self) { if $1 != .bundled { $0.enterLine() } }
    bind(field, to: \.text) { .edit($0) }
    reactor.state.bind(with: self) { $0.show($1) }
    show(\.isImporting, in: self, \.holdsInput)
    // After a failure, the user can correct the text immediately.
    show(\.failure) { if $1 != nil { $0.enterLine() } }
  }

  private func enterLine() {
    if !field.isHidden { field.focus() }
  }

  /// Updates text that depends on the available characters.
  package override func charactersChanged() {
    if let reactor { show(reactor.currentState) }
  }

  // MARK: State

  private func show(_ state: OnboardingReactor.State) {
    question.text =
      state.showsChoices ? "Choose a catalog source" : "Importing cars from \(state.configured ?? "")"
    for view in [table, message] { view.isHidden = !state.showsChoices }
    showWelcome(state)
    table.selectedID = state.choice
    field.isHidden = state.choice == .bundled || state.isImporting
    field.prefix = state.choice == .address ? "URL  " : "Path  "
    field.placeholder = OnboardingText.placeholder(state.choice)
    let words = state.progress?.details(isASCII: window?.capabilities.isASCII ?? false) ?? "Importing cars"
    let isWorking = state.isImporting && !state.isAwaitingApproval
    bar.isHidden = !isWorking || state.progress?.fraction == nil
    bar.value = state.progress?.fraction
    bar.text = words
    spinner.isHidden = !isWorking || !bar.isHidden
    spinner.isAnimating = !spinner.isHidden
    spinner.text = words
    message.role = state.failure == nil ? .secondary : .error
    message.text = state.failure ?? (state.isImporting ? "" : OnboardingText.explanation(state.choice))
    setNeedsLayout()
  }

  /// Shows the introduction. The key for the tour is shown only while it works, because the user may have changed it,
  /// and in a text field it types a letter.
  private func showWelcome(_ state: OnboardingReactor.State) {
    let isASCII = window?.capabilities.isASCII ?? false
    var spans = [Span("Showroom", .title), Span("\n\(OnboardingText.welcome(state))\n", .secondary)]
    if let tour = window?.activeBindings.first(where: { $0.id == Self.tour }), let key = tour.keys.first {
      spans += [Span(key.label(ascii: isASCII), .hintKey), Span("  \(tour.title)")]
    }
    welcome.spans = spans
  }

  private static func rows(edition: CatalogEdition?) -> TableRows<OnboardingRow> {
    TableRows(OnboardingReactor.Choice.allCases.map { OnboardingRow(id: $0, edition: edition) })
  }

  private static func enterTitle(_ choice: OnboardingReactor.Choice) -> String {
    switch choice {
    case .bundled: "Import"
    case .file: "Type path"
    case .address: "Type URL"
    }
  }
}

/// A row of the table of choices.
private struct OnboardingRow: Identifiable, Sendable {
  let id: OnboardingReactor.Choice
  /// The edition of the bundled catalog; `nil` if it is unknown.
  let edition: CatalogEdition?

  var title: String {
    switch id {
    case .bundled: "The bundled catalog"
    case .file: "A file on this computer"
    case .address: "A web address"
    }
  }

  var detail: String {
    switch id {
    case .bundled: edition.map { "\(counted($0.cars, "car")), edition \($0.date)" } ?? "works offline"
    case .file: "EPA CSV or JSON"
    case .address: "downloaded again at each refresh"
    }
  }
}
