extension Observable {
  /// Calls `receive` with every element. An error ends the subscription and is reported (``UnhandledErrors``).
  ///
  /// The subscription lasts until the stream ends or the disposable is disposed: put it into a bag.
  @MainActor
  @inlinable
  public func bind(_ receive: @escaping @MainActor (Element) -> Void) -> any Disposable {
    let lifetime = Lifetime()
    connect(Observer(lifetime: lifetime, next: receive, end: { UnhandledErrors.report($0, "a binding") }))
    return lifetime
  }

  /// Sends every element on: `keys("r").map { .refresh }.bind(to: reactor.action)`.
  @MainActor
  @inlinable
  public func bind(to relay: Relay<Element>) -> any Disposable {
    bind { relay.send($0) }
  }

  /// Writes every element into a property. The object is held weakly.
  @MainActor
  @inlinable
  public func bind<Target: AnyObject>(
    to target: Target, _ keyPath: ReferenceWritableKeyPath<Target, Element>
  ) -> any Disposable {
    bind { [weak target] in target?[keyPath: keyPath] = $0 }
  }

  /// Writes every element into an optional property. The object is held weakly.
  @MainActor
  @inlinable
  public func bind<Target: AnyObject>(
    to target: Target, _ keyPath: ReferenceWritableKeyPath<Target, Element?>
  ) -> any Disposable {
    bind { [weak target] in target?[keyPath: keyPath] = $0 }
  }
}
