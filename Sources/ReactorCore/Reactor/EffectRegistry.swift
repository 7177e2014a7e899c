/// The effects of one reactor that are still running.
@MainActor
@usableFromInline
final class EffectRegistry {
  /// How many are running.
  private(set) var count = 0
  @usableFromInline let scope: EffectScope
  private let context: EffectContext
  private let lifetime = Lifetime()
  /// Called when the last running effect has ended.
  var onIdle: (@MainActor () -> Void)?

  @usableFromInline
  nonisolated init() {
    scope = EffectScope()
    context = EffectContext(scope: scope)
  }

  /// `next` also learns which effects with an id the mutation came through.
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
          child.endPassed()
          self?.ended()
          if case .failed(let error) = completion { onError(error) }
          if let self, count == 0 { onIdle?() }
        }))
  }

  private func ended() {
    count -= 1
    lifetime.childEnded()
  }

  /// Ends every effect, and every one that is started later.
  @usableFromInline
  func dispose() {
    count = 0
    lifetime.dispose()
  }
}
