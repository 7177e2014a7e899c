import ReactorCore

final class ListReactor: Reactor {
  enum Action {
    case add(String)
    case toggle(Todo.ID)
    case move(Todo.ID, by: Int)
    case delete(Todo.ID)
    case restore(Deletion)
  }

  enum Mutation {
    case setTodos([Todo])
  }

  /// The events of the list that are not state, for its screen.
  enum Output: MessageOutput {
    case message(Message<Action>)
    case select(Todo.ID)
    case deleted(Deletion)

    var message: Message<Action>? { if case .message(let message) = self { message } else { nil } }
  }

  struct State {
    var todos: [Todo]

    var summary: String {
      todos.isEmpty ? "" : "\(todos.count(where: \.isDone)) of \(todos.count) done"
    }
  }

  /// A to-do that was deleted, and its place.
  struct Deletion: Equatable {
    let todo: Todo
    let index: Int
  }

  let store: Store<ListReactor>
  private let list: TodoList

  init(list: TodoList) {
    self.list = list
    store = Store(State(todos: list.todos.value))
  }

  func transform(mutation: Observable<Mutation>) -> Observable<Mutation> {
    .merge(mutation, list.todos.skip(1).map { .setTodos($0) })
  }

  func mutate(action: Action) -> Observable<Mutation> {
    switch action {
    case .add(let title):
      let todo = Todo(id: list.makeID(), title: title)
      return change(then: .select(todo.id)) { $0.append(todo) }
    case .toggle(let id):
      guard let index = index(of: id) else { return .empty }
      return change { $0[index].isDone.toggle() }
    case .move(let id, let offset):
      guard let index = index(of: id), currentState.todos.indices.contains(index + offset) else { return .empty }
      return change { $0.swapAt(index, index + offset) }
    case .delete(let id):
      guard let index = index(of: id) else { return .empty }
      let deletion = Deletion(todo: currentState.todos[index], index: index)
      return change(then: .deleted(deletion)) { $0.remove(at: index) }
    case .restore(let deletion):
      return change(then: .select(deletion.todo.id)) { $0.insert(deletion.todo, at: min(deletion.index, $0.count)) }
    }
  }

  func reduce(into state: inout State, mutation: Mutation) {
    switch mutation {
    case .setTodos(let todos): state.todos = todos
    }
  }

  private func index(of id: Todo.ID) -> Int? {
    currentState.todos.firstIndex { $0.id == id }
  }

  private func change(then news: Output? = nil, _ body: (inout [Todo]) -> Void) -> Observable<Mutation> {
    do {
      try list.change(body)
      return news.map { output($0) } ?? .empty
    } catch {
      return alert("The to-dos were not saved", error.localizedDescription)
    }
  }
}
