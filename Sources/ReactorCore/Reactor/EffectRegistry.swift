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
    if Instrumentation.isObserved { observe(child, number, source) }
    effect.connect(
      Observer(
        lifetime: child,
        next: { [scope] in next($0, scope.takeOrigin()) },
        end: { [weak self] completion in
          child.endDelivered()
          self?.ended()
          if Instrumentation.isObserved { Instrumentation.emit(completion.event(of: number), from: source) }
          if case .failed(let error) = completion { onError(error) }
          if let self, count == 0 { onIdle?() }
        }))
  }

  /// Announces the start of an effect and, if it is disposed of before it ends, its cancellation.
  private func observe(_ effect: Lifetime, _ number: Int, _ source: ProgramEvent.Source) {
    Instrumentation.emit(.effectStarted(number), from: source)
    effect.insert(
      ActionDisposable { [weak effect] in
        if effect?.isDisposed == true { Instrumentation.emit(.effectCanceled(number), from: source) }
      })
  }

  private func ended() {
    count -= 1
    lifetime.childEnded()
  }

  /// Ends every effect. Effects started later do not run.
  @usableFromInline
  func dispose() {
    count = 0
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
