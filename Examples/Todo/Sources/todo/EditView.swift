import ReactorCore
import ReactorFlow
import ReactorTerminal

final class EditReactor: Reactor {
  enum Action: Assigning {
    case set(Assignment<State>)
  }

  struct State {
    let original: Todo
    var todo: Todo

    var isChanged: Bool { todo != original }
  }

  let store: Store<EditReactor>

  init(todo: Todo) {
    store = Store(State(original: todo, todo: todo))
  }

  func reduce(into state: inout State, mutation: Action) {
    switch mutation {
    case .set(let assignment): assignment.apply(to: &state)
    }
  }
}

final class EditView: ReactorView<EditReactor>, Stepper {
  let steps = Relay<TodoStep>()
  private let titleField = TextField(placeholder: "Required")
  private let notesArea = TextArea()
  private let form = FormView(submit: "Save")

  override init() {
    super.init()
    title = "Edit"
    form.add("Title", titleField) { [titleField] in
      titleField.text.allSatisfy(\.isWhitespace) ? "Enter a title." : nil
    }
    form.add("Notes", notesArea, height: 5)
    content = ScrollView(form)
  }

  override func bind(reactor: EditReactor) {
    bind(titleField, to: \.todo.title)
    bind(notesArea, to: \.todo.notes)
    form.submitted.map { .todoEdited(reactor.currentState.todo) }.bind(to: steps)
    reactor.state(\.isChanged).map { $0 ? "not saved" : "" }.bind(to: self, \.status)
  }

  override func shouldGoBack() -> Bool {
    guard reactor?.currentState.isChanged == true else { return true }
    window?.confirm("Discard the changes?", "The to-do was not saved.", confirm: "Discard") { [weak navigationStack] in
      navigationStack?.pop()
    }
    return false
  }
}
