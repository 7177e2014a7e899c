/// A policy for an effect that starts while another with the same ID is running.
public enum CancellationPolicy: Sendable {
  /// Cancels the running effect, as for a search, or for a choice that reloads dependent data.
  case cancelPrevious
  /// Runs both effects. The ID cancels both.
  case keepBoth
  /// Ignores the new effect, as for a refresh that is already running.
  case ignoreNew
}

extension ObservableConvertible {
  /// Gives the effect an ID, so that a later effect with the same ID, or ``Observable/cancel(id:)``, can cancel it
  /// within the same reactor.
  ///
  /// ```swift
  /// enum Effect: Hashable { case search, load(Car.ID) }
  /// find(query).cancellable(id: Effect.search)
  /// ```
  ///
  /// A canceled effect never commits again, and neither do the streams after it in a `concat`. Give the ID to the whole
  /// sequence, so that "indicator on" and "indicator off" are canceled together.
  ///
  /// - IDs match if both their types and their values are equal: `1` and `1.0` are different IDs.
  /// - IDs nest. An effect inside another ends with it. If both have the same ID, the inner effect is a part of the
  ///   outer one: it neither cancels the outer effect nor is ignored because of it, and ``Observable/cancel(id:)``
  ///   cancels both.
  /// - IDs work in the streams that `mutate` returns and in those that a transform of the same reactor merges. Outside
  ///   a reactor, an ID has no effect.
  ///
  /// - Parameters:
  ///   - id: The ID, usually a case of an enum.
  ///   - policy: The policy for an effect with this ID that is already running.
  @MainActor
  public func cancellable(id: some Hashable, whenRunning policy: CancellationPolicy = .cancelPrevious)
    -> Observable<Element>
  {
    let source = asObservable()
    let id = CancellationID(id)
    return Observable { observer in
      guard let context = observer.lifetime.context else { return source.connect(observer) }
      let scope = context.scope
      switch policy {
      case .cancelPrevious: scope.cancel(id, outside: context)
      case .keepBoth: break
      case .ignoreNew: if scope.isRunning(id, outside: context) { return observer.end(.canceled) }
      }
      let effect = IdentifiedEffect(id, in: scope, onCancel: { observer.end(.canceled) })
      let inner = observer.child(
        context: EffectContext(effect, in: context),
        next: { element in scope.pass(through: effect) { observer.next(element) } },
        end: { observer.end($0) })
      effect.begin(inner.lifetime)
      source.connect(inner)
    }
  }
}

extension Observable {
  /// Returns a stream that cancels every running effect of this reactor with the ID, and finishes without an element.
  @MainActor
  public static func cancel(id: some Hashable) -> Observable {
    let id = CancellationID(id)
    return Observable { observer in
      observer.lifetime.context?.scope.cancel(id)
      observer.end(.finished)
    }
  }
}
