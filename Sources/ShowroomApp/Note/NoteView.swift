import ReactorCore
import ReactorTerminal

/// The screen on which a note is written: Ctrl-S saves, Esc leaves.
public final class NoteView: ReactorView<NoteReactor> {
  private let area = TextArea(placeholder: "A note of your own on this car")
  private let spinner = Spinner("Saving")

  /// An editor without a note yet.
  public override init() {
    super.init()
    title = "Note"
    addSubview(area)
    addSubview(spinner)
  }

  public override var preferredFocus: View? { area }

  public override func layoutSubviews() {
    area.frame = bounds.inset(top: 1, left: 2, bottom: 1, right: 2)
    spinner.frame = Rect(x: 2, y: bounds.height - 1, width: bounds.width - 4, height: 1)
  }

  /// What was written and not saved is asked about.
  public override func shouldGoBack() -> Bool {
    reactor?.action.send(.cancel)
    return reactor == nil
  }

  /// Types into the text, saves it, and asks whether to save it before any of it is lost.
  public override func bind(reactor: NoteReactor) {
    // Action
    area.text = reactor.currentState.text
    area.changed.asObservable().map { .edit($0) }.bind(to: reactor.action).disposed(by: disposeBag)
    keys(.control("s"), id: "note.save", title: "Save", section: "Note").map { .save }
      .bind(to: reactor.action).disposed(by: disposeBag)
    // The name of the navigation's own command: this one takes its place.
    keys(.escape, id: "navigation.back", title: "Leave", section: "Note").map { .cancel }
      .bind(to: reactor.action).disposed(by: disposeBag)

    // State
    reactor.state(\.isSaving).bind(to: spinner, \.isAnimating).disposed(by: disposeBag)
    reactor.state(\.isChanged).bind { [weak self] in self?.status = $0 ? "not saved" : "" }.disposed(by: disposeBag)
    reactor.pulse(\.$discardQuestion, replay: .none).bind { [weak self, weak reactor] _ in
      self?.window?.alert(
        "Save the note?", "Your changes will be lost if you don't save them.", kind: .warning,
        buttons: [
          AlertButton("Save", key: "s") { reactor?.action.send(.save) },
          AlertButton("Discard", key: "d", role: .destructive) { reactor?.action.send(.discard) },
          AlertButton("Cancel", key: "c", role: .cancel),
        ])
    }.disposed(by: disposeBag)
    reactor.pulse(unwrapping: \.$alert).bind { [weak self, weak reactor] failure in
      self?.window?.alert(
        failure.title, failure.message, kind: .error,
        buttons: [
          AlertButton("Retry", key: "r") { reactor?.action.send(failure.retry) },
          AlertButton("Back to the text", role: .cancel),
        ])
    }.disposed(by: disposeBag)
  }
}
