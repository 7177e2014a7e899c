/// A cold, push-based stream. Each subscription runs it again, and nothing runs without a subscription.
///
/// Elements arrive on the main actor, synchronously if the source is synchronous: the element of `.just` has been
/// delivered when `subscribe` returns. A stream ends at most once, and nothing follows its end or its disposal.
public struct Observable<Element: Sendable>: ObservableConvertible {
  /// The forms that the store recognizes without subscribing. A single element needs no allocation, and an unchanged
  /// relay (a `transform` with its default implementation) needs no stage.
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
  /// that ends the work, and it enforces the grammar of streams.
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
    case .relay(let relay): relay.connect(observer)
    case .connection(let connect): connect(observer)
    }
  }

  /// Returns the stream itself.
  @inlinable
  public func asObservable() -> Observable { self }
}
