import ReactorCore
import ReactorFlow
import ReactorTerminal

enum TodoStep: Step, Equatable {
  case started
  case todoPicked(Todo.ID)
  case todoEdited(Todo)
}

final class TodoFlow: Flow {
  let root = NavigationStack()
  private let list: TodoList

  init(list: TodoList) {
    self.list = list
  }

  func navigate(to step: TodoStep) -> FlowContributors<TodoStep> {
    switch step {
    case .started:
      let view = ListView()
      view.reactor = ListReactor(list: list)
      root.push(view)
      return .one(flowContributor: .contribute(withNext: view))
    case .todoPicked(let id):
      guard let todo = list.todos.value.first(where: { $0.id == id }) else { return .none }
      let view = EditView()
      view.reactor = EditReactor(todo: todo)
      root.push(view)
      return .one(flowContributor: .contribute(withNext: view))
    case .todoEdited(let todo):
      save(todo)
      return .none
    }
  }

  private func save(_ todo: Todo) {
    do {
      try list.change { todos in todos = todos.map { $0.id == todo.id ? todo : $0 } }
      root.pop()
      root.window?.toast("Saved", kind: .success)
    } catch {
      root.window?.alert("The to-do was not saved", error.localizedDescription, kind: .error)
    }
  }
}
