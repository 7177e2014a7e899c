extension Observable {
  /// Each element, transformed.
  @inlinable
  public func map<Result: Sendable>(_ transform: @escaping @MainActor (Element) -> Result) -> Observable<Result> {
    Observable<Result> { observer in
      self.subscribe(observer.upstream(next: { observer.next(transform($0)) }))
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
      self.subscribe(observer.upstream(next: { if let result = transform($0) { observer.next(result) } }))
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
      sink.opened()
      sink.add(
        self.subscribe(
          observer.upstream(
            next: { if !sink.isDone { sink.subscribe(to: transform($0)) } }, end: { sink.closed($0) })))
      return sink
    }
  }

  /// The stream of the latest element; the one before it is disposed, so its late answers never arrive.
  public func flatMapLatest<Result: Sendable>(
    _ transform: @escaping @MainActor (Element) -> Observable<Result>
  ) -> Observable<Result> {
    Observable<Result> { observer in
      let sink = LatestSink(observer)
      sink.outer.set(
        self.subscribe(
          observer.upstream(
            next: { if !sink.isDone { sink.subscribe(to: transform($0)) } }, end: { sink.outerEnded($0) })))
      return sink
    }
  }

  /// What `accumulate` makes of the elements so far, told after each element.
  public func scan<Result: Sendable>(
    _ seed: Result, _ accumulate: @escaping @MainActor (Result, Element) -> Result
  ) -> Observable<Result> {
    Observable<Result> { observer in
      var result = seed
      return self.subscribe(
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
      self.subscribe(
        observer.upstream(
          next: { element in
            onNext?(element)
            observer.next(element)
          },
          end: { completion in
            onEnd?(completion)
            observer.end(completion)
          }))
    }
  }
}

/// Follows the latest inner stream of a `flatMapLatest`.
@MainActor
final class LatestSink<Element: Sendable>: Disposable {
  let outer = SerialDisposable()
  private let inner = SerialDisposable()
  private let observer: Observer<Element>
  private var generation = 0
  private var outerCompletion: Completion?
  private var hasInner = false
  private var wasCancelled = false
  private(set) var isDone = false

  init(_ observer: Observer<Element>) {
    self.observer = observer
  }

  func subscribe(to stream: Observable<Element>) {
    guard !isDone else { return }
    generation += 1
    let current = generation
    hasInner = true
    wasCancelled = false
    inner.set(nil)
    let subscription = stream.subscribe(
      observer.upstream(
        next: { [self] in if current == generation, !isDone { observer.next($0) } },
        end: { [self] in if current == generation { innerEnded($0) } }))
    if current == generation, hasInner {
      inner.set(subscription)
    } else {
      subscription.dispose()
    }
  }

  private func innerEnded(_ completion: Completion) {
    hasInner = false
    switch completion {
    case .failed: return finish(completion)
    case .cancelled: wasCancelled = true
    case .finished: break
    }
    if let outerCompletion { finish(wasCancelled ? .cancelled : outerCompletion) }
  }

  func outerEnded(_ completion: Completion) {
    outerCompletion = completion
    if case .failed = completion { return finish(completion) }
    if !hasInner { finish(wasCancelled ? .cancelled : completion) }
  }

  private func finish(_ completion: Completion) {
    guard !isDone else { return }
    dispose()
    observer.end(completion)
  }

  func dispose() {
    isDone = true
    outer.dispose()
    inner.dispose()
  }
}
