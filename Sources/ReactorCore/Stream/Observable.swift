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
    case subscription(@MainActor (Observer<Element>) -> any Disposable)
  }

  @usableFromInline let source: Source

  @inlinable
  init(source: Source) {
    self.source = source
  }

  /// A stream whose subscriptions are made by `subscribe`, trusted to keep the grammar (ends once, quiet once disposed).
  @inlinable
  init(subscription: @escaping @MainActor (Observer<Element>) -> any Disposable) {
    source = .subscription(subscription)
  }

  /// Subscribes. Keep the disposable (or put it in a bag) to be able to end the subscription; dropping it does not.
  @MainActor
  @inlinable
  @discardableResult
  public func subscribe(_ observer: Observer<Element>) -> any Disposable {
    switch source {
    case .just(let element):
      observer.next(element)
      observer.end(.finished)
      return EmptyDisposable.instance
    case .empty:
      observer.end(.finished)
      return EmptyDisposable.instance
    case .relay(let relay):
      return relay.subscribe(observer.next)
    case .subscription(let subscribe):
      return subscribe(observer)
    }
  }

  /// Subscribes with a closure for each event; those left out are ignored.
  @MainActor
  @inlinable
  @discardableResult
  public func subscribe(
    onNext: (@MainActor (Element) -> Void)? = nil,
    onError: (@MainActor (any Error) -> Void)? = nil,
    onCompleted: (@MainActor () -> Void)? = nil
  ) -> any Disposable {
    subscribe(
      Observer(
        next: { onNext?($0) },
        end: { completion in
          switch completion {
          case .finished: onCompleted?()
          case .failed(let error): onError?(error)
          case .cancelled: break
          }
        }))
  }
}
