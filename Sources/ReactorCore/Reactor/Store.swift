/// The state and the pipeline of a reactor: action → `transform(action:)` → `mutate` → `transform(mutation:)` →
/// `reduce` → `transform(state:)` → state.
///
/// All work passes through one queue. Actions sent by subscribers, `mutate`, or `reduce`, and mutations from outside,
/// wait until the current work is done and are then performed in order.
@MainActor
public final class Store<R: Reactor> {
  @usableFromInline
  enum Work {
    case received(R.Action, isOwn: Bool)
    case transformed(R.Action, EffectOrigin)
    case emitted(R.Mutation, EffectOrigin)
    case mutation(R.Mutation, EffectOrigin)
    case output(R.Output)
  }

  /// The state before the first action.
  public let initialState: R.State
  @usableFromInline let action = Relay<R.Action>()
  @usableFromInline let states: StateRelay<R.State>
  // The attributes `@inlinable` and `@exclusivity(unchecked)` on the path of an action, here, in the relays, and in the
  // subscription list, are measured by core-bench (nanoseconds per action, fastest round):
  //
  // - One subscriber: 182; without `@inlinable`, 832; without `@exclusivity(unchecked)`, 403.
  // - Ten properties of the state: 732; without `@inlinable`, 3,242; without `@exclusivity(unchecked)`, 1,036.
  // - A concat of three: 1,232; without `@inlinable`, 2,862; without `@exclusivity(unchecked)`, 1,928.
  //
  // No access to these properties is in progress while client code runs, because values are moved in and out and
  // released outside the access, so the exclusivity checks cannot fail.
  /// The reduced state, if subscribers have a transformed or a past state instead.
  @exclusivity(unchecked) @usableFromInline var reduced: R.State?
  @exclusivity(unchecked) @usableFromInline var queue = WorkQueue<Work>()
  @exclusivity(unchecked) @usableFromInline var isPerforming = false
  /// Whether `mutate`, or the synchronous part of the effect that it returned, is running.
  @exclusivity(unchecked) @usableFromInline var isStarting = false
  /// Whether `mutate` is running.
  @exclusivity(unchecked) @usableFromInline var isMutating = false
  /// Whether the action that is sent or performed comes from the reactor itself.
  @exclusivity(unchecked) @usableFromInline var isOwnAction = false
  /// Whether `reduce`, or the delivery of a state, is running.
  @exclusivity(unchecked) @usableFromInline var isCommitting = false
  @exclusivity(unchecked) @usableFromInline var pipeline: Pipeline<R>?
  @usableFromInline let effects = EffectRegistry()
  /// The past state that a debugger shows; `nil` for none.
  @exclusivity(unchecked) @usableFromInline var past: PastState<R>?
  @exclusivity(unchecked) @usableFromInline var recorder: (@MainActor (R.Mutation, R.State) -> Void)?
  /// The listeners to program events. Stored, because reading a global variable takes longer.
  @usableFromInline let listeners = Instrumentation.listeners
  /// The receiver of outputs. Created at first use, because most reactors have none.
  lazy var outputs = Relay<R.Output>()
  private var outputRecorder: (@MainActor (R.Output, R.State) -> Void)?
  var debugSubscription: (any Disposable)?
  private var errorHandler: (@MainActor (any Error) -> Void)?
  @usableFromInline private(set) var stub: Stub<R>?
  private var stubSubscription: (any Disposable)?

  /// Creates a store with an initial state.
  public init(_ initialState: R.State) {
    self.initialState = initialState
    states = StateRelay(initialState)
    if !listeners.isEmpty { Instrumentation.emit(.created, from: ProgramEvent.Source(self, type: R.self)) }
  }

  isolated deinit {
    pipeline?.dispose()
    effects.dispose()
    debugSubscription?.dispose()
  }

  // MARK: Connecting

  /// Builds the pipeline at first use. Each `transform` runs here, once.
  @inlinable
  func connect<Driver: Reactor>(to driver: Driver)
  where Driver.Action == R.Action, Driver.Mutation == R.Mutation, Driver.State == R.State {
    if pipeline == nil, stub == nil { DisposeBag.withoutCollecting { build(driver) } }
  }

