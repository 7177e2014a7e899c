extension ObservableConvertible {
  /// Calls `receive` with every element. A failure is reported to ``UnhandledErrors``.
  ///
  /// Inside ``DisposeBag/collect(_:)``, as in the `bind(reactor:)` of a view, the binding belongs to that bag.
  ///
  /// - Returns: A disposable that ends the subscription. Releasing it does not end the subscription.
  @MainActor
  @discardableResult
  @inlinable
  public func bind(_ receive: @escaping @MainActor (Element) -> Void) -> any Disposable {
    let lifetime = Lifetime()
    DisposeBag.join(lifetime) {
      asObservable().connect(
        Observer(lifetime: lifetime, next: receive, end: { UnhandledErrors.report($0, "a binding") }))
    }
    return lifetime
  }

  /// Sends every element to a relay: `keys("r").map { .refresh }.bind(to: reactor.action)`.
  @MainActor
  @discardableResult
  public func bind(to relay: Relay<Element>) -> any Disposable {
    bind { relay.send($0) }
  }

  /// Assigns every element to a state relay as its value.
  @MainActor
  @discardableResult
  public func bind(to relay: StateRelay<Element>) -> any Disposable {
    bind { relay.accept($0) }
  }

  /// Calls `receive` with a weakly retained object and every element, until the object is released:
  ///
  /// ```swift
  /// reactor.state(\.title).bind(with: self) { screen, title in screen.title = title }
  /// ```
  @MainActor
  @discardableResult
  public func bind<Owner: AnyObject & Sendable>(
    with owner: Owner, _ receive: @escaping @MainActor (Owner, Element) -> Void
  ) -> any Disposable {
    withUnretained(owner).bind { receive($0.0, $0.1) }
  }

  /// Assigns every element to a property of a weakly retained object.
  @MainActor
  @discardableResult
  public func bind<Target: AnyObject>(
    to target: Target, _ keyPath: ReferenceWritableKeyPath<Target, Element>
  ) -> any Disposable {
    bind { [weak target] in target?[keyPath: keyPath] = $0 }
  }

  /// Assigns every element to an optional property of a weakly retained object.
  @MainActor
  @discardableResult
  public func bind<Target: AnyObject>(
    to target: Target, _ keyPath: ReferenceWritableKeyPath<Target, Element?>
  ) -> any Disposable {
    bind { [weak target] in target?[keyPath: keyPath] = $0 }
  }

  /// Waits for the first element, and resumes on ``EffectExecutor/current``. Use it in asynchronous code, where RxSwift
  /// code would use a `Single`:
  ///
  /// ```swift
  /// let confirmation = try await dialog.answered.first()
  /// ```
  ///
  /// - Returns: The first element, or `nil` if the stream ended without one.
  /// - Throws: The error of a stream that failed, or a `CancellationError` if the task was canceled.
  @MainActor
  public func first() async throws -> Element? {
    // The task may have no preference, for example if it adapts a step. On the thread pool, it would resume sooner or
    // later depending on the machine's load.
    try await withTaskExecutorPreference(EffectExecutor.current) {
      for try await element in take(1).values { return element }
      try Task.checkCancellation()
      return nil
    }
  }
}
