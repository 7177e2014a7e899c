/// A reactor's state and pipeline: action → `transform(action:)` → `mutate` → `transform(mutation:)` → `reduce` →
/// `transform(state:)` → state.
///
/// Every piece of work goes through one queue. While one is being performed, what subscribers, `mutate` or `reduce` send
/// waits and then runs in the order in which it came, whether it is an action or a mutation from outside.
@MainActor
public final class Store<R: Reactor> {
  @usableFromInline
  enum Work {
    case received(R.Action)
    case transformed(R.Action, EffectOrigin)
    case emitted(R.Mutation, EffectOrigin)
    case mutation(R.Mutation, EffectOrigin)
  }

  /// The state before any action.
  public let initialState: R.State
  @usableFromInline let action = Relay<R.Action>()
  @usableFromInline let states: StateRelay<R.State>
  // The checks for overlapping access are off for the store's own properties, here, in the relays and in the
  // subscription list: no access lasts while code of somebody else's runs, because values are moved in and out and die
  // outside. The checks cost a third of an action.
  /// What `reduce` has made so far, where `transform(state:)` makes something else of it for the subscribers.
  @exclusivity(unchecked) @usableFromInline var reduced: R.State?
  @exclusivity(unchecked) @usableFromInline var queue = WorkQueue<Work>()
  @exclusivity(unchecked) @usableFromInline var isPerforming = false
  /// Inside `mutate`, or the synchronous part of the effect that it returned.
  @exclusivity(unchecked) @usableFromInline var isStarting = false
  /// Inside `reduce`, or a subscriber that is being told of a state.
  @exclusivity(unchecked) @usableFromInline var isCommitting = false
  @exclusivity(unchecked) @usableFromInline var pipeline: Pipeline<R>?
  @usableFromInline let effects = EffectRegistry()
  @exclusivity(unchecked) @usableFromInline var recorder: (@MainActor (R.Mutation, R.State) -> Void)?
  private var errorHandler: (@MainActor (any Error) -> Void)?
  @usableFromInline private(set) var stub: Stub<R>?
  private var stubSubscription: (any Disposable)?

  /// - Parameter initialState: the state before any action.
  public init(_ initialState: R.State) {
    self.initialState = initialState
    states = StateRelay(initialState)
  }

  isolated deinit {
    pipeline?.dispose()
    effects.dispose()
  }

  // MARK: Connecting

  /// Builds the pipeline at first use; each `transform` runs here, once.
  @inlinable
  func connect<Driver: Reactor>(to driver: Driver)
  where Driver.Action == R.Action, Driver.Mutation == R.Mutation, Driver.State == R.State {
    if pipeline == nil, stub == nil { build(driver) }
  }

  @inline(never)
  @inlinable
  func build<Driver: Reactor>(_ driver: Driver)
  where Driver.Action == R.Action, Driver.Mutation == R.Mutation, Driver.State == R.State {
    // A reactor that is first touched in its own deinit cannot be referred to any more: nothing to build.
    weak let living = driver
    guard living != nil else { return }
    let pipeline = Pipeline<R>(
      mutate: { [weak driver] action in driver?.mutate(action: action) ?? .empty },
      reduce: { [weak driver] state, mutation in
        driver?.reduce(into: &state, mutation: mutation)
        return driver != nil
      },
      name: String(describing: Driver.self))
    self.pipeline = pipeline
    // What a transform sends while the pipeline is being built waits until all of it stands.
    isPerforming = true
    pipeline.keep(action.subscribe { [weak self] in self?.receive($0) })
    let scope = effects.scope
    let report: @MainActor (any Error) -> Void = { [weak self] in self?.report($0) }
    let states = driver.transform(state: pipeline.states.original.asObservable())
    pipeline.transformsState = pipeline.states.connect(states, in: scope, report: report) { [weak self] in
      self?.tell($0)
    }
    if pipeline.transformsState {
      reduced = initialState
      self.states.isUntold = true
      pipeline.states.send(initialState)
    }
    let mutations = driver.transform(mutation: pipeline.mutations.original.asObservable())
    pipeline.transformsMutation = pipeline.mutations.connect(mutations, in: scope, report: report) { [weak self] in
      self?.commit($0, from: scope.takeOrigin())
    }
    let actions = driver.transform(action: pipeline.actions.original.asObservable())
    pipeline.transformsAction = pipeline.actions.connect(actions, in: scope, report: report) { [weak self] in
      self?.perform($0, from: scope.takeOrigin())
    }
    drain()
  }

  // MARK: Performing

  @inlinable
  func receive(_ action: R.Action) {
    if isPerforming { return queue.append(.received(action)) }
    guard let pipeline else { return }
    isPerforming = true
    transform(action, pipeline)
    drain()
  }

