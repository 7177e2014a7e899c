/// A cold, push-based stream: nothing happens until it is subscribed to, and each subscription runs it anew.
///
/// Elements arrive on the main actor, synchronously where the source is synchronous: `.just` costs no hop and has been
/// delivered when `subscribe` returns. A stream ends at most once, and nothing follows its end or its disposal.
public struct Observable<Element: Sendable>: Sendable {
  /// The shapes that the store recognises without subscribing: one element costs no allocation, and an untouched relay
  /// (a `transform` left at its default) costs no stage.
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

  /// A stream that tells each observer by way of `connect`. What ends the work is left with the observer's lifetime,
  /// which also keeps the grammar.
  @inlinable
  init(connect: @escaping @MainActor (Observer<Element>) -> Void) {
    source = .connection(connect)
  }

  /// Delivers to `observer` for as long as its lifetime lasts; does nothing where that is over.
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

  /// Subscribes. Keep the disposable (or put it in a bag) to be able to end the subscription; dropping it does not.
  @MainActor
  public func subscribe(_ observer: Observer<Element>) -> any Disposable {
    let lifetime = Lifetime(context: observer.lifetime.context)
    connect(Observer(lifetime: lifetime, next: { observer.next($0) }, end: { observer.end($0) }))
    return lifetime
  }

  /// Subscribes with a closure for each event; those left out are ignored, but an error that is left out is reported
  /// (``UnhandledErrors``).
  @MainActor
  @inlinable
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
          case .cancelled: break
          }
        }))
    return lifetime
  }
}
