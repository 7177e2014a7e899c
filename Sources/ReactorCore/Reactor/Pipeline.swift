/// The streams of one reactor: three hot streams, each followed by the reactor's transform.
///
/// The closures retain the reactor weakly, so an action sent to the relay of a released reactor has no effect.
@MainActor
@usableFromInline
final class Pipeline<R: Reactor> {
  @usableFromInline let actions = TransformLink<R.Action>()
  @usableFromInline let mutations = TransformLink<R.Mutation>()
  @usableFromInline let states = TransformLink<R.State>()
  @usableFromInline let mutate: @MainActor (R.Action) -> Observable<R.Mutation>
  /// Reduces a mutation. Returns `false`, and does not change the state, if the reactor was released.
  @usableFromInline let reduce: @MainActor (inout R.State, R.Mutation) -> Bool
  /// The reactor, as the source of events.
  @usableFromInline let source: ProgramEvent.Source
  /// Whether the reactor implements the transform; if not, the store bypasses the link.
  @exclusivity(unchecked) @usableFromInline var transformsAction = false
  @exclusivity(unchecked) @usableFromInline var transformsMutation = false
  @exclusivity(unchecked) @usableFromInline var transformsState = false
  /// Whether the reduced state differs from the state that subscribers have received, because it is transformed or a
  /// past state is shown.
  @exclusivity(unchecked) @usableFromInline var separatesState = false
  private var subscription: (any Disposable)?

  @usableFromInline
  init(
    mutate: @escaping @MainActor (R.Action) -> Observable<R.Mutation>,
    reduce: @escaping @MainActor (inout R.State, R.Mutation) -> Bool, source: ProgramEvent.Source
  ) {
    self.mutate = mutate
    self.reduce = reduce
    self.source = source
  }

  /// Retains the subscription to the actions sent to the reactor.
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
