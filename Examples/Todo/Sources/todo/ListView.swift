import ReactorCore
import ReactorFlow
import ReactorTerminal

final class ListView: ReactorView<ListReactor>, Stepper {
  nonisolated static let add: CommandID = "todo.add"
  nonisolated static let commands = Commands<ListView> {
    Command(add, "a", title: "Add") {
      await $0.view.window?.prompt("What is to be done?", confirm: "Add").map { .add($0) }
    }
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
    content = table
  }

  override func bind(reactor: ListReactor) {
    Self.commands.install(in: self)
    // Action
    table.rowOpened.map { .todoPicked($0) }.bind(to: steps)
    // State
    reactor.state(\.todos).map { TableRows($0) }.bind(to: table, \.rows)
    show(\.summary, in: self, \.status)
    // Output
    reactor.outputs.bind(with: self) { view, output in
      switch output {
      case .select(let id): view.table.selectedID = id
      case .deleted(let deletion): view.offerUndo(of: deletion)
      case .message: break
      }
    }
  }

  private var hasSelection: Bool { table.selectedID != nil }

  private func offerUndo(of deletion: ListReactor.Deletion) {
    let undo = Toast.Action("Undo", key: "u") { [weak reactor] in reactor?.action.send(.restore(deletion)) }
    window?.toast("Deleted “\(deletion.todo.title)”", action: undo)
  }
}
