import ReactorCore
import ReactorTerminal
import ShowroomSettings

/// The screen for editing the note on a car.
package final class NoteView: ReactorView<NoteReactor> {
  /// The commands of the screen.
  nonisolated static let commands = Commands<NoteView>("Note") {
    Command("note.save", .control("s"), title: "Save", help: "Saves the note and closes it.") { _ in .save }
    Command(NavigationStack.back, .escape, title: "Back") { _ in .cancel }
  }

  private let area = TextArea(placeholder: "Write a note about this car")
  private let spinner = Spinner("Saving")
  private weak var question: AlertView?

  /// Creates a screen without a reactor.
  package override init() {
    super.init()
    title = "Note"
    addSubview(area)
    addSubview(spinner)
  }

  package override var preferredFocus: View? { area }

  package override func layoutSubviews() {
    area.frame = bounds.inset(top: 1, left: 2, bottom: 1, right: 2)
    spinner.frame = Rect(x: 2, y: bounds.height - 1, width: bounds.width - 4, height: 1)
  }

  /// Cancels editing, which asks before unsaved changes are lost.
  package override func shouldGoBack() -> Bool {
    reactor?.action.send(.cancel)
    return reactor == nil
  }

  /// Asks what to do with unsaved changes before the program quits. A second request quits, because the user knows then
  /// what is lost.
  ///
  /// - Parameters:
  ///   - window: The window for the question, because another screen may cover this one.
  ///   - quit: A closure that quits the program.
  func confirmQuitting(in window: Window, then quit: @escaping @MainActor () -> Void) {
    guard let reactor, reactor.currentState.isChanged, question?.window == nil else { return quit() }
    question = window.alert(
      "Save the note before quitting?", Self.warning, kind: .warning,
      buttons: [
        AlertButton("Save", key: "s") { Self.save(with: reactor, in: window, then: quit) },
        AlertButton("Discard", key: "d", role: .destructive, action: quit),
        AlertButton("Cancel", key: "c", role: .cancel),
      ])
  }

  /// Saves the note and quits if that succeeds, when the screen may be gone. Otherwise the reactor reports the failure.
  private static func save(
    with reactor: NoteReactor, in window: Window, then quit: @escaping @MainActor () -> Void
  ) {
    reactor.action.send(.save)
    reactor.state.filter { !$0.isSaving }.take(1)
      .bind { [reactor] _ in if !reactor.currentState.isChanged { quit() } }.disposed(by: window.disposeBag)
  }

  private static let warning = "Your changes will be lost if you don't save them."

  package override func bind(reactor: NoteReactor) {
    Self.commands.install(in: self)

    // Action
    area.text = reactor.currentState.text
    send(area.changed) { .edit($0) }

    // State
    show(\.isSaving, in: self, \.holdsInput)
    show(\.isSaving, in: spinner, \.isAnimating)
    reactor.state(\.isChanged).bind { [weak self] in self?.status = $0 ? "unsaved" : "" }
    reactor.pulse(\.$discardQuestion, replay: .none).bind { [weak self, weak reactor] _ in
      self?.window?.alert(
        "Save the note?", Self.warning, kind: .warning,
        buttons: [
          AlertButton("Save", key: "s") { reactor?.action.send(.save) },
          AlertButton("Discard", key: "d", role: .destructive) { reactor?.action.send(.discard) },
          AlertButton("Cancel", key: "c", role: .cancel),
        ])
    }
    reactor.pulse(unwrapping: \.$failure).bind { [weak self, weak reactor] reason in
      self?.window?.alert(
        "Could not save the note", reason, kind: .error,
        buttons: [
          AlertButton("Retry", key: "r") { reactor?.action.send(.save) },
          AlertButton("Keep editing", role: .cancel),
        ])
    }
  }
}
