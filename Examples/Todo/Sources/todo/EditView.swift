import ReactorCore
import ReactorTerminal

final class EditView: ReactorView<EditReactor> {
  private let titleField = TextField(placeholder: "Required")
  private let notesArea = TextArea()
  private let form = FormView(submit: "Save")
  private let scroll: ScrollView

  override init() {
    scroll = ScrollView(form)
    super.init()
    title = "Edit"
    form.add("Title", titleField) { $0.text.allSatisfy(\.isWhitespace) ? "Enter a title." : nil }
    form.add("Notes", notesArea, height: 5)
    addSubview(scroll)
  }

  override func bind(reactor: EditReactor) {
    // Action
    titleField.changed.map { .setTitle($0) }.bind(to: reactor.action).disposed(by: disposeBag)
    notesArea.changed.map { .setNotes($0) }.bind(to: reactor.action).disposed(by: disposeBag)
    form.submitted.map { .save }.bind(to: reactor.action).disposed(by: disposeBag)
    // State
    reactor.state(\.todo.title).bind(to: titleField, \.text).disposed(by: disposeBag)
    reactor.state(\.todo.notes).bind(to: notesArea, \.text).disposed(by: disposeBag)
    reactor.state(\.isChanged).map { $0 ? "not saved" : "" }.bind(to: self, \.status).disposed(by: disposeBag)
    reactor.pulse(unwrapping: \.$failure)
      .bind { [weak self] in self?.window?.alert("The to-do was not saved", $0, kind: .error) }
      .disposed(by: disposeBag)
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
