/// What happens to an effect that starts while one with the same id is running.
public enum CancellationPolicy: Sendable {
  /// The running one is cancelled: the latest wins, as in a search or a choice that reloads what depends on it.
  case cancelPrevious
  /// Both run; either can still be cancelled by the id.
  case keepBoth
  /// The new one does not start, as in a refresh that is already under way.
  case ignoreNew
}

extension Observable {
  /// Gives the effect an id, within its reactor, by which a later one or ``cancel(id:)`` ends it.
  ///
  /// ```swift
  /// enum Effect { case search, load(Car.ID) }
  /// find(query).cancellable(id: Effect.search)
  /// ```
  ///
  /// A canceled effect never commits again, and neither does what follows it in a `concat`: put the id on the whole
  /// sequence, so that "indicator on" and "indicator off" share its fate.
  ///
  /// - Ids are the same if their types are and their values are equal: `1` and `1.0` are two ids.
  /// - Ids nest. An effect inside another ends with it. Where both have the same id, the inner one is a part of the
  ///   outer: starting it neither cancels the outer nor is ignored because of it. ``cancel(id:)`` ends both.
  /// - An id works in the streams of `mutate`, and in those that a transform of the same reactor merges in. Outside a
  ///   reactor it means nothing.
  public func cancellable(id: some Hashable & Sendable, whenRunning policy: CancellationPolicy = .cancelPrevious)
    -> Observable
  {
    Observable { observer in
      guard let context = observer.lifetime.context else { return self.connect(observer) }
      let (id, scope) = (EffectID(id), context.scope)
      switch policy {
      case .cancelPrevious: scope.cancel(id, outside: context)
      case .keepBoth: break
      case .ignoreNew: if scope.isRunning(id, outside: context) { return observer.end(.cancelled) }
      }
      // Who was told of the cancellation may have ended this one in turn.
      guard observer.isOpen else { return }
      let effect = IdentifiedEffect(id, in: scope, onCancel: { observer.end(.cancelled) })
      let inner = observer.child(
        context: EffectContext(effect, in: context),
        next: { element in scope.pass(through: effect) { observer.next(element) } },
        end: { observer.end($0) })
      effect.begin(inner.lifetime)
      self.connect(inner)
    }
  }

  /// Cancels every running effect of this reactor that has the id; emits nothing.
  public static func cancel(id: some Hashable & Sendable) -> Observable {
    Observable { observer in
      observer.lifetime.context?.scope.cancel(EffectID(id))
      observer.end(.finished)
    }
  }
}
