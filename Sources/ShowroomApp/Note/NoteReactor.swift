import Catalogue
import ReactorCore

/// The note on a car: written, saved, or left as it was.
public final class NoteReactor: Reactor {
  /// What can be asked for.
  public enum Action: Sendable, Hashable {
    /// The text is this now.
    case edit(String)
    /// Save and close.
    case save
    /// Close; asks when something would be lost.
    case cancel
    /// Close, whatever is lost.
    case discard
  }

  /// A step of change.
  public enum Mutation: Sendable, Hashable {
    /// The text is this now.
    case setText(String)
    /// The text is being saved, or no longer.
    case setSaving(Bool)
    /// This text was saved.
    case saved(String)
    /// Something would be lost.
    case askBeforeDiscarding
    /// Nothing is left to do.
    case close(Outcome)
    /// Saving failed.
    case alert(RetryableFailure<Action>)
  }

  /// What became of the note.
  public enum Outcome: Sendable, Hashable {
    /// It was saved.
    case saved
    /// It was empty, so there is none now.
    case removed
    /// It is as it was.
    case unchanged
  }

  /// What the screen shows.
  public struct State: Sendable {
    /// Which note it is.
    public let request: NoteRequest
    /// The text as it stands in the editor.
    public internal(set) var text: String
    /// The text as it is stored.
    public internal(set) var storedText: String
    /// Whether it is being saved.
    public internal(set) var isSaving = false
    /// Something would be lost by closing: ask.
    @Pulse public internal(set) var discardQuestion: Bool = false
    /// The editor is done.
    @Pulse public internal(set) var closed: Outcome?
    /// Saving failed; the text is still there.
    @Pulse public internal(set) var alert: RetryableFailure<Action>?

    /// Before anything was typed.
    public init(_ request: NoteRequest) {
      self.request = request
      text = request.text
      storedText = request.text
    }

    /// Whether closing would lose something.
    public var isChanged: Bool { text != storedText }
  }

  /// The state and the pipeline.
  public let store: Store<NoteReactor>
  private let catalogue: LiveCatalogue

  /// The editor for a note.
  public init(_ request: NoteRequest, catalogue: LiveCatalogue) {
    self.catalogue = catalogue
    store = Store(State(request))
  }

  /// Starts what an action asks for.
  public func mutate(action: Action) -> Observable<Mutation> {
    let state = currentState
    switch action {
    case .edit(let text): return .just(.setText(text))
    case .save: return state.isChanged ? save(state) : .just(.close(.unchanged))
    case .cancel: return .just(state.isChanged ? .askBeforeDiscarding : .close(.unchanged))
    case .discard: return .just(.close(.unchanged))
    }
  }

  /// The state after a mutation.
  public func reduce(into state: inout State, mutation: Mutation) {
    switch mutation {
    case .setText(let text): state.text = text
    case .setSaving(let isSaving): state.isSaving = isSaving
    case .saved(let text):
      state.isSaving = false
      state.storedText = text
      // What was typed while it was being saved keeps the editor open.
      if !state.isChanged { state.closed = text.allSatisfy(\.isWhitespace) ? .removed : .saved }
    case .askBeforeDiscarding: state.discardQuestion = true
    case .close(let outcome): state.closed = outcome
    case .alert(let failure): state.alert = failure
    }
  }

  private enum Effect: Hashable, Sendable { case save }

  private func save(_ state: State) -> Observable<Mutation> {
    let (id, text) = (state.request.id, state.text)
    return .concat(.just(.setSaving(true)), write(text, id), .just(.saved(text)))
      .catch { error in
        .concat(
          .just(.setSaving(false)),
          .just(.alert(RetryableFailure(title: "The note was not saved", error: error, retry: .save))))
      }
      .cancellable(id: Effect.save, whenRunning: .ignoreNew)
  }

  private func write(_ text: String, _ id: Car.ID) -> Observable<Mutation> {
    .run { [catalogue] _ in try await catalogue.setNote(text, for: id) }
  }
}
