extension Observable {
  /// Calls `receive` with every element. A failure is reported to ``UnhandledErrors``.
  ///
  /// - Returns: A disposable that ends the subscription, usually added to a bag.
  @MainActor
  @inlinable
  public func bind(_ receive: @escaping @MainActor (Element) -> Void) -> any Disposable {
    let lifetime = Lifetime()
    connect(Observer(lifetime: lifetime, next: receive, end: { UnhandledErrors.report($0, "a binding") }))
    return lifetime
  }

  /// Sends every element to a relay: `keys("r").map { .refresh }.bind(to: reactor.action)`.
  @MainActor
  public func bind(to relay: Relay<Element>) -> any Disposable {
    bind { relay.send($0) }
  }

  /// Assigns every element to a property of an object, which is retained weakly.
  @MainActor
  public func bind<Target: AnyObject>(
    to target: Target, _ keyPath: ReferenceWritableKeyPath<Target, Element>
  ) -> any Disposable {
    bind { [weak target] in target?[keyPath: keyPath] = $0 }
  }

  /// Assigns every element to an optional property of an object, which is retained weakly.
  @MainActor
  public func bind<Target: AnyObject>(
    to target: Target, _ keyPath: ReferenceWritableKeyPath<Target, Element?>
  ) -> any Disposable {
    bind { [weak target] in target?[keyPath: keyPath] = $0 }
  }
}
