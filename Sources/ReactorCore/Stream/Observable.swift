/// A cold, push-based stream. Each subscription runs it again, and nothing runs without a subscription.
///
/// Elements arrive on the main actor, synchronously if the source is synchronous: the element of `.just` has been
/// delivered when `subscribe` returns. A stream ends at most once, and nothing follows its end or its disposal.
public struct Observable<Element: Sendable>: Sendable {
  /// The forms that the store recognizes without subscribing: one element needs no allocation, and an unchanged relay
  /// (a `transform` with its default implementation) needs no stage.
  @usableFromInline
  enum Source: Sendable {
    case just(Element)
    case empty
    case relay(Relay<Element>)
    case connection(@MainActor (Observer<Element>) -> Void)
  }

  @usableFromInline let source: Source

  @inlinable
  init(source: Source) {
    self.source = source
  }

  /// Creates a stream from a closure that delivers to each observer. The observer's lifetime retains the disposable
  /// that ends the work, and enforces the grammar.
  @inlinable
  init(connect: @escaping @MainActor (Observer<Element>) -> Void) {
    source = .connection(connect)
  }

  /// Delivers to `observer` until its lifetime is over.
  @MainActor
  @inlinable
  func connect(_ observer: Observer<Element>) {
    guard observer.isOpen else { return }
    switch source {
    case .just(let element):
      observer.next(element)
      observer.end(.finished)
    case .empty: observer.end(.finished)
    case .relay(let relay): relay.subscriptions.add(observer)
    case .connection(let connect): connect(observer)
    }
  }

  /// Subscribes an observer.
  ///
  /// - Returns: A disposable that ends the subscription. Releasing it does not end the subscription.
  @MainActor
  public func subscribe(_ observer: Observer<Element>) -> any Disposable {
    let lifetime = Lifetime(context: observer.lifetime.context)
    connect(Observer(lifetime: lifetime, next: { observer.next($0) }, end: { observer.end($0) }))
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
  public func subscribe(
    onNext: (@MainActor (Element) -> Void)? = nil,
    onError: (@MainActor (any Error) -> Void)? = nil,
    onCompleted: (@MainActor () -> Void)? = nil
  ) -> any Disposable {
    let lifetime = Lifetime()
    connect(
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
    return lifetime
  }
}
