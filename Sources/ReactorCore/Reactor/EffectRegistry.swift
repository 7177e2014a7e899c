/// The running effects of one reactor.
@MainActor
@usableFromInline
final class EffectRegistry {
  /// The number of running effects.
  private(set) var count = 0
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
  /// - Parameter next: A closure that receives each mutation with the effects with an ID that it passed through.
  @usableFromInline
  func start<Mutation: Sendable>(
    _ effect: Observable<Mutation>, next: @escaping @MainActor (Mutation, EffectOrigin) -> Void,
    onError: @escaping @MainActor (any Error) -> Void
  ) {
    guard lifetime.isOpen else { return }
    count += 1
    let child = lifetime.makeChild(context: context)
    effect.connect(
      Observer(
        lifetime: child,
        next: { [scope] in next($0, scope.takeOrigin()) },
        end: { [weak self] completion in
          child.endDelivered()
          self?.ended()
          if case .failed(let error) = completion { onError(error) }
          if let self, count == 0 { onIdle?() }
        }))
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
