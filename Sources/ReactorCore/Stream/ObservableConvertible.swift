/// A type whose elements can be observed as a stream: ``Observable``, ``Relay``, ``StateRelay``, and types of your own.
///
/// Every operator is a method of this protocol, so a relay needs no conversion before it is transformed:
///
/// ```swift
/// let query = Relay<String>()
/// query.distinctUntilChanged().debounce(.milliseconds(300), clock: clock).map { .search($0) }
///   .bind(to: reactor.action)
/// ```
///
/// <doc:Operators> lists the operators.
public protocol ObservableConvertible<Element>: Sendable {
  /// The type of the elements.
  associatedtype Element: Sendable

  /// Returns the stream of the elements.
  nonisolated func asObservable() -> Observable<Element>
}

extension ObservableConvertible {
  /// Subscribes an observer.
  ///
  /// - Returns: A disposable that ends the subscription. Releasing it does not end the subscription.
  @MainActor
  @discardableResult
  public func subscribe(_ observer: Observer<Element>) -> any Disposable {
    let lifetime = Lifetime(context: observer.lifetime.context)
    DisposeBag.join(lifetime) {
      asObservable().connect(Observer(lifetime: lifetime, next: { observer.next($0) }, end: { observer.end($0) }))
    }
    return lifetime
  }

  /// Subscribes with a closure for each kind of event.
  ///
  /// - Parameters:
  ///   - onNext: A closure that receives each element.
  ///   - onError: A closure that receives the error of a failure. If `nil`, the error is reported to
  ///     ``UnhandledErrors``.
  ///   - onCompleted: A closure that runs when the stream finishes.
  /// - Returns: A disposable that ends the subscription. Releasing it does not end the subscription.
  @MainActor
  @discardableResult
  public func subscribe(
    onNext: (@MainActor (Element) -> Void)? = nil,
    onError: (@MainActor (any Error) -> Void)? = nil,
    onCompleted: (@MainActor () -> Void)? = nil
  ) -> any Disposable {
    let lifetime = Lifetime()
    DisposeBag.join(lifetime) {
      asObservable().connect(
        Observer(
          lifetime: lifetime,
          next: { onNext?($0) },
          end: { completion in
            switch completion {
            case .finished: onCompleted?()
            case .failed(let error):
              if let onError { onError(error) } else { UnhandledErrors.report(error, "a subscription") }
            case .canceled: break
            }
          }))
    }
    return lifetime
  }
}
