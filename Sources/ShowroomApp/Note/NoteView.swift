import ReactorCore
import ReactorTerminal

/// The screen for editing the note on a car.
package final class NoteView: ReactorView<NoteReactor> {
  /// The commands of the screen.
  nonisolated static let commands = Commands<NoteView>("Note") {
    Command("note.save", .control("s"), title: "Save", help: "Saves the note and closes it.") { _ in .save }
    Command(
      "note.editor", .control("o"), title: "Open in editor",
      help: "Edits the note with the program in VISUAL or EDITOR, and saves it."
    ) { $0.view.editOutside() }
    .hinted { $0.view.editor != nil }
    .disabled { $0.view.editor == nil ? EditorError.setupAdvice : nil }
    Command(
      NavigationStack.back, .escape, title: "Back", help: "Closes the note, after confirmation if it has changed."
    ) { _ in .cancel }
  }

  private let area = TextArea(placeholder: "Write a note about this car")
  private let spinner = Spinner("Saving")
  private weak var question: AlertView?
  /// The attempt to save the note and then quit. A new question ends it.
  private var attempt: (any Disposable)? {
    didSet { oldValue?.dispose() }
  }
  /// The external editor that the user has chosen; `nil` for none.
  private let editor: ExternalEditor?

  /// Creates a screen without a reactor.
  init(editor: ExternalEditor? = nil) {
    self.editor = editor
    super.init()
    title = "Note"
    content = Rows(padding: Insets(top: 1, left: 2, right: 2)) {
      area.fill()
      spinner.height(1)
    }
  }

  package override var preferredFocus: View? { area }

  /// Cancels editing. If there are unsaved changes, the user is asked for confirmation.
  package override func shouldGoBack() -> Bool {
    reactor?.action.send(.cancel)
    return reactor == nil
  }

  /// Asks what to do with unsaved changes before the program quits. A second request by the user quits without asking,
  /// because the user then knows what would be lost.
  ///
  /// - Parameters:
  ///   - window: The window that shows the question, because another screen may cover this one.
  ///   - isByUser: Whether the user requests this now.
  ///   - quit: A closure that quits the program.
  func confirmQuitting(in window: Window, isByUser: Bool, then quit: @escaping @MainActor () -> Void) {
    guard let reactor, reactor.currentState.isChanged else { return quit() }
    if question?.window != nil {
      if isByUser { quit() }
      return
    }
    // From now on, only the answer to this question decides whether the program quits.
    attempt = nil
    question = window.alert(
      "Save the note before quitting?", NoteReactor.warning, kind: .warning,
      buttons: [
        AlertButton("Save", key: "s") { [weak self] in
          // The screen may be gone by now.
          let attempt = Self.save(with: reactor, in: window, then: quit)
          self?.attempt = attempt
        },
        AlertButton("Discard", key: "d", role: .destructive, action: quit),
        AlertButton("Cancel", key: "c", role: .cancel),
      ])
  }

  /// Saves the note, and quits if that succeeds, even if the screen is gone by then. If the reactor asks a question or
  /// reports a failure, the user's answer decides: the program quits if the answer saves the note.
  ///
  /// - Returns: A disposable that ends the attempt, so that the program no longer quits.
  private static func save(
    with reactor: NoteReactor, in window: Window, then quit: @escaping @MainActor () -> Void
  ) -> any Disposable {
    let ending = reactor.outputs.flatMapLatest { [weak window] output -> Observable<Bool> in
      if output.step != nil { return .just(true) }
      // The screen has already presented the message. When the dialog is dismissed, the user has answered.
      guard let dialog = window?.modals.last else { return .just(false) }
      return dialog.dismissal.filter { _ in !reactor.currentState.isSaving }.map { _ in false }
    }
    let edited = reactor.state(\.text).skip(1).map { _ in false }
    let attempt = window.disposeBag.collect {
      ending.merge(with: edited).take(1).bind { isSaved in if isSaved { quit() } }
    }
    reactor.action.send(.save)
    return attempt
  }

  /// Edits the text in another program. Returns the action that saves it; `nil` if the text has not changed.
  private func editOutside() -> NoteReactor.Action? {
    guard let editor else { return nil }
    let before = area.text
    do {
      area.text = try editor.edit(before)
    } catch {
      window?.alert("Could not edit the note", "\(error)")
    }
    return area.text == before ? nil : .saveText(area.text)
  }

  package override func bind(reactor: NoteReactor) {
    Self.commands.install(in: self)
    bind(area, to: \.text) { .edit($0) }
    show(\.isSaving, in: self, \.holdsInput)
    show(\.isSaving, in: spinner, \.isAnimating)
    show(\.isChanged) { $0.status = $1 ? "unsaved" : "" }
  }
}
