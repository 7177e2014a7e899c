import Catalogue
import ReactorCore
import ReactorTerminal

/// The comparison screen: cars from left to right, facts from top to bottom.
public final class CompareView: ReactorView<CompareReactor> {
  private let formatting: CarFormatting
  private let header = CompareHeaderView()
  private let rows = CompareRowsView()
  private let scrolling: ScrollingView
  private let placeholder = EmptyState()

  /// A screen that writes figures as `formatting` says.
  public init(formatting: CarFormatting = CarFormatting()) {
    self.formatting = formatting
    scrolling = ScrollingView(rows)
    super.init()
    title = "Compare"
    for view in [header, scrolling, placeholder] { addSubview(view) }
    placeholder.isHidden = true
  }

  public override var preferredFocus: View? { scrolling }

  public override func layoutSubviews() {
    let top = CompareHeaderView.height
    header.frame = Rect(x: 1, y: 0, width: bounds.width - 3, height: top)
    scrolling.frame = Rect(x: 0, y: top, width: bounds.width, height: bounds.height - top)
    placeholder.frame = scrolling.frame
    arrange()
  }

  /// Asks for the cars: at the first time, and again when another screen no longer covers it.
  public override func didAppear() {
    reactor?.action.send(.load)
  }

  public override func bind(reactor: CompareReactor) {
    let section = "Compare"
    let bindings: [(Command, @MainActor (CompareReactor.State) -> CompareReactor.Action)] = [
      (keys(.enter, id: "compare.open", title: "Open", section: section), { _ in .open }),
      (keys("x", .delete, id: "compare.remove", title: "Remove", section: section), { _ in .remove }),
      (keys("d", id: "compare.differences", title: "Differences", section: section), { _ in .toggleDifferences }),
      // At the first car the key is free again for going back, as everywhere.
      (
        keys(.left, "h", id: "compare.left", title: "Car to the left", section: section),
        { .select($0.selected - 1) }
      ),
      (
        keys(.right, "l", id: "compare.right", title: "Car to the right", section: section),
        { .select($0.selected + 1) }
      ),
      (
        keys("r", "R", .f5, id: "compare.reload", title: "Read again", section: section, isHidden: true), { _ in .load }
      ),
    ]
    for (command, action) in bindings {
      command.bind { [weak reactor] in
        if let reactor { reactor.action.send(action(reactor.currentState)) }
      }.disposed(by: disposeBag)
    }
    let pressed: @MainActor (Int, Int) -> Void = { [weak reactor] place, clicks in
      reactor?.action.send(.select(place))
      if clicks == 2 { reactor?.action.send(.open) }
    }
    header.pressed = pressed
    rows.pressed = pressed
    reactor.state.bind { [weak self] in self?.show($0) }.disposed(by: disposeBag)
  }

  // MARK: State

  private func show(_ state: CompareReactor.State) {
    let all = Comparison(state.columns.map(\.car), formatting)
    let differences = all.rows.count { $0.differs }
    arrange(count: state.columns.count, selected: state.selected)
    header.columns = state.columns
    header.selected = state.selected
    rows.rows = state.onlyDifferences ? all.rows.filter(\.differs) : all.rows
    status = "\(state.columns.count) cars, \(differences) \(differences == 1 ? "difference" : "differences")"
    placeholder.content = placeholderContent(state, differences: differences)
    placeholder.isHidden = placeholder.content == nil
    scrolling.isHidden = placeholder.content != nil
    command("compare.left")?.isEnabled = state.selected > 0
    command("compare.right")?.isEnabled = state.selected + 1 < state.columns.count
    command("compare.open")?.isEnabled = state.selectedColumn?.car != nil
    command("compare.remove")?.isEnabled = state.selectedColumn != nil
    command("compare.differences")?.title = state.onlyDifferences ? "Everything" : "Differences only"
  }

  private func arrange() {
    if let state = reactor?.currentState { arrange(count: state.columns.count, selected: state.selected) }
  }

  private func arrange(count: Int, selected: Int) {
    let layout = CompareLayout(
      room: max(0, bounds.width - 3), count: count, selected: selected, first: header.layout.shown.lowerBound)
    header.layout = layout
    rows.layout = layout
  }

  private func placeholderContent(_ state: CompareReactor.State, differences: Int) -> EmptyState.Content? {
    if let failure = state.failure {
      return EmptyState.Content(
        .failed, title: "The cars could not be read", explanation: "\(failure)",
        hints: [EmptyState.Hint("r", "try again"), EmptyState.Hint(.escape, "back")])
    }
    if state.onlyDifferences, differences == 0 {
      return EmptyState.Content(
        .noMatch, title: "No differences", explanation: "Nothing that is known tells these cars apart.",
        hints: [EmptyState.Hint("d", "show everything")])
    }
    return nil
  }
}