  @inline(never)
  @inlinable
  func build<Driver: Reactor>(_ driver: Driver)
  where Driver.Action == R.Action, Driver.Mutation == R.Mutation, Driver.State == R.State {
    // A reactor that is first used in its own `deinit` can no longer be referenced weakly.
    weak let living = driver
    guard living != nil else { return }
    let pipeline = Pipeline<R>(
      mutate: { [weak driver] action in driver?.mutate(action: action) ?? .empty },
      reduce: { [weak driver] state, mutation in
        driver?.reduce(into: &state, mutation: mutation)
        return driver != nil
      },
      source: ProgramEvent.Source(driver))
    self.pipeline = pipeline
    // Elements that a transform sends while the pipeline is being built wait until it is complete.
    isPerforming = true
    pipeline.keep(action.subscribe { [weak self] in self?.receive($0) })
    let scope = effects.scope
    let report: @MainActor (any Error) -> Void = { [weak self] in self?.report($0) }
    let states = driver.transform(state: pipeline.states.original.asObservable())
    pipeline.transformsState = pipeline.states.connect(states, in: scope, report: report) { [weak self] in
      self?.publish($0)
    }
    if pipeline.transformsState {
      reduced = initialState
      pipeline.separatesState = true
      self.states.withholdsValue = true
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

  /// Sends an action of the reactor itself.
  func sendOwn(_ action: R.Action) {
    isOwnAction = true
    self.action.send(action)
    isOwnAction = false
  }

  @inlinable
  func receive(_ action: R.Action) {
    if isPerforming {
      // What is sent while `mutate` runs follows from the action, unless a subscriber sends it during a delivery.
      let isOwn = isOwnAction || isMutating && !isCommitting
      isOwnAction = false
      return queue.append(.received(action, isOwn: isOwn))
    }
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

  /// Performs an action that has passed through `transform(action:)`, whether sent or merged.
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
    if !listeners.isEmpty { announce(action, pipeline) }
    isStarting = true
    isMutating = true
    let mutations = pipeline.mutate(action)
    isMutating = false
    switch mutations.source {
    case .just(let mutation): transform(mutation, pipeline)
    case .empty: break
    case .relay, .connection:
      if recorder != nil { effects.announce(action) }
      effects.start(
        mutations, of: pipeline.source, next: { [weak self] in self?.receive($0, from: $1) },
        onError: { [weak self] in self?.report($0) })
    }
    isStarting = false
  }

  /// Passes an effect's mutation to `transform(mutation:)`.
  @inlinable
  func receive(_ mutation: R.Mutation, from origin: EffectOrigin) {
    if isCommitting { return queue.append(.emitted(mutation, origin)) }
    if isMutating { performEarlier(of: origin) }
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

  /// Commits a mutation that has passed through `transform(mutation:)`. Each mutation produces one state and one
  /// delivery.
  @inlinable
  func commit(_ mutation: R.Mutation, from origin: EffectOrigin) {
    if isCommitting { return queue.append(.mutation(mutation, origin)) }
    if isMutating { performEarlier(of: origin) }
    guard let pipeline else { return }
    let isOutermost = !isPerforming
    isPerforming = true
    isCommitting = true
    // A copy, because `reduce` may read `currentState`; subscribers retain the state, so its storage is shared anyway.
    var state = reduced ?? states.storage
    if pipeline.reduce(&state, mutation) {
      if !listeners.isEmpty { announce(mutation, state, pipeline) }
      if pipeline.separatesState {
        var replaced: R.State? = state
        swap(&reduced, &replaced)
        if pipeline.transformsState { pipeline.states.send(state) } else { past?.present = state }
      } else {
        states.accept(state)
      }
      recorder?(mutation, state)
    }
    isCommitting = false
    if isOutermost { drain() }
  }

  /// Publishes a state that has passed through `transform(state:)`, whether committed or merged.
  @inlinable
  func publish(_ state: R.State) {
    if past?.withholdState(state) == true { return }
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
    while let work = queue.popFirst() { perform(work) }
    isPerforming = false
    if !listeners.isEmpty { endTurn() }
  }

  @inlinable
  func perform(_ work: Work) {
    guard let pipeline else { return }
    switch work {
    case .received(let action, let isOwn):
      isOwnAction = isOwn
      transform(action, pipeline)
      isOwnAction = false
    case .transformed(let action, let origin): if !origin.isCanceled { start(action, pipeline) }
    case .emitted(let mutation, let origin): if !origin.isCanceled { transform(mutation, pipeline) }
    case .mutation(let mutation, let origin): if !origin.isCanceled { commit(mutation, from: origin) }
    case .output(let output): deliver(output)
    }
  }

  /// Performs waiting mutations before one that arrives while `mutate` runs, because the elements of a merged stream
  /// must keep their order. Those of other running effects wait, because the action may cancel them. Before an output,
  /// whose origin is `nil`, performs all waiting mutations and outputs. Other work keeps its place.
  @inline(never)
  @usableFromInline
  func performEarlier(of origin: EffectOrigin? = nil) {
    guard queue.head < queue.elements.count else { return }
    var others = WorkQueue<Work>()
    var earlier: [Work] = []
    while let work = queue.popFirst() {
      switch work {
      case .received, .transformed: others.append(work)
      // The action may still cancel another effect that is running, and so its mutation.
      case .emitted(_, let other), .mutation(_, let other):
        let isEarlier = origin.map { other.hasEnded || $0.isSame(as: other) } ?? true
        if isEarlier { earlier.append(work) } else { others.append(work) }
      case .output: if origin == nil { earlier.append(work) } else { others.append(work) }
      }
    }
    queue = others
    isMutating = false
    for work in earlier { perform(work) }
    isMutating = true
  }

  /// Delivers an output to its subscribers, after the mutations and states that are being delivered.
  @usableFromInline
  func deliver(_ output: R.Output) {
    if isCommitting { return queue.append(.output(output)) }
    if isMutating { performEarlier() }
    if past?.withholdOutput(output) == true { return }
    guard let pipeline else { return }
    let isOutermost = !isPerforming
    isPerforming = true
    isCommitting = true
    if !listeners.isEmpty {
      Instrumentation.beginTurn(ObjectIdentifier(self))
      Instrumentation.emit(.output(output), from: pipeline.source)
    }
    outputRecorder?(output, reduced ?? states.storage)
    outputs.send(output)
    isCommitting = false
    if isOutermost { drain() }
  }

  // MARK: Observation

  @inline(never)
  @usableFromInline
  func announce(_ action: R.Action, _ pipeline: Pipeline<R>) {
    Instrumentation.beginTurn(ObjectIdentifier(self))
    let isOwn = isOwnAction
    // Applies only to this action, not to those that follow from it.
    isOwnAction = false
    Instrumentation.emit(.action(action), from: pipeline.source, isOwnAction: isOwn)
  }

  @inline(never)
  @usableFromInline
  func endTurn() {
    Instrumentation.endTurn(ObjectIdentifier(self))
  }

  @inline(never)
  @usableFromInline
  func announce(_ mutation: R.Mutation, _ state: R.State, _ pipeline: Pipeline<R>) {
    Instrumentation.beginTurn(ObjectIdentifier(self))
    Instrumentation.emit(.mutation(mutation), from: pipeline.source)
    Instrumentation.emit(.state(state), from: pipeline.source)
  }

  // MARK: Errors and tests

  /// Sets the closure that receives every unhandled error of `mutate` and the transforms. If `nil`, errors are reported
  /// to ``UnhandledErrors``.
  package func onUnhandledError(_ handler: (@MainActor (any Error) -> Void)?) {
    errorHandler = handler
  }

  @usableFromInline
  func report(_ error: any Error) {
    if let errorHandler {
      errorHandler(error)
    } else {
      UnhandledErrors.report(error, "\(pipeline?.source.type ?? R.self)")
    }
  }

  func stubbed() -> Stub<R> {
    if let stub { return stub }
    let stub = Stub<R>(states: states, outputs: outputs)
    self.stub = stub
    // Removed first, because actions sent when an effect ends must not be performed.
    let replaced = pipeline
    pipeline = nil
    replaced?.dispose()
    effects.dispose()
    states.withholdsValue = false
    stubSubscription = DisposeBag.withoutCollecting { action.subscribe { [weak stub] in stub?.record($0) } }
    return stub
  }

  /// The number of running effects.
  package var runningEffects: Int { effects.count }

  /// The actions whose effects are running, in order, if a closure receives the mutations (``record(_:)``).
  package var runningActions: [any Sendable] { effects.announcedActions }

  /// Whether a mutation can arrive without an action: an effect is running, or a transform merges a stream.
  package var canEmit: Bool {
    effects.count > 0 || pipeline?.transformsAction == true || pipeline?.transformsMutation == true
  }

  /// Sets a closure that is called when the last running effect has ended.
  package func onIdle(_ handler: (@MainActor () -> Void)?) {
    effects.onIdle = handler
  }

  /// Sets closures that receive every mutation with the resulting state, and every output with the current one.
  package func record(
    _ recorder: (@MainActor (R.Mutation, R.State) -> Void)?,
    outputs outputRecorder: (@MainActor (R.Output, R.State) -> Void)? = nil
  ) {
    self.recorder = recorder
    self.outputRecorder = outputRecorder
  }
}
