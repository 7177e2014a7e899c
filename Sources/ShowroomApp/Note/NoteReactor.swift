import ReactorCore
import ShowroomCatalog

/// The editor of the note on a car.
package final class NoteReactor: Reactor {
  /// The user actions on the editor.
  package enum Action: Sendable, Hashable {
    /// Changes the text.
    case edit(String)
    /// Saves the text and closes the editor.
    case save
    /// Replaces the text, saves it and closes the editor.
    case saveText(String)
    /// Saves the text instead of a note that another program has stored.
    case replace(String)
    /// Closes the editor, after confirmation if there are unsaved changes.
    case cancel
    /// Closes the editor without saving.
    case discard
  }

  /// The changes of the state.
  package enum Mutation: Sendable, Hashable {
    case setText(String)
    /// Sets the note as stored in the catalog.
    case setStoredText(String)
    case setSaving(Bool)
    case saved(String)
  }

  /// The events that the editor reports to its screen and its flow.
  package typealias Output = CatalogOutput<Action>

  /// The contents of the editor.
  package struct State: Sendable {
    package let request: NoteRequest
    /// The text in the editor.
    package internal(set) var text: String
    /// The note as stored in the catalog.
    package internal(set) var storedText: String
    package internal(set) var isSaving = false

    package init(_ request: NoteRequest) {
      self.request = request
      text = request.text
      storedText = request.text
    }

    /// Whether there are unsaved changes.
    package var isChanged: Bool { text != storedText }
  }

  package let store: Store<NoteReactor>
  private let catalog: LiveCatalog

  /// Creates an editor.
  package init(_ request: NoteRequest, catalog: LiveCatalog) {
    self.catalog = catalog
    store = Store(State(request))
  }

  package func mutate(action: Action) -> Observable<Mutation> {
    let state = currentState
    switch action {
    case .edit(let text): return .just(.setText(text))
    case .save: return state.isChanged ? save(state.text) : output(.step(.noteClosed(.unchanged)))
    case .saveText(let text): return .concat(.just(.setText(text)), save(text))
    case .replace(let note): return .concat(.just(.setStoredText(note)), save(state.text))
    case .cancel:
      guard state.isChanged else { return output(.step(.noteClosed(.unchanged))) }
      return ask(
        "Save the note?", Self.warning,
        answers: [
          .init("Save", key: "s", sends: .save), .init("Discard", key: "d", isDestructive: true, sends: .discard),
          .cancel(key: "c"),
        ])
    case .discard: return output(.step(.noteClosed(.unchanged)))
    }
  }

  package func reduce(into state: inout State, mutation: Mutation) {
    switch mutation {
    case .setText(let text): state.text = text
    case .setStoredText(let text): state.storedText = text
    case .setSaving(let isSaving): state.isSaving = isSaving
    case .saved(let text):
      state.isSaving = false
      state.storedText = text
    }
  }

  /// The consequence of closing the editor, as shown in the confirmation.
  static let warning = "Your changes will be lost if you don't save them."

  private enum Effect: Hashable, Sendable { case save }

  /// Saves the text. If another program has changed the note, asks for confirmation before replacing it.
  private func save(_ text: String) -> Observable<Mutation> {
    .deferred { [weak self] in
      guard let self else { return .empty }
      let (car, expected) = (currentState.request.car, UserData.storedNote(currentState.storedText))
      let stored = try catalog.userData(id: car.id).note
      guard stored == expected || stored == UserData.storedNote(text) else {
        return confirm(
          "Replace the note?", "Another program has changed the note since you opened it.", confirm: "Replace",
          .replace(stored ?? ""))
      }
      return .concat(.just(.setSaving(true)), write(text, car), .just(.saved(text)), close(after: text))
    }
    .catch { [weak self] error in
      .concat(.just(.setSaving(false)), self?.alert("Could not save the note", "\(error)", retry: .save) ?? .empty)
    }
    .cancellable(id: Effect.save, whenRunning: .ignoreNew)
  }

  private func write(_ text: String, _ car: Car) -> Observable<Mutation> {
    .run { [catalog] _ in try await catalog.setNote(text, for: car) }
  }

  /// Closes the editor. It stays open if the text has changed while it was being saved.
  private func close(after text: String) -> Observable<Mutation> {
    .deferred { [weak self] in
      guard let self, !currentState.isChanged else { return .empty }
      return output(.step(.noteClosed(text.allSatisfy(\.isWhitespace) ? .removed : .saved)))
    }
  }
}
