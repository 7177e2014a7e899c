/// The effects of one reactor that are still running.
@MainActor
@usableFromInline
final class EffectRegistry {
  private var running: [Int: any Disposable] = [:]
  private var nextKey = 0
  private let scope = EffectScope()

  @usableFromInline nonisolated init() {}

  var count: Int { running.count }

  @usableFromInline
  func start<Mutation: Sendable>(
    _ effect: Observable<Mutation>, next: @escaping @MainActor (Mutation) -> Void,
    onError: @escaping @MainActor (any Error) -> Void
  ) {
    let key = nextKey
    nextKey += 1
    var hasEnded = false
    let subscription = effect.subscribe(
      Observer(
        scope: scope,
        next: next,
        end: { [weak self] completion in
          hasEnded = true
          self?.running[key] = nil
          if case .failed(let error) = completion { onError(error) }
        }))
    if !hasEnded { running[key] = subscription }
  }

  @usableFromInline
  func dispose() {
    let held = running
    running = [:]
    for subscription in held.values { subscription.dispose() }
  }
}
