import ReactorCore
import ReactorTerminal

// The code of the article "Screens and views".

final class NoteReactor: Reactor {
  enum Action {
    case edit(String)
    case save
  }

  struct State {
    var text: String
    var isChanged = false
  }

  let store: Store<NoteReactor>

  init(text: String) {
    store = Store(State(text: text))
  }

  func reduce(into state: inout State, mutation: Action) {
    switch mutation {
    case .edit(let text):
      state.text = text
      state.isChanged = true
    case .save:
      state.isChanged = false
    }
  }
}

final class NoteView: ReactorView<NoteReactor> {
  private let area = TextArea(placeholder: "Note")

  override init() {
    super.init()
    title = "Note"
    addSubview(area)
  }

  override func bind(reactor: NoteReactor) {
    // Action
    area.changed.map { .edit($0) }.bind(to: reactor.action)
    keys("ctrl+s", id: CommandID("note.save"), title: "Save").map { .save }
      .bind(to: reactor.action)
    // State
    reactor.state(\.text).bind(to: area, \.text)
  }

  override func layoutSubviews() {
    area.frame = bounds
  }

  override func shouldGoBack() -> Bool {
    guard reactor?.currentState.isChanged == true else { return true }
    window?.confirm("Discard the changes?", "The note was not saved.", confirm: "Discard") { [weak self] in
      self?.navigationStack?.pop()
    }
    return false
  }
}
