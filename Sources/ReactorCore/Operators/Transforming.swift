extension Observable {
  /// Returns the transformed elements.
  @inlinable
  public func map<Result: Sendable>(_ transform: @escaping @MainActor (Element) -> Result) -> Observable<Result> {
    Observable<Result> { observer in
      self.connect(observer.upstream(next: { observer.next(transform($0)) }))
    }
  }

  /// Returns the transformed elements. An error thrown by `transform` fails the stream.
  public func tryMap<Result: Sendable>(
    _ transform: @escaping @MainActor (Element) throws -> Result
  ) -> Observable<Result> {
    flatMap { element in
      do {
        return .just(try transform(element))
      } catch {
        return .error(error)
      }
    }
  }

  /// Returns the transformed elements, except those that become `nil`.
  public func compactMap<Result: Sendable>(
    _ transform: @escaping @MainActor (Element) -> Result?
  ) -> Observable<Result> {
    Observable<Result> { observer in
      self.connect(observer.upstream(next: { if let result = transform($0) { observer.next(result) } }))
    }
  }

  /// Returns the elements that are not `nil`.
  public func unwrapped<Wrapped: Sendable>() -> Observable<Wrapped> where Element == Wrapped? {
    compactMap { $0 }
  }

  /// Returns the merged elements of the streams that `transform` returns for each element. The streams run
  /// concurrently.
  public func flatMap<Result: Sendable>(
    _ transform: @escaping @MainActor (Element) -> Observable<Result>
  ) -> Observable<Result> {
    Observable<Result> { observer in
      let sink = MergeSink(observer)
      sink.follow(self) { sink.subscribe(to: transform($0)) }
    }
  }

  /// Returns the elements of the stream that `transform` returns for the latest element. The previous stream is
  /// disposed of, so it delivers no late elements.
  public func flatMapLatest<Result: Sendable>(
    _ transform: @escaping @MainActor (Element) -> Observable<Result>
  ) -> Observable<Result> {
    Observable<Result> { observer in
      let sink = LatestSink(observer)
      self.connect(
        observer.child(next: { sink.subscribe(to: transform($0)) }, end: { sink.outerEnded($0) }))
    }
  }

  /// Returns the result of `accumulate` after each element, beginning with `seed` (which is not emitted).
  public func scan<Result: Sendable>(
    _ seed: Result, _ accumulate: @escaping @MainActor (Result, Element) -> Result
  ) -> Observable<Result> {
    Observable<Result> { observer in
      var result = seed
      self.connect(
        observer.upstream(next: { element in
          result = accumulate(result, element)
          observer.next(result)
        }))
    }
  }

  /// Calls closures with each element and with the end, before they are delivered.
  public func `do`(
    onNext: (@MainActor (Element) -> Void)? = nil, onEnd: (@MainActor (Completion) -> Void)? = nil
  ) -> Observable {
    Observable { observer in
      self.connect(
        Observer(
          lifetime: observer.lifetime,
          next: { element in
            onNext?(element)
            observer.next(element)
          },
          end: { completion in
            onEnd?(completion)
            if !observer.lifetime.isDisposed { observer.finish(completion) }
          }))
    }
  }
}

/// The subscription to the latest inner stream of a `flatMapLatest`.
@MainActor
final class LatestSink<Element: Sendable> {
  private let observer: Observer<Element>
  private var inner: Lifetime?
  private var outerCompletion: Completion?
  private var wasCanceled = false

  init(_ observer: Observer<Element>) {
    self.observer = observer
  }

  func subscribe(to stream: Observable<Element>) {
    wasCanceled = false
    let previous = inner
    let latest = observer.child(next: { [observer] in observer.next($0) }, end: { [self] in innerEnded($0) })
    inner = latest.lifetime
    // This may cause a newer element, whose stream then replaces this one before it is subscribed to.
    if let previous { observer.dispose(previous) }
    stream.connect(latest)
  }

  private func innerEnded(_ completion: Completion) {
    inner = nil
    switch completion {
    case .failed: return observer.end(completion)
    case .canceled: wasCanceled = true
    case .finished: break
    }
    if let outerCompletion { observer.end(wasCanceled ? .canceled : outerCompletion) }
  }

  func outerEnded(_ completion: Completion) {
    outerCompletion = completion
    if case .failed = completion { return observer.end(completion) }
    if inner == nil { observer.end(wasCanceled ? .canceled : completion) }
  }
}
