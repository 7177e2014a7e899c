extension Observable {
  /// Calls `receive` with every element. An error ends the subscription and is reported (``UnhandledErrors``).
  @MainActor
  @inlinable
  @discardableResult
  public func bind(_ receive: @escaping @MainActor (Element) -> Void) -> any Disposable {
    subscribe(
      Observer(
        next: receive,
        end: { if case .failed(let error) = $0 { UnhandledErrors.report(error, "a binding") } }))
  }

  /// Sends every element on: `keys("r").map { .refresh }.bind(to: reactor.action)`.
  @MainActor
  @inlinable
  @discardableResult
  public func bind(to relay: Relay<Element>) -> any Disposable {
    bind { relay.send($0) }
  }

  /// Writes every element into a property. The object is held weakly.
  @MainActor
  @inlinable
  @discardableResult
  public func bind<Target: AnyObject>(
    to target: Target, _ keyPath: ReferenceWritableKeyPath<Target, Element>
  ) -> any Disposable {
    bind { [weak target] in target?[keyPath: keyPath] = $0 }
  }

  /// Writes every element into an optional property. The object is held weakly.
  @MainActor
  @inlinable
  @discardableResult
  public func bind<Target: AnyObject>(
    to target: Target, _ keyPath: ReferenceWritableKeyPath<Target, Element?>
  ) -> any Disposable {
    bind { [weak target] in target?[keyPath: keyPath] = $0 }
  }
}
