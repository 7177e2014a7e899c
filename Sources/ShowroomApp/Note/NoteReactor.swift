import ReactorCore
import ShowroomCatalog
import ShowroomSettings

/// The editor of the note on a car.
package final class NoteReactor: Reactor {
  /// The user actions on the editor.
  package enum Action: Sendable, Hashable {
    /// Changes the text.
    case edit(String)
    /// Saves the text and closes the editor.
    case save
    /// Closes the editor, after a question if there are unsaved changes.
    case cancel
    /// Closes the editor without saving.
    case discard
  }

  /// The changes of the state.
  package enum Mutation: Sendable, Hashable {
    case setText(String)
    case setSaving(Bool)
    case saved(String)
    case askBeforeDiscarding
    case close(Outcome)
    /// Reports why the note could not be saved.
    case fail(String)
  }

  /// The outcome of editing.
  package enum Outcome: Sendable, Hashable {
    /// The note was saved.
    case saved
    /// The text was blank, so the note was removed.
    case removed
    /// The note was not changed.
    case unchanged
  }

  /// The contents of the editor.
  package struct State: Sendable {
    package let request: NoteRequest
    /// The text in the editor.
    package internal(set) var text: String
    /// The text in the catalog.
    package internal(set) var storedText: String
    package internal(set) var isSaving = false
    /// Emits when closing would lose unsaved changes.
    @Pulse package internal(set) var discardQuestion: Bool = false
    /// The outcome when the editor is to be closed.
    @Pulse package internal(set) var closed: Outcome?
    /// The reason why the note could not be saved.
    @Pulse package internal(set) var failure: String?

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
    case .save: return state.isChanged ? save(state) : .just(.close(.unchanged))
    case .cancel: return .just(state.isChanged ? .askBeforeDiscarding : .close(.unchanged))
    case .discard: return .just(.close(.unchanged))
    }
  }

  package func reduce(into state: inout State, mutation: Mutation) {
    switch mutation {
    case .setText(let text): state.text = text
    case .setSaving(let isSaving): state.isSaving = isSaving
    case .saved(let text):
      state.isSaving = false
      state.storedText = text
      // The editor stays open if the text has changed while it was saved.
      if !state.isChanged { state.closed = text.allSatisfy(\.isWhitespace) ? .removed : .saved }
    case .askBeforeDiscarding: state.discardQuestion = true
    case .close(let outcome): state.closed = outcome
    case .fail(let reason): state.failure = reason
    }
  }

  private enum Effect: Hashable, Sendable { case save }

  private func save(_ state: State) -> Observable<Mutation> {
    let (id, text) = (state.request.id, state.text)
    return .concat(.just(.setSaving(true)), write(text, id), .just(.saved(text)))
      .catch { .concat(.just(.setSaving(false)), .just(.fail("\($0)"))) }
      .cancellable(id: Effect.save, whenRunning: .ignoreNew)
  }

  private func write(_ text: String, _ id: Car.ID) -> Observable<Mutation> {
    .run { [catalog] _ in try await catalog.setNote(text, for: id) }
  }
}
