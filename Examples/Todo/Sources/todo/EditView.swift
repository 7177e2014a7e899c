import ReactorCore
import ReactorFlow
import ReactorTerminal

final class EditReactor: Reactor {
  enum Action {
    case setTitle(String)
    case setNotes(String)
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
    case .setTitle(let title): state.todo.title = title
    case .setNotes(let notes): state.todo.notes = notes
    }
  }
}

final class EditView: ReactorView<EditReactor>, Stepper {
  let steps = Relay<TodoStep>()
  private let titleField = TextField(placeholder: "Required")
  private let notesArea = TextArea()
  private let form = FormView(submit: "Save")
  private let scroll: ScrollView

  override init() {
    scroll = ScrollView(form)
    super.init()
    title = "Edit"
    form.add("Title", titleField) { [titleField] in
      titleField.text.allSatisfy(\.isWhitespace) ? "Enter a title." : nil
    }
    form.add("Notes", notesArea, height: 5)
    addSubview(scroll)
  }

  override func bind(reactor: EditReactor) {
    // Action
    send(titleField.changed) { .setTitle($0) }
    send(notesArea.changed) { .setNotes($0) }
    form.submitted.map { .todoEdited(reactor.currentState.todo) }.bind(to: steps)
    // State
    show(\.todo.title, in: titleField, \.text)
    show(\.todo.notes, in: notesArea, \.text)
    reactor.state(\.isChanged).map { $0 ? "not saved" : "" }.bind(to: self, \.status)
  }

  override func layoutSubviews() {
    scroll.frame = bounds
  }

  override func shouldGoBack() -> Bool {
    guard reactor?.currentState.isChanged == true else { return true }
    window?.confirm("Discard the changes?", "The to-do was not saved.", confirm: "Discard") { [weak self] in
      self?.navigationStack?.pop()
    }
    return false
  }
}
