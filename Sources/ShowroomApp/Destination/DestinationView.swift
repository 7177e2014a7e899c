import ReactorCore
import ReactorTerminal
import ShowroomSettings
import ShowroomUploads

/// The screen for choosing a destination: a text field, the known destinations, and the status of the current one.
package final class DestinationView: ReactorView<DestinationReactor> {
  /// The commands of the screen.
  nonisolated static let commands = Commands<DestinationView>("Destination") {
    Command("destination.use", .enter, title: "Use", help: "Uses the destination for new uploads.") { _ in .confirm }
      .enabled { $0.state.destination != nil }
    Command(
      "destination.signIn", .control("l"), title: "Sign in", help: "Asks for the credentials of the destination."
    ) { _ in .signIn }
    .enabled { $0.state.destinationStatus.requiresSignIn }
    Command(NavigationStack.back, .escape, title: "Cancel") { _ in .cancel }
  }

  private struct Row: Identifiable {
    let id: Int
    let known: DestinationReactor.KnownDestination
  }

  private let field = TextField(placeholder: "A folder, or https://, dav+https://, tus+https:// or s3://")
  private let errorLabel = Label(role: .error, wraps: true)
  private let table: TableView<Row>
  private let facts = DestinationFactsView()
  private let stack = StackView(.vertical)

  /// Creates a screen without a reactor.
  package override init() {
    table = TableView(columns: [])
    super.init()
    title = "Destination"
    table.acceptsFocus = false
    let top = StackView(.vertical, padding: Insets(horizontal: 1, vertical: 0))
    top.add(field, .fixed(1))
    top.add(errorLabel, .fitting(minimum: 1, maximum: 4))
    stack.add(top)
    stack.add(table, .share(minimum: 3))
    let bottom = StackView(.vertical, padding: Insets(top: 1, left: 1, right: 1))
    bottom.add(facts)
    stack.add(bottom)
    addSubview(stack)
  }

  private static func columns(originWidth: Int) -> [TableColumn<Row>] {
    [
      TableColumn(
        id: "destination", title: "Known destinations", width: .flexible(min: 20, ideal: 40, weight: 1), priority: 1,
        truncation: .middle
      ) { TableCell("\($0.known.destination)") },
      TableColumn(id: "origin", title: "", width: .fixed(originWidth)) { TableCell($0.known.origin, role: .secondary) },
    ]
  }

  package override var preferredFocus: View? { field }

  package override func layoutSubviews() { stack.frame = bounds }

  /// Cancels the choice; the flow then leaves the screen.
  package override func shouldGoBack() -> Bool {
    reactor?.action.send(.cancel)
    return reactor == nil
  }

  /// Checks the destination when the screen appears, and again when it is uncovered.
  package override func didAppear() {
    reactor?.action.send(.load)
  }

  /// Moves the selection in the list of known destinations while the text field has the focus.
  package override func handle(key: Key) -> Bool {
    let moves: [CommandID: Int] = [ListCommands.up.id: -1, ListCommands.down.id: 1]
    guard let reactor, let move = table.command(for: key).flatMap({ moves[$0.binding.id] }) else { return false }
    let last = reactor.currentState.known.count - 1
    let index = reactor.currentState.selected.map { $0 + move } ?? 0
    reactor.action.send(.select(max(0, min(index, last))))
    return true
  }

  package override func bind(reactor: DestinationReactor) {
    Self.commands.install(in: self)

    // Action
    send(field.changed) { .edit($0) }
    table.selectionChanged.bind { [weak self, weak reactor] in
      if self?.isShowing == false { reactor?.action.send(.select($0)) }
    }
    send(table.rowOpened) { _ in .confirm }

    // State
    let known = reactor.currentState.known
    table.columns = Self.columns(originWidth: known.map { displayWidth(of: $0.origin) }.max() ?? 0)
    table.rows = TableRows(known.enumerated().map { Row(id: $0.offset, known: $0.element) })
    reactor.state.bind { [weak self] in self?.show($0) }
    reactor.pulse(unwrapping: \.$question).bind { [weak self, weak reactor] question in
      self?.window?.alert(
        "Use anyway?", question.reason, kind: .warning,
        buttons: [
          AlertButton("Choose another", role: .cancel),
          AlertButton("Use anyway", key: "u", role: .destructive) { reactor?.action.send(.confirmAnyway) },
        ])
    }
  }

  /// Formats the texts again, which depend on the available characters.
  package override func charactersChanged() {
    if let reactor { show(reactor.currentState) }
  }

  /// Whether the view is being updated, so that a changed selection does not come from the user.
  private var isShowing = false

  private func show(_ state: DestinationReactor.State) {
    isShowing = true
    defer { isShowing = false }
    if field.text != state.text { field.text = state.text }
    if case .invalid(let error) = state.parsed, !state.text.isEmpty {
      errorLabel.text = error.description
    } else {
      errorLabel.text = ""
    }
    if let selected = state.selected { table.selectedID = selected }
    facts.facts = DestinationFacts(state.destinationStatus, isASCII: window?.capabilities.isASCII ?? false).facts
  }
}
