import ReactorCore
import ReactorFlow
import ReactorTerminal

enum TodoStep: Step, Equatable {
  case started
  case todoPicked(Todo.ID)
  case todoSaved
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
      let reactor = ListReactor(list: list)
      view.reactor = reactor
      root.push(view)
      return .one(flowContributor: .contribute(withNextPresentable: view, withNextStepper: reactor))
    case .todoPicked(let id):
      guard let todo = list.todos.value.first(where: { $0.id == id }) else { return .none }
      let view = EditView()
      let reactor = EditReactor(todo: todo, list: list)
      view.reactor = reactor
      root.push(view)
      return .one(flowContributor: .contribute(withNextPresentable: view, withNextStepper: reactor))
    case .todoSaved:
      root.pop()
      root.window?.toast("Saved", kind: .success)
      return .none
    }
  }
}
