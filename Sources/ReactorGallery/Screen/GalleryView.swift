import ReactorCore
import ReactorTerminal

/// The list of widgets on the left, and the selected widget in one of its states on the right.
final class GalleryView: ReactorView<GalleryReactor> {
  /// The heading of the commands in the help sheet.
  nonisolated private static let section = "Gallery"

  /// The commands. Function keys also work while a widget handles letters.
  nonisolated static let commands = Commands<GalleryView>(section) {
    Command(
      "gallery.nextState", "]", Key(.function(8)), title: "Next state", help: "Shows the widget in its next state."
    ) {
      $0.view.send(.moveState(forward: true))
    }
    Command(
      "gallery.previousState", "[", Key(.function(7)), title: "Previous state",
      help: "Shows the widget in its previous state.", isHidden: true
    ) {
      $0.view.send(.moveState(forward: false))
    }
    Command(
      "gallery.nextWidget", .f10, title: "Next widget", help: "Shows the next widget of the list.", isHidden: true
    ) {
      $0.view.send(.moveEntry(forward: true))
    }
    Command(
      "gallery.previousWidget", Key(.function(9)), title: "Previous widget",
      help: "Shows the previous widget of the list.", isHidden: true
    ) {
      $0.view.send(.moveEntry(forward: false))
    }
    Command("gallery.theme", "t", .f2, title: "Theme", help: "Changes the colors.") { $0.view.showNextTheme() }
    Command("gallery.width", "w", .f3, title: "Width", help: "Changes the width of the widget.") { _ in .nextWidth }
    Command("gallery.source", "s", .f5, title: "Source", help: "Shows the code of the widget, or hides it.") { _ in
      .toggleSource
    }
    Command(
      "gallery.alone", "z", .f4, title: "Widget alone", help: "Shows the widget without the list and its source.",
      isHidden: true
    ) { $0.view.send(.toggleAlone) }
    Command("gallery.list", .escape, title: "Back to the list", help: "Returns to the list of widgets.", isHidden: true)
    { $0.view.showList() }
  }

  private struct Row: Identifiable {
    let id: Int
    let title: String
    let section: String
  }

  private let entries: [GalleryEntry]
  private let list = TableView<Row>(columns: [TableColumn(id: "widget", title: "Widget") { TableCell($0.title) }])
  private let heading = Label(role: .title)
  private let summary = Label(role: .secondary, wraps: true)
  private let stage = StageView()
  private let source = SourceView()
  private let split: SplitView
  /// The stage without anything around it.
  private let bareStage = StageView()

  init(_ entries: [GalleryEntry]) {
    self.entries = entries
    let headings = StackView(.vertical)
    headings.add(heading)
    headings.add(summary)
    let pane = StackView(.vertical, spacing: 1, padding: Insets(left: 1))
    pane.add(headings)
    pane.add(stage, .share())
    pane.add(source, .share())
    split = SplitView(.horizontal, list, pane, fraction: 0.26, minimums: (20, 34))
    super.init()
    title = "Gallery"
    list.showsHeader = false
    list.rows = TableRows(
      entries.enumerated().map { Row(id: $0, title: $1.title, section: $1.section.rawValue) }, heading: \.section)
    list.rowOpenTitle = "Try"
    addSubview(split)
    addSubview(bareStage)
    bareStage.isHidden = true
  }

  // MARK: Binding

  override func bind(reactor: GalleryReactor) {
    // Action
    send(list.selectionChanged) { .show(entry: $0) }
    list.rowOpened.bind { [weak self] _ in self?.currentStage.focus() }
    Self.commands.install(in: self)
    for (index, entry) in entries.enumerated() {
      keys(id: entry.commandID, title: "Show \(entry.title)", help: "Shows this widget.", section: Self.section)
        .bind { [weak self] in self?.send(.show(entry: index)) }
    }
    // State
    show(\.isAlone) { $0.setAlone($1) }
    show(\.position) { $0.show($1) }
    show(\.width) { $0.setWidth($1) }
    show(\.showsSource) { $0.setSourceShown($1) }
  }

  /// Sends an action that shows another state, and moves the keyboard focus as this state requires.
  private func send(_ action: GalleryReactor.Action) {
    guard let reactor else { return }
    reactor.action.send(action)
    let position = reactor.currentState.position
    if entries[position.entry].states[position.state].isFocused {
      currentStage.focus()
    } else if split.isCollapsed || split.isHidden {
      window?.focus(currentStage)
    } else {
      list.focus()
    }
  }

  private func showList() {
    if split.isHidden { reactor?.action.send(.toggleAlone) }
    split.activePane = .first
    list.focus()
  }

  private func showNextTheme() {
    guard let window else { return }
    let index = Theme.all.firstIndex { $0.name == window.theme.name } ?? -1
    window.theme = Theme.all[(index + 1) % Theme.all.count]
  }

  // MARK: State

  private var currentStage: StageView { split.isHidden ? bareStage : stage }

  private func show(_ position: GalleryReactor.Position) {
    let entry = entries[position.entry]
    let state = entry.states[position.state]
    heading.text = entry.title
    summary.text = entry.summary
    updateStatus()
    currentStage.sample = state.makeView()
    source.show(state, of: entry)
    list.selectedIndex = position.entry
  }

  private func updateStatus() {
    guard let state = reactor?.currentState else { return }
    let entry = entries[state.position.entry]
    let width = state.width.columns.map { "  \($0) columns" } ?? ""
    status = "\(entry.states[state.position.state].name)  \(state.position.state + 1)/\(entry.states.count)\(width)"
  }

  private func setWidth(_ width: GalleryReactor.Width) {
    stage.columns = width.columns
    bareStage.columns = width.columns
    updateStatus()
  }

  private func setSourceShown(_ isShown: Bool) {
    source.isHidden = !isShown
    stage.isHidden = isShown
  }

  private func setAlone(_ isAlone: Bool) {
    guard isAlone != split.isHidden else { return }
    currentStage.sample = nil
    split.isHidden = isAlone
    bareStage.isHidden = !isAlone
    navigationStack?.titleBar.isHidden = isAlone
    navigationStack?.hintLine.isHidden = isAlone
    if let position = reactor?.currentState.position { show(position) }
  }

  override func layoutSubviews() {
    split.frame = bounds
    bareStage.frame = bounds
  }
}
