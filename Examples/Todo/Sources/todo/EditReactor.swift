import ReactorCore
import ReactorFlow

final class EditReactor: Reactor, Stepper {
  enum Action {
    case setTitle(String)
    case setNotes(String)
    case save
  }

  enum Mutation {
    case setTitle(String)
    case setNotes(String)
    case fail(String)
  }

  struct State {
    let original: Todo
    var todo: Todo
    @Pulse var failure: String?

    var isChanged: Bool { todo != original }
  }

  let store: Store<EditReactor>
  let steps = Relay<TodoStep>()
  private let list: TodoList

  init(todo: Todo, list: TodoList) {
    self.list = list
    store = Store(State(original: todo, todo: todo))
  }

  func mutate(action: Action) -> Observable<Mutation> {
    switch action {
    case .setTitle(let title): return .just(.setTitle(title))
    case .setNotes(let notes): return .just(.setNotes(notes))
    case .save:
      let todo = currentState.todo
      do {
        try list.change { todos in
          if let index = todos.firstIndex(where: { $0.id == todo.id }) { todos[index] = todo }
        }
        steps.send(.todoSaved)
        return .empty
      } catch {
        return .just(.fail(error.localizedDescription))
      }
    }
  }

  func reduce(into state: inout State, mutation: Mutation) {
    switch mutation {
    case .setTitle(let title): state.todo.title = title
    case .setNotes(let notes): state.todo.notes = notes
    case .fail(let reason): state.failure = reason
    }
  }
}
