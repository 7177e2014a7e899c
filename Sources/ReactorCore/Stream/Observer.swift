/// How a stream ended.
public enum Completion: Sendable {
  /// Every element was delivered.
  case finished
  /// It failed; earlier elements stand.
  case failed(any Error)
  /// It was cancelled by id (see ``Observable/cancellable(id:whenRunning:)``): it goes quiet, and so does the `concat`
  /// it stands in, because what follows a cancelled step (such as "indicator off") belongs to its successor.
  case cancelled
}

/// Receives the elements of one subscription, then at most one ``Completion``. Called on the main actor.
public struct Observer<Element: Sendable>: Sendable {
  /// Delivers an element.
  public let next: @MainActor (Element) -> Void
  /// Ends the subscription.
  public let end: @MainActor (Completion) -> Void
  /// The reactor's registry of cancellable effects; operators hand it upstream.
  @usableFromInline let scope: EffectScope?

  /// An observer of its own, outside any reactor.
  public init(next: @escaping @MainActor (Element) -> Void, end: @escaping @MainActor (Completion) -> Void = { _ in }) {
    self.init(scope: nil, next: next, end: end)
  }

  @inlinable
  init(
    scope: EffectScope?, next: @escaping @MainActor (Element) -> Void, end: @escaping @MainActor (Completion) -> Void
  ) {
    self.next = next
    self.end = end
    self.scope = scope
  }

  /// An observer of another element type that ends when this one does.
  @inlinable
  func upstream<Upstream>(next: @escaping @MainActor (Upstream) -> Void) -> Observer<Upstream> {
    Observer<Upstream>(scope: scope, next: next, end: end)
  }

  /// An observer of another element type with an ending of its own.
  @inlinable
  func upstream<Upstream>(
    next: @escaping @MainActor (Upstream) -> Void, end: @escaping @MainActor (Completion) -> Void
  ) -> Observer<Upstream> {
    Observer<Upstream>(scope: scope, next: next, end: end)
  }
}
