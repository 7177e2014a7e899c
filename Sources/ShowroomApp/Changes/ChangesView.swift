import ReactorCore
import ReactorTerminal
import ShowroomCatalog
import ShowroomFormatting
import ShowroomText

/// The page that shows what the latest refresh changed: the cars by make, with a line for each changed field.
package final class ChangesView: ReactorView<ChangesReactor> {
  /// The commands of the page.
  nonisolated static let commands = Commands<ChangesView>("What changed") {
    Command(
      toggleNew, "n", title: "Hide new cars", help: "Lists only the cars that changed or are gone, or all of them."
    ) { _ in .toggleNew }
    .titled { $0.state.hidesNew ? "Show new cars" : "Hide new cars" }
    .enabled { ($0.state.changes?.count(.new) ?? 0) > 0 }
    Command(reload, "r", "R", .f5, title: "Reload", help: "Reads the changes again.", isHidden: true) { _ in .load }
  }

  // The commands that messages refer to.
  private nonisolated static let toggleNew: CommandID = "changes.toggleNew"
  private nonisolated static let reload: CommandID = "changes.reload"

  let table = TableView<Row>(columns: [])
  private let placeholder = EmptyState()

  /// The format of numbers.
  package var formatting: CarFormatting {
    didSet { if formatting != oldValue, let reactor { show(reactor.currentState) } }
  }

  /// The width of the column with the changed fields, in which their text is wrapped.
  private var fieldsWidth = 0 {
    didSet { table.rowHeight = .varying { [weak self] row in max(1, self?.lines(of: row.change).count ?? 1) } }
  }

  /// A row of the page, which shows a car.
  struct Row: Identifiable, Sendable {
    let change: CarChange
    var id: Car.ID { change.car.id }
  }

  /// Creates a page without a reactor.
  package init(formatting: CarFormatting = CarFormatting()) {
    self.formatting = formatting
    super.init()
    title = "What changed"
    table.showsHeader = false
    table.placeholder = placeholder
    table.opening = { row in
      row.map {
        RowCommand(
          "Open", help: "Opens the page of the selected car.", isEnabled: $0.change.isListed,
          reason: "The car is no longer in the catalog.")
      }
    }
    addSubview(table)
  }

  package override var preferredFocus: View? { table }

  package override func layoutSubviews() {
    table.frame = bounds
    let width = table.width(ofColumn: Self.fields, inTableOfWidth: bounds.width) ?? 0
    if width != fieldsWidth { fieldsWidth = width }
  }

  /// Reads the changes when the page appears, and again when it is uncovered.
  package override func didAppear() {
    reactor?.action.send(.load)
  }

  package override func bind(reactor: ChangesReactor) {
    Self.commands.install(in: self)
    if let view = reactor.currentState.view { title = "What changed in @\(view.name)" }
    send(table.rowOpened) { .open($0) }
    reactor.state.bind(with: self) { $0.show($1) }
    // Enter opens the first car, even if it is typed before the cars have been read.
    show(\.isReading, in: table, \.holdsInput)
  }

  // MARK: State

  private func show(_ state: ChangesReactor.State) {
    let cars = state.cars
    status =
      state.changes.flatMap { changes in
        state.hidesNew ? "\(grouped(cars.count)) of \(counted(changes.cars.count, "car"))" : changes.summary
      } ?? ""
    table.columns = columns
    let places = Dictionary(cars.enumerated().map { ($1.car.id, $0) }) { first, _ in first }
    table.rows = TableRows(
      count: cars.count, stamp: state, row: { Row(change: cars[$0]) }, id: { cars[$0].car.id }, index: { places[$0] }
    )
    .divided(into: TableSection.sections(of: cars, heading: \.car.make))
    placeholder.content = placeholder(for: state)
  }

  private var columns: [TableColumn<Row>] {
    [
      TableColumn(id: "change", title: "Change", width: .fixed(7), priority: 90) { row in
        let kind = row.change.kind
        return TableCell(kind.rawValue, role: kind == .new ? .success : kind == .gone ? .warning : .accent)
      },
      TableColumn(id: "year", title: "Year", width: .fixed(4), priority: 80) { TableCell("\($0.change.car.year)") },
      TableColumn(id: "model", title: "Model", width: .flexible(min: 12, ideal: 24), priority: 100) {
        TableCell($0.change.car.model)
      },
      TableColumn(id: Self.fields, title: "Fields", width: .flexible(min: 12, ideal: 40, weight: 2), priority: 70) {
        [weak self] row in
        let lines = (self?.lines(of: row.change) ?? []).map { TableCell($0, role: .secondary) }
        var cell = lines.first ?? ""
        if lines.count > 1 { cell.below = Array(lines.dropFirst()) }
        return cell
      },
    ]
  }

  private static let fields = "fields"

  /// Returns the lines that describe the changed fields of a car, or its fuel economy if it is new or gone. A field
  /// whose text is too long continues on further lines, because its new value comes last.
  private func lines(of change: CarChange) -> [String] {
    let fields = formatting.changedFields(of: change)
    let texts = fields.isEmpty ? [formatting.text(of: .economy, in: change.car, UserData())] : fields
    return texts.flatMap { text -> [String] in
      guard fieldsWidth > Self.indentation.count, displayWidth(of: text) > fieldsWidth else { return [text] }
      let lines = wrapped(text, width: fieldsWidth - Self.indentation.count)
      return lines.prefix(1) + lines.dropFirst().map { Self.indentation + $0 }
    }
  }

  /// The beginning of a line that continues the text of the previous one.
  private static let indentation = "  "

  private func placeholder(for state: ChangesReactor.State) -> EmptyState.Content? {
    if let failure = state.failure {
      return EmptyState.Content(
        .failed, "Could not read the changes", "\(failure)", [(Self.reload, "Retry"), (NavigationStack.back, "Back")])
    }
    guard let changes = state.changes else { return nil }
    if !changes.cars.isEmpty {
      return EmptyState.Content(
        .empty, "Only new cars", "No other cars changed, and none are gone.", [(Self.toggleNew, "Show new cars")])
    }
    if changes.isReplacement {
      return EmptyState.Content(
        .empty, "No changes to show", "The latest refresh replaced the catalog, so there is nothing to compare.",
        [(NavigationStack.back, "Back")])
    }
    if let view = state.view {
      return EmptyState.Content(
        .empty, "No changes in @\(view.name)",
        "After the latest refresh, no cars in this view are new, changed or gone.", [(NavigationStack.back, "Back")])
    }
    return EmptyState.Content(
      .empty, changes.repriced > 0 ? "Only fuel costs changed" : "No changes yet",
      changes.repriced > 0
        ? "The latest refresh updated the fuel costs of \(counted(changes.repriced, "car"))."
        : "After a refresh, this page shows which cars are new, changed or gone.",
      [(NavigationStack.back, "Back")])
  }
}
