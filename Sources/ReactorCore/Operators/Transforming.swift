extension Observable {
  /// Each element, transformed.
  @inlinable
  public func map<Result: Sendable>(_ transform: @escaping @MainActor (Element) -> Result) -> Observable<Result> {
    Observable<Result> { observer in
      self.connect(observer.upstream(next: { observer.next(transform($0)) }))
    }
  }

  /// Each element, transformed; what is thrown fails the stream.
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

  /// Each element, transformed, without those that become nil.
  @inlinable
  public func compactMap<Result: Sendable>(
    _ transform: @escaping @MainActor (Element) -> Result?
  ) -> Observable<Result> {
    Observable<Result> { observer in
      self.connect(observer.upstream(next: { if let result = transform($0) { observer.next(result) } }))
    }
  }

  /// The elements that are not nil.
  @inlinable
  public func unwrapped<Wrapped: Sendable>() -> Observable<Wrapped> where Element == Wrapped? {
    compactMap { $0 }
  }

  /// The stream of every element, all of them side by side, merged as they arrive.
  public func flatMap<Result: Sendable>(
    _ transform: @escaping @MainActor (Element) -> Observable<Result>
  ) -> Observable<Result> {
    Observable<Result> { observer in
      let sink = MergeSink(observer)
      sink.follow(self) { sink.subscribe(to: transform($0)) }
    }
  }

  /// The stream of the latest element; the one before it is disposed, so its late answers never arrive.
  public func flatMapLatest<Result: Sendable>(
    _ transform: @escaping @MainActor (Element) -> Observable<Result>
  ) -> Observable<Result> {
    Observable<Result> { observer in
      let sink = LatestSink(observer)
      self.connect(
        observer.child(next: { sink.subscribe(to: transform($0)) }, end: { sink.outerEnded($0) }))
    }
  }

  /// What `accumulate` makes of the elements so far, told after each element.
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

  /// Lets a closure see each element, and the end, on their way.
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

/// Follows the latest inner stream of a `flatMapLatest`.
@MainActor
final class LatestSink<Element: Sendable> {
  private let observer: Observer<Element>
  private var inner: Lifetime?
  private var outerCompletion: Completion?
  private var wasCancelled = false

  init(_ observer: Observer<Element>) {
    self.observer = observer
  }

  func subscribe(to stream: Observable<Element>) {
    wasCancelled = false
    let previous = inner
    let latest = observer.child(next: { [observer] in observer.next($0) }, end: { [self] in innerEnded($0) })
    inner = latest.lifetime
    // May bring about a newer element, whose stream then takes the place of this one before it was subscribed to.
    if let previous { observer.dispose(previous) }
    stream.connect(latest)
  }

  private func innerEnded(_ completion: Completion) {
    inner = nil
    switch completion {
    case .failed: return observer.end(completion)
    case .cancelled: wasCancelled = true
    case .finished: break
    }
    if let outerCompletion { observer.end(wasCancelled ? .cancelled : outerCompletion) }
  }

  func outerEnded(_ completion: Completion) {
    outerCompletion = completion
    if case .failed = completion { return observer.end(completion) }
    if inner == nil { observer.end(wasCancelled ? .cancelled : completion) }
  }
}
