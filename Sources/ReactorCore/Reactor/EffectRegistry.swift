/// The effects of one reactor that are still running.
@MainActor
@usableFromInline
final class EffectRegistry {
  private var running: [Int: any Disposable] = [:]
  private var nextKey = 0
  private var isDisposed = false
  private let scope = EffectScope()
  /// Called when the last running effect has ended.
  var onIdle: (@MainActor () -> Void)?

  @usableFromInline nonisolated init() {}

  var count: Int { running.count }

  /// `next` also learns which effects with an id the mutation came through.
  @usableFromInline
  func start<Mutation: Sendable>(
    _ effect: Observable<Mutation>, next: @escaping @MainActor (Mutation, EffectOrigin) -> Void,
    onError: @escaping @MainActor (any Error) -> Void
  ) {
    guard !isDisposed else { return }
    let key = nextKey
    nextKey += 1
    var hasEnded = false
    let subscription = effect.subscribe(
      Observer(
        scope: scope,
        next: { [scope] in next($0, scope.takeOrigin()) },
        end: { [weak self] completion in
          hasEnded = true
          self?.running[key] = nil
          if case .failed(let error) = completion { onError(error) }
          if let self, running.isEmpty { onIdle?() }
        }))
    if hasEnded { return }
    if isDisposed { subscription.dispose() } else { running[key] = subscription }
  }

  /// Ends every effect, and every one that is started later.
  @usableFromInline
  func dispose() {
    isDisposed = true
    let held = running
    running = [:]
    for subscription in held.values { subscription.dispose() }
  }
}
