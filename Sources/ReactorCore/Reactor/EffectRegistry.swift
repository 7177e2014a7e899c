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
  /// Closures that cancel the running effects that were observed from their start, by number.
  private var cancellations: [Int: @MainActor () -> Void] = [:]
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
  ///   - next: A closure that receives each mutation with the effects with an ID that it passed through.
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
    let child = lifetime.makeChild(context: context)
    let isObserved = Instrumentation.isObserved
    let deliver: @MainActor (Mutation) -> Void = { [scope] in next($0, scope.takeOrigin()) }
    let observer = Observer<Mutation>(
      lifetime: child, next: isObserved ? Self.announcing(deliver, by: child, number, source) : deliver,
      end: { [weak self] completion in
        child.endDelivered()
        self?.ended(number)
        if Instrumentation.isObserved { Instrumentation.emitTurn(completion.event(of: number), from: source) }
        if case .failed(let error) = completion { onError(error) }
        if let self, count == 0 { onIdle?() }
      })
    if isObserved {
      observe(child, number, source)
      cancellations[number] = { observer.end(.canceled) }
    }
    effect.connect(observer)
  }

  /// Cancels an effect that was observed from its start.
  func cancel(_ number: Int) {
    cancellations[number]?()
  }

  /// Returns a closure that announces each element of an effect, and begins a turn with it.
  private static func announcing<Mutation: Sendable>(
    _ deliver: @escaping @MainActor (Mutation) -> Void, by effect: Lifetime, _ number: Int,
    _ source: ProgramEvent.Source
  ) -> @MainActor (Mutation) -> Void {
    let turn = ObjectIdentifier(effect)
    return { mutation in
      Instrumentation.beginTurn(turn)
      if Instrumentation.isObserved { Instrumentation.emit(.effectEmitted(number), from: source) }
      deliver(mutation)
      Instrumentation.endTurn(turn)
    }
  }

  /// Announces the start of an effect and, if it is disposed of before it ends, its cancellation.
  private func observe(_ effect: Lifetime, _ number: Int, _ source: ProgramEvent.Source) {
    Instrumentation.emit(.effectStarted(number), from: source)
    effect.insert(
      ActionDisposable { [weak effect, weak self] in
        self?.cancellations[number] = nil
        if effect?.isDisposed == true { Instrumentation.emitTurn(.effectCanceled(number), from: source) }
      })
  }

  private func ended(_ number: Int) {
    count -= 1
    if !cancellations.isEmpty { cancellations[number] = nil }
    lifetime.childEnded()
  }

  /// Ends every effect. Effects started later do not run.
  @usableFromInline
  func dispose() {
    count = 0
    cancellations = [:]
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
