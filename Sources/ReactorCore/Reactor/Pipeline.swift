/// The wiring of one reactor: three hot streams with the reactor's transform behind each.
///
/// The reactor itself is held weakly by the closures, so an action sent to the relay of a released one goes nowhere.
@MainActor
@usableFromInline
final class Pipeline<R: Reactor> {
  @usableFromInline let actions = TransformLink<R.Action>()
  @usableFromInline let mutations = TransformLink<R.Mutation>()
  @usableFromInline let states = TransformLink<R.State>()
  @usableFromInline let mutate: @MainActor (R.Action) -> Observable<R.Mutation>
  /// Answers false, and leaves the state alone, when the reactor is gone.
  @usableFromInline let reduce: @MainActor (inout R.State, R.Mutation) -> Bool
  @usableFromInline let name: String
  /// Whether the reactor has a transform of its own; where it has none, the store skips the link.
  @exclusivity(unchecked) @usableFromInline var transformsAction = false
  @exclusivity(unchecked) @usableFromInline var transformsMutation = false
  @exclusivity(unchecked) @usableFromInline var transformsState = false
  private var subscription: (any Disposable)?

  @usableFromInline
  init(
    mutate: @escaping @MainActor (R.Action) -> Observable<R.Mutation>,
    reduce: @escaping @MainActor (inout R.State, R.Mutation) -> Bool, name: String
  ) {
    self.mutate = mutate
    self.reduce = reduce
    self.name = name
  }

  /// Keeps the subscription to what is sent to the reactor.
  @usableFromInline
  func keep(_ subscription: any Disposable) {
    self.subscription = subscription
  }

  @usableFromInline
  func dispose() {
    subscription?.dispose()
    states.dispose()
    mutations.dispose()
    actions.dispose()
  }
}
