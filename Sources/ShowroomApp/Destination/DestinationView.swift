import ReactorCore
import ReactorTerminal
import ShowroomUploads

/// The screen for choosing a destination: a text field, the known destinations, and the status of the current one.
package final class DestinationView: ReactorView<DestinationReactor> {
  /// The commands of the screen.
  nonisolated static let commands = Commands<DestinationView>("Destination") {
    Command("destination.use", .enter, title: "Use", help: "Uses the destination for new uploads.") { _ in .confirm }
      // The reason why the text is invalid is shown below it.
      .enabled { $0.state.destination != nil }
      .disabled { $0.state.text.isEmpty ? "\(DestinationError.empty)" : nil }
    Command(
      "destination.signIn", .control("o"), title: "Sign in", help: "Asks for the credentials of the destination."
    ) { _ in .signIn }
    .disabled {
      $0.state.destinationStatus.requiresSignIn ? nil : "The destination does not require sign-in."
    }
    Command(NavigationStack.back, .escape, title: "Cancel", help: "Keeps the current destination.") { _ in .cancel }
  }

  private struct Row: Identifiable {
    let id: Int
    let known: DestinationReactor.KnownDestination
  }

  private let field = TextField(placeholder: "A folder, or https://, dav+https://, tus+https:// or s3://")
  private let errorLabel = Label(role: .error, wraps: true)
  private let table: TableView<Row>
  private let facts = DestinationFactsView()

  /// Creates a screen without a reactor.
  package override init() {
    table = TableView(columns: [])
    super.init()
    title = "Destination"
    table.acceptsFocus = false
    content = Rows {
      Rows(padding: Insets(horizontal: 1, vertical: 0)) {
        field.height(1)
        errorLabel.fit(minimum: 1, maximum: 4)
      }
      table.fill(minimum: 3)
      Rows(padding: Insets(top: 1, left: 1, right: 1)) { facts }
    }
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

  /// Cancels the choice. The flow then removes the screen.
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

    bind(field, to: \.text) { .edit($0) }
    send(table.selectionChanged) { .select($0) }
    send(table.rowOpened) { _ in .confirm }
    let known = reactor.currentState.known
    table.columns = Self.columns(originWidth: known.map { displayWidth(of: $0.origin) }.max() ?? 0)
    table.rows = TableRows(known.enumerated().map { Row(id: $0.offset, known: $0.element) })
    reactor.state.bind(with: self) { $0.show($1) }
  }

  /// Updates text that depends on the available characters.
  package override func charactersChanged() {
    if let reactor { show(reactor.currentState) }
  }

  private func show(_ state: DestinationReactor.State) {
    if case .invalid(let error) = state.parsed, !state.text.isEmpty {
      errorLabel.text = error.description
    } else {
      errorLabel.text = ""
    }
    if let selected = state.selected { table.selectedID = selected }
    facts.facts = DestinationFacts(state.destinationStatus, isASCII: window?.isASCII ?? false).facts
  }
}
