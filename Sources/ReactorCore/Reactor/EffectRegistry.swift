/// The running effects of one reactor.
@MainActor
@usableFromInline
final class EffectRegistry {
  /// The number of running effects.
  private(set) var count = 0
  /// The number of effects started so far.
  private var startedCount = 0
  @usableFromInline let scope: EffectScope
  private let context: EffectContext
  private let lifetime = Lifetime()
  /// Closures that cancel the running effects that were observed from their start, by effect number.
  private var cancellations: [Int: @MainActor () -> Void] = [:]
  /// The actions of the running effects that were announced, by effect number.
  private var actions: [Int: any Sendable] = [:]
  /// The action whose effect starts next.
  private var announcedAction: (any Sendable)?
  /// A closure called when the last running effect has ended.
  var onIdle: (@MainActor () -> Void)?

  @usableFromInline
  nonisolated init() {
    scope = EffectScope()
    context = EffectContext(scope: scope)
  }

  /// Starts an effect.
  ///
  /// - Parameters:
  ///   - source: The reactor.
  ///   - next: A closure that receives each mutation and the identified effects that it passed through.
  @usableFromInline
  func start<Mutation: Sendable>(
    _ effect: Observable<Mutation>, of source: ProgramEvent.Source,
    next: @escaping @MainActor (Mutation, EffectOrigin) -> Void,
    onError: @escaping @MainActor (any Error) -> Void
  ) {
    guard lifetime.isOpen else { return }
    count += 1
    startedCount += 1
    let number = startedCount
    if let action = announcedAction.take() { actions[number] = action }
    let child = lifetime.makeChild(context: context)
    let end: @MainActor (Completion) -> Void = { [weak self] completion in
      child.endDelivered()
      self?.ended(number)
      if Instrumentation.isObserved { Instrumentation.emitTurn(completion.event(of: number), from: source) }
      if case .failed(let error) = completion { onError(error) }
      if let self, count == 0 { onIdle?() }
    }
    if Instrumentation.isObserved {
      observe(effect, number, child, source, next: next, end: end)
    } else {
      effect.connect(Observer(lifetime: child, next: { [scope] in next($0, scope.takeOrigin()) }, end: end))
    }
  }

  /// Cancels an effect that was observed from its start.
  func cancel(_ number: Int) {
    cancellations[number]?()
  }

  /// Starts an effect and announces its start, its cancellation, and its elements, each of which begins a turn.
  private func observe<Mutation: Sendable>(
    _ effect: Observable<Mutation>, _ number: Int, _ child: Lifetime, _ source: ProgramEvent.Source,
    next: @escaping @MainActor (Mutation, EffectOrigin) -> Void, end: @escaping @MainActor (Completion) -> Void
  ) {
    let turn = ObjectIdentifier(child)
    let observer = Observer<Mutation>(
      lifetime: child,
      next: { [scope] mutation in
        Instrumentation.beginTurn(turn)
        if Instrumentation.isObserved { Instrumentation.emit(.effectEmitted(number), from: source) }
        next(mutation, scope.takeOrigin())
        Instrumentation.endTurn(turn)
      }, end: end)
    Instrumentation.emit(.effectStarted(number), from: source)
    cancellations[number] = { observer.end(.canceled) }
    child.insert(
      ActionDisposable { [weak child, weak self] in
        self?.cancellations[number] = nil
        if child?.isDisposed == true { Instrumentation.emitTurn(.effectCanceled(number), from: source) }
      })
    effect.connect(observer)
  }

  /// Records the action of the effect that starts next, for the messages of a failed test.
  @usableFromInline
  func announce(_ action: any Sendable) {
    announcedAction = action
  }

  /// The actions of the running effects that were announced, in order.
  var announcedActions: [any Sendable] {
    actions.sorted { $0.key < $1.key }.map(\.value)
  }

  private func ended(_ number: Int) {
    count -= 1
    if !actions.isEmpty { actions[number] = nil }
    lifetime.childEnded()
  }

  /// Ends every effect. Effects started later do not run.
  @usableFromInline
  func dispose() {
    count = 0
    cancellations = [:]
    actions = [:]
    lifetime.dispose()
  }
}

extension Completion {
  fileprivate func event(of effect: Int) -> ProgramEvent.Kind {
    switch self {
    case .finished: .effectFinished(effect)
    case .failed(let error): .effectFailed(effect, error)
    case .canceled: .effectCanceled(effect)
    }
  }
}
