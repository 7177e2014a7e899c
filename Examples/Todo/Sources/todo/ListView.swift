import ReactorCore
import ReactorFlow
import ReactorTerminal

extension CommandID {
  static let addTodo = CommandID("todo.add")
}

final class ListView: ReactorView<ListReactor>, Stepper {
  let steps = Relay<TodoStep>()
  private let table = TableView<Todo>(columns: [
    TableColumn(id: "done", title: "Done", width: .fixed(4)) { TableCell($0.isDone ? "[x]" : "[ ]", role: .secondary) },
    TableColumn(id: "title", title: "To-do") { TableCell($0.title, role: $0.isDone ? .secondary : nil) },
  ])

  override init() {
    super.init()
    title = "To-dos"
    table.rowOpenTitle = "Edit"
    table.placeholder = EmptyState(
      EmptyState.Content(.empty, title: "Nothing to do", hints: [EmptyState.Hint(command: .addTodo)]))
    addSubview(table)
    keys("a", id: .addTodo, title: "Add").bind { [weak self] in self?.askForTitle() }
  }

  override func bind(reactor: ListReactor) {
    // Action
    table.rowOpened.map { .todoPicked($0) }.bind(to: steps).disposed(by: disposeBag)
    table.command(ListCommands.open).map { enable($0, of: reactor) }
    bind(keys(.space, id: CommandID("todo.done"), title: "Done"), to: reactor) { .toggle($0) }
    bind(keys("d", id: CommandID("todo.delete"), title: "Delete"), to: reactor) { .delete($0) }
    bind(keys("K", id: CommandID("todo.moveUp"), title: "Move up"), to: reactor) { .move($0, by: -1) }
    bind(keys("J", id: CommandID("todo.moveDown"), title: "Move down"), to: reactor) { .move($0, by: 1) }
    // State
    reactor.state(\.todos).map { TableRows($0) }.bind(to: table, \.rows).disposed(by: disposeBag)
    reactor.state(\.summary).bind(to: self, \.status).disposed(by: disposeBag)
    reactor.pulse(unwrapping: \.$selection).bind(to: table, \.selectedID).disposed(by: disposeBag)
    reactor.pulse(unwrapping: \.$deletion)
      .bind { [weak self] in self?.offerUndo(of: $0) }.disposed(by: disposeBag)
    reactor.pulse(unwrapping: \.$failure)
      .bind { [weak self] in self?.window?.alert("The to-dos were not saved", $0, kind: .error) }
      .disposed(by: disposeBag)
  }

  override func layoutSubviews() {
    table.frame = bounds
  }

  /// Binds a command for the selected row.
  private func bind(
    _ command: ViewCommand, to reactor: ListReactor, _ action: @escaping @MainActor (Todo.ID) -> ListReactor.Action
  ) {
    command.map { [weak self] in self?.table.selectedID }.unwrapped().map(action)
      .bind(to: reactor.action).disposed(by: disposeBag)
    enable(command, of: reactor)
  }

  /// Disables a command while there are no rows.
  private func enable(_ command: ViewCommand, of reactor: ListReactor) {
    reactor.state(\.todos.isEmpty).map { !$0 }.bind(to: command, \.isEnabled).disposed(by: disposeBag)
  }

  private func askForTitle() {
    let prompt = PromptView(title: "What is to be done?", confirm: "Add")
    prompt.answered.bind { [weak self] in self?.reactor?.action.send(.add($0)) }.disposed(by: disposeBag)
    window?.present(prompt)
  }

  private func offerUndo(of deletion: ListReactor.Deletion) {
    let undo = Toast.Action("Undo", key: "u") { [weak self] in self?.reactor?.action.send(.restore(deletion)) }
    window?.toast("Deleted “\(deletion.todo.title)”", action: undo)
  }
}
