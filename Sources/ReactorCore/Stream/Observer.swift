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
///
/// Whatever it is told after the end or after the disposal of its subscription is dropped.
public struct Observer<Element: Sendable>: Sendable {
  @usableFromInline let lifetime: Lifetime
  @usableFromInline let receive: @MainActor (Element) -> Void
  @usableFromInline let finish: @MainActor (Completion) -> Void

  /// An observer of its own, outside any reactor.
  ///
  /// - Parameter end: told how the stream ended. Without it, a failure is reported (``UnhandledErrors``).
  public init(
    next: @escaping @MainActor (Element) -> Void,
    end: @escaping @MainActor (Completion) -> Void = { UnhandledErrors.report($0, "a subscription") }
  ) {
    self.init(lifetime: Lifetime(), next: next, end: end)
  }

  @inlinable
  init(
    lifetime: Lifetime, next: @escaping @MainActor (Element) -> Void, end: @escaping @MainActor (Completion) -> Void
  ) {
    self.lifetime = lifetime
    receive = next
    finish = end
  }

  /// Whether anything that it is told now would be passed on.
  @MainActor
  @inlinable
  var isOpen: Bool { lifetime.isOpen }

  /// Delivers an element.
  @MainActor
  @inlinable
  public func next(_ element: Element) {
    if lifetime.isOpen { receive(element) }
  }

  /// Ends the subscription.
  @MainActor
  @inlinable
  public func end(_ completion: Completion) {
    if lifetime.end() { finish(completion) }
  }

  /// An observer of the stage above, which lives as long as this one and ends as it does.
  @inlinable
  func upstream<Upstream>(next: @escaping @MainActor (Upstream) -> Void) -> Observer<Upstream> {
    Observer<Upstream>(lifetime: lifetime, next: next, end: finish)
  }

  /// An observer of one of several streams above, with a lifetime of its own within this one.
  ///
  /// - Parameter context: what the reactor knows of the effect; by default what it knows of this one.
  @MainActor
  func child<Upstream>(
    context: EffectContext? = nil, next: @escaping @MainActor (Upstream) -> Void,
    end: @escaping @MainActor (Completion) -> Void
  ) -> Observer<Upstream> {
    let child = lifetime.makeChild(context: context ?? lifetime.context)
    return Observer<Upstream>(
      lifetime: child, next: next,
      end: { [lifetime, child] completion in
        end(completion)
        if child.isDisposed { return }
        child.endPassed()
        lifetime.childEnded()
      })
  }

  /// Ends a child before its time.
  @MainActor
  func dispose(_ child: Lifetime) {
    guard !child.hasEnded else { return }
    child.dispose()
    lifetime.childEnded()
  }
}
