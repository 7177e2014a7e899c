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
    case select(Todo.ID)
    case announce(Deletion)
    case fail(String)
  }

  struct State {
    var todos: [Todo]
    @Pulse var selection: Todo.ID?
    @Pulse var deletion: Deletion?
    @Pulse var failure: String?

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
    .merge(mutation, list.todos.asObservable().skip(1).map { .setTodos($0) })
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
      return change(then: .announce(deletion)) { $0.remove(at: index) }
    case .restore(let deletion):
      return change(then: .select(deletion.todo.id)) { $0.insert(deletion.todo, at: min(deletion.index, $0.count)) }
    }
  }

  func reduce(into state: inout State, mutation: Mutation) {
    switch mutation {
    case .setTodos(let todos): state.todos = todos
    case .select(let id): state.selection = id
    case .announce(let deletion): state.deletion = deletion
    case .fail(let reason): state.failure = reason
    }
  }

  private func index(of id: Todo.ID) -> Int? {
    currentState.todos.firstIndex { $0.id == id }
  }

  private func change(then mutation: Mutation? = nil, _ body: (inout [Todo]) -> Void) -> Observable<Mutation> {
    do {
      try list.change(body)
      return mutation.map { .just($0) } ?? .empty
    } catch {
      return .just(.fail(error.localizedDescription))
    }
  }
}
