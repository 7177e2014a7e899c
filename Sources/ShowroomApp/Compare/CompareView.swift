import ReactorCore
import ReactorTerminal
import ShowroomCatalog
import ShowroomFormatting
import ShowroomText

/// The screen of a comparison, with a column for each car and a row for each fact.
package final class CompareView: ReactorView<CompareReactor> {
  /// The commands of the screen.
  nonisolated static let commands = Commands<CompareView>("Compare") {
    Command("compare.open", .enter, title: "Open", help: "Opens the page of the selected car.") { _ in .open }
      .enabled { $0.state.selectedColumn?.car != nil }
    Command("compare.remove", "x", .delete, title: "Remove", help: "Removes the selected car from the comparison.") {
      _ in .remove
    }
    .enabled { $0.state.selectedColumn != nil }
    Command(
      differences, "d", title: "Differences only",
      help: "Hides rows with equal values, or shows them again."
    ) { _ in .toggleDifferences }
    .titled { $0.state.onlyDifferences ? "All facts" : "Differences only" }
    // At the first car, the command is disabled, so that the key goes back, as it does on every screen.
    Command("compare.left", .left, "h", title: "Previous car", help: "Selects the car to the left.") {
      .select($0.state.selected - 1)
    }
    .enabled { $0.state.selected > 0 }
    Command("compare.right", .right, "l", title: "Next car", help: "Selects the car to the right.") {
      .select($0.state.selected + 1)
    }
    .enabled { $0.state.selected + 1 < $0.state.columns.count }
    Command(
      "compare.sheet", "P", title: "Save sheet",
      help: "Saves the compared cars to a file that you can share.", isHidden: true
    ) { command in
      await command.view.window?.askSheetPath(of: command.state.columns.count, for: command.view.reactor?.sheets)
        .map { .writeSheet(to: $0) }
    }
    .enabled { $0.state.columns.contains { $0.car != nil } }
    Command(reload, "r", "R", .f5, title: "Reload", help: "Reads the cars again.", isHidden: true) { _ in .load }
  }

  // The commands that messages refer to.
  nonisolated static let differences: CommandID = "compare.differences"
  private nonisolated static let reload: CommandID = "compare.reload"

  /// The format of numbers.
  package var formatting: CarFormatting {
    didSet { if formatting != oldValue, let reactor { show(reactor.currentState) } }
  }
  private let header = CompareHeaderView()
  private let rows = CompareRowsView()
  private let scrolling: ScrollView
  private let placeholder = EmptyState()
  /// The width of the longest text of a car.
  private var longest = 0

  /// Creates a screen without a reactor.
  package init(formatting: CarFormatting = CarFormatting()) {
    self.formatting = formatting
    scrolling = ScrollView(rows)
    super.init()
    title = "Compare"
    for view in [header, scrolling, placeholder] { addSubview(view) }
    placeholder.isHidden = true
  }

  package override var preferredFocus: View? { scrolling }

  package override func layoutSubviews() {
    arrange()
    let top = header.height
    header.frame = Rect(x: 1, y: 0, width: bounds.width - 3, height: top)
    scrolling.frame = Rect(x: 0, y: top, width: bounds.width, height: bounds.height - top)
    placeholder.frame = scrolling.frame
  }

  /// Loads the cars when the screen appears, and again when it is uncovered.
  package override func didAppear() {
    reactor?.action.send(.load)
  }

  package override func bind(reactor: CompareReactor) {
    Self.commands.install(in: self)
    let pressed: @MainActor (Int, Int) -> Void = { [weak reactor] place, clicks in
      reactor?.action.send(.select(place))
      if clicks == 2 { reactor?.action.send(.open) }
    }
    header.pressed = pressed
    rows.pressed = pressed
    reactor.state.bind { [weak self] in self?.show($0) }
  }

  // MARK: State

  private func show(_ state: CompareReactor.State) {
    let all = Comparison(state.columns.map(\.car), formatting)
    let texts = state.columns.compactMap(\.name) + all.rows.flatMap { $0.cells.map(\.text) }
    longest = texts.map { displayWidth(of: $0) }.max() ?? 0
    arrange(count: state.columns.count, selected: state.selected)
    header.columns = state.columns
    header.selected = state.selected
    header.yearsDiffer = all.yearsDiffer
    setNeedsLayout()
    rows.rows = state.onlyDifferences ? all.rows.filter(\.differs) : all.rows
    let differences = state.columns.count > 1 ? ", \(counted(all.differenceCount, "difference"))" : ""
    status = counted(state.columns.count, "car") + differences
    placeholder.content = placeholderContent(state, all)
    placeholder.isHidden = placeholder.content == nil
    scrolling.isHidden = placeholder.content != nil
  }

  private func arrange() {
    if let state = reactor?.currentState { arrange(count: state.columns.count, selected: state.selected) }
  }

  private func arrange(count: Int, selected: Int) {
    let layout = CompareLayout(
      room: max(0, bounds.width - 3), count: count, selected: selected, first: header.layout.shown.lowerBound,
      longest: longest)
    header.layout = layout
    rows.layout = layout
  }

  private func placeholderContent(_ state: CompareReactor.State, _ all: Comparison) -> EmptyState.Content? {
    if let failure = state.failure {
      return EmptyState.Content(
        .failed, LiveCatalog.failureTitle, "\(failure)", [(Self.reload, "Retry"), (NavigationStack.back, "Back")])
    }
    if state.onlyDifferences, !all.rows.contains(where: \.differs) {
      return EmptyState.Content(
        .noMatches, all.yearsDiffer ? "Only the model year differs" : "No differences",
        state.columns.count > 1
          ? "All \(all.yearsDiffer ? "other " : "")known facts of these cars are the same."
          : "There is no other car to compare this one with.",
        [(Self.differences, "All facts")])
    }
    return nil
  }
}
