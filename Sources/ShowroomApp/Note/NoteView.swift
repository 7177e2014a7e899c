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
    question = window.alert(
      "Save the note before quitting?", NoteReactor.warning, kind: .warning,
      buttons: [
        AlertButton("Save", key: "s") { Self.save(with: reactor, in: window, then: quit) },
        AlertButton("Discard", key: "d", role: .destructive, action: quit),
        AlertButton("Cancel", key: "c", role: .cancel),
      ])
  }

  /// Saves the note, and quits if that succeeds, even if the screen is gone by then. Otherwise, the reactor reports the
  /// failure.
  private static func save(
    with reactor: NoteReactor, in window: Window, then quit: @escaping @MainActor () -> Void
  ) {
    reactor.action.send(.save)
    window.disposeBag.collect {
      reactor.state.filter { !$0.isSaving }.take(1)
        .bind { [reactor] _ in if !reactor.currentState.isChanged { quit() } }
    }
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