  @inlinable
  func transform(_ action: R.Action, _ pipeline: Pipeline<R>) {
    if pipeline.transformsAction {
      pipeline.actions.send(action)
    } else {
      start(action, pipeline)
    }
  }

  /// An action that has come through `transform(action:)`, from `receive` or from a stream merged in.
  @inlinable
  func perform(_ action: R.Action, from origin: EffectOrigin) {
    if isStarting || isCommitting { return queue.append(.transformed(action, origin)) }
    guard let pipeline else { return }
    let isOutermost = !isPerforming
    isPerforming = true
    start(action, pipeline)
    if isOutermost { drain() }
  }

  @inlinable
  func start(_ action: R.Action, _ pipeline: Pipeline<R>) {
    isStarting = true
    let mutations = pipeline.mutate(action)
    switch mutations.source {
    case .just(let mutation): transform(mutation, pipeline)
    case .empty: break
    case .relay, .connection:
      effects.start(
        mutations, next: { [weak self] in self?.receive($0, from: $1) }, onError: { [weak self] in self?.report($0) })
    }
    isStarting = false
  }

  /// A mutation of an effect.
  @inlinable
  func receive(_ mutation: R.Mutation, from origin: EffectOrigin) {
    if isCommitting { return queue.append(.emitted(mutation, origin)) }
    guard let pipeline else { return }
    transform(mutation, pipeline)
  }

  @inlinable
  func transform(_ mutation: R.Mutation, _ pipeline: Pipeline<R>) {
    if pipeline.transformsMutation {
      pipeline.mutations.send(mutation)
    } else {
      commit(mutation, from: EffectOrigin())
    }
  }

  /// A mutation that has come through `transform(mutation:)`: one mutation, one state, one round of the subscribers.
  @inlinable
  func commit(_ mutation: R.Mutation, from origin: EffectOrigin) {
    if isCommitting { return queue.append(.mutation(mutation, origin)) }
    guard let pipeline else { return }
    let isOutermost = !isPerforming
    isPerforming = true
    isCommitting = true
    // A copy, not the stored state itself: reduce may read `currentState`, and subscribers hold on to what they were
    // told, so the storage is shared in any case.
    var state = reduced ?? states.storage
    if pipeline.reduce(&state, mutation) {
      if pipeline.transformsState {
        var replaced: R.State? = state
        swap(&reduced, &replaced)
        pipeline.states.send(state)
      } else {
        states.accept(state)
      }
      recorder?(mutation, state)
    }
    isCommitting = false
    if isOutermost { drain() }
  }

  /// A state that has come through `transform(state:)`, from `commit` or from a stream merged in.
  @inlinable
  func tell(_ state: R.State) {
    let isOutermost = !isPerforming
    let wasCommitting = isCommitting
    isPerforming = true
    isCommitting = true
    states.accept(state)
    isCommitting = wasCommitting
    if isOutermost { drain() }
  }

  @inlinable
  func drain() {
    while let work = queue.popFirst() {
      guard let pipeline else { continue }
      switch work {
      case .received(let action): transform(action, pipeline)
      case .transformed(let action, let origin): if !origin.isCancelled { start(action, pipeline) }
      case .emitted(let mutation, let origin): if !origin.isCancelled { transform(mutation, pipeline) }
      case .mutation(let mutation, let origin): if !origin.isCancelled { commit(mutation, from: origin) }
      }
    }
    isPerforming = false
  }

  // MARK: Errors, stub, tests

  /// Called with every error that `mutate` or a transform let through; nil reports to ``UnhandledErrors``.
  public func onUnhandledError(_ handler: (@MainActor (any Error) -> Void)?) {
    errorHandler = handler
  }

  @usableFromInline
  func report(_ error: any Error) {
    if let errorHandler {
      errorHandler(error)
    } else {
      UnhandledErrors.report(error, pipeline?.name ?? "\(R.self)")
    }
  }

  func stubbed() -> Stub<R> {
    if let stub { return stub }
    let stub = Stub<R>(states: states)
    self.stub = stub
    // Taken out first: what the end of an effect sends must not be performed any more.
    let replaced = pipeline
    pipeline = nil
    replaced?.dispose()
    effects.dispose()
    states.isUntold = false
    stubSubscription = action.subscribe { [weak stub] in stub?.record($0) }
    return stub
  }

  /// How many effects are running; for the test store.
  package var runningEffects: Int { effects.count }

  /// Tells a test store when the last running effect has ended.
  package func onIdle(_ handler: (@MainActor () -> Void)?) {
    effects.onIdle = handler
  }

  /// Tells a test store of every mutation with the state that it led to.
  package func record(_ recorder: (@MainActor (R.Mutation, R.State) -> Void)?) {
    self.recorder = recorder
  }
}
