/// Events that a reactor reports besides its state.
///
/// An effect reports an event directly, without a mutation or a property of the state:
///
/// ```swift
/// enum Output { case saved(Note), failed(String) }
///
/// func mutate(action: Action) -> Observable<Mutation> {
///   switch action {
///   case .save(let note):
///     run { [service] emit in
///       emit(.setSaving(true))
///       do { try await service.save(note) } catch { emit.output(.failed("\(error)")) }
///       emit(.setSaving(false))
///     }
///   case .close: output(.saved(currentState.note))
///   }
/// }
/// ```
///
/// The view shows messages, and a flow maps the rest to steps: `reactor.outputs.bind { … }`.
extension Reactor {
  /// The stream of outputs from the time of subscription. Without a subscriber, an output is lost.
  ///
  /// An output is delivered after the mutations that the same effect has emitted before it. While a debugger shows a
  /// past state, outputs wait.
  public var outputs: Observable<Base.Output> {
    store.connect(to: self)
    return store.outputs.asObservable()
  }

  /// Returns an effect that delivers an output and emits no mutation.
  public func output(_ output: Base.Output) -> Observable<Mutation> {
    Observable { [weak store] observer in
      store?.deliver(output)
      observer.end(.finished)
    }
  }

  /// Returns an effect that sends an action, as a view would, and emits no mutation. The action is performed after the
  /// work in progress.
  public func send(_ action: Action) -> Observable<Mutation> {
    Observable { [weak store] observer in
      store?.sendOwn(action)
      observer.end(.finished)
    }
  }

  /// Returns an effect written as an asynchronous function. Like ``Observable/run(priority:_:)``, but the function can
  /// also deliver outputs and send actions.
  ///
  /// - Parameters:
  ///   - priority: The priority of the task.
  ///   - body: The function. It must not retain the reactor, because releasing the reactor cancels the effect.
  public func run(
    priority: TaskPriority? = nil, _ body: @escaping @MainActor (ReactorEmitter<Base>) async throws -> Void
  ) -> Observable<Mutation> {
    .run(priority: priority) { [weak store] emit in
      try await body(ReactorEmitter(emitter: emit, store: store))
    }
  }
}

/// The output of an asynchronous effect of a reactor (``Reactor/run(priority:_:)``): `emit(.setProgress(0.5))` emits a
/// mutation, `emit.output(.saved)` delivers an output, and `emit.send(.reload)` sends an action. Anything emitted after
/// the effect is canceled or its reactor released is dropped.
@MainActor
public struct ReactorEmitter<R: Reactor> {
  let emitter: Emitter<R.Mutation>
  weak var store: Store<R>?

  /// Emits a mutation, which has been reduced when this method returns.
  public func callAsFunction(_ mutation: R.Mutation) { emitter(mutation) }

  /// Delivers an output.
  public func output(_ output: R.Output) {
    if emitter.sink.isOpen { store?.deliver(output) }
  }

  /// Sends an action, as a view would.
  public func send(_ action: R.Action) {
    if emitter.sink.isOpen { store?.sendOwn(action) }
  }
}
