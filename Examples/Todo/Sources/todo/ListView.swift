import ReactorCore
import ReactorFlow
import ReactorTerminal

final class ListView: ReactorView<ListReactor>, Stepper {
  nonisolated static let add: CommandID = "todo.add"
  nonisolated static let commands = Commands<ListView> {
    Command(add, "a", title: "Add") { $0.view.askForTitle() }
    Command("todo.done", .space, title: "Done") { $0.view.table.selectedID.map { .toggle($0) } }
      .enabled { $0.view.hasSelection }
    Command("todo.delete", "d", title: "Delete") { $0.view.table.selectedID.map { .delete($0) } }
      .enabled { $0.view.hasSelection }
    Command("todo.moveUp", "K", title: "Move up") { $0.view.table.selectedID.map { .move($0, by: -1) } }
      .enabled { $0.view.hasSelection }
    Command("todo.moveDown", "J", title: "Move down") { $0.view.table.selectedID.map { .move($0, by: 1) } }
      .enabled { $0.view.hasSelection }
  }

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
      EmptyState.Content(.empty, title: "Nothing to do", hints: [EmptyState.Hint(command: Self.add)]))
    addSubview(table)
  }

  override func bind(reactor: ListReactor) {
    Self.commands.install(in: self)
    // Action
    table.rowOpened.map { .todoPicked($0) }.bind(to: steps)
    // State
    reactor.state(\.todos).map { TableRows($0) }.bind(to: table, \.rows)
    show(\.summary, in: self, \.status)
    reactor.pulse(unwrapping: \.$selection).bind(to: table, \.selectedID)
    reactor.pulse(unwrapping: \.$deletion)
      .bind { [weak self] in self?.offerUndo(of: $0) }
    reactor.pulse(unwrapping: \.$failure)
      .bind { [weak self] in self?.window?.alert("The to-dos were not saved", $0, kind: .error) }
  }

  override func layoutSubviews() {
    table.frame = bounds
  }

  private var hasSelection: Bool { table.selectedID != nil }

  private func askForTitle() {
    let prompt = PromptView(title: "What is to be done?", confirm: "Add")
    prompt.answered.bind { [weak self] in self?.reactor?.action.send(.add($0)) }
    window?.present(prompt)
  }

  private func offerUndo(of deletion: ListReactor.Deletion) {
    let undo = Toast.Action("Undo", key: "u") { [weak self] in self?.reactor?.action.send(.restore(deletion)) }
    window?.toast("Deleted “\(deletion.todo.title)”", action: undo)
  }
}
