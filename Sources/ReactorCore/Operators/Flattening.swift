extension ObservableConvertible {
  /// Returns the merged elements of the streams that `transform` returns for each element. The streams run
  /// concurrently.
  ///
  /// ```
  /// self                       -a--b-|
  /// stream of a                 -1---2-|
  /// stream of b                    -3-4-|
  /// flatMap(transform)         --1--324-|
  /// ```
  public func flatMap<Result: Sendable>(
    _ transform: @escaping @MainActor (Element) -> Observable<Result>
  ) -> Observable<Result> {
    let source = asObservable()
    return Observable<Result> { observer in
      let sink = MergeSink(observer)
      sink.follow(source) { sink.subscribe(to: transform($0)) }
    }
  }

  /// Returns the elements of the stream that `transform` returns for the latest element. The previous stream is
  /// disposed of, so it delivers no late elements.
  ///
  /// ```
  /// self                       -a--b-|
  /// stream of a                 -1---2-|
  /// stream of b                    -3-4-|
  /// flatMapLatest(transform)   --1--3-4-|
  /// ```
  public func flatMapLatest<Result: Sendable>(
    _ transform: @escaping @MainActor (Element) -> Observable<Result>
  ) -> Observable<Result> {
    let source = asObservable()
    return Observable<Result> { observer in
      let sink = LatestSink(observer)
      source.connect(
        observer.child(next: { sink.subscribe(to: transform($0)) }, end: { sink.outerEnded($0) }))
    }
  }

  /// Returns the elements of the stream that `transform` returns for an element. Elements that arrive while that stream
  /// runs are ignored, as for a button that starts a refresh.
  ///
  /// ```
  /// self                       -a--b-----c|
  /// stream of a                 -1---2-|
  /// stream of c                          -5-|
  /// flatMapFirst(transform)    --1---2----5-|
  /// ```
  public func flatMapFirst<Result: Sendable>(
    _ transform: @escaping @MainActor (Element) -> Observable<Result>
  ) -> Observable<Result> {
    let source = asObservable()
    return Observable<Result> { observer in
      let sink = MergeSink(observer, maxConcurrent: 1)
      sink.follow(source) { element in
        guard !sink.isFull else { return }
        let stream = transform(element)
        // Checked again, because the closure may have caused another element.
        if !sink.isFull { sink.subscribe(to: stream) }
      }
    }
  }

  /// Returns the elements of the streams that `transform` returns for each element, one stream after another.
  ///
  /// ```
  /// self                       -a--b-|
  /// stream of a                 -1---2-|
  /// stream of b                        -3-4-|
  /// concatMap(transform)       --1---2--3-4-|
  /// ```
  ///
  /// If a stream is canceled by its ID, the next one starts, because the streams belong to different elements.
  public func concatMap<Result: Sendable>(
    _ transform: @escaping @MainActor (Element) -> Observable<Result>
  ) -> Observable<Result> {
    map(transform).merge(maxConcurrent: 1)
  }

  /// Returns the merged elements of inner streams, running a limited number at a time. The others wait in order.
  ///
  /// ```swift
  /// files.map { upload($0) }.merge(maxConcurrent: 3)
  /// ```
  ///
  /// - Parameter maxConcurrent: The number of streams that run at the same time, at least one; by default, all.
  public func merge<Result: Sendable>(maxConcurrent: Int = .max) -> Observable<Result>
  where Element == Observable<Result> {
    let source = asObservable()
    return Observable<Result> { observer in
      let sink = MergeSink(observer, maxConcurrent: max(maxConcurrent, 1))
      sink.follow(source) { sink.subscribe(to: $0) }
    }
  }

  /// Returns the elements of the latest inner stream. The previous one is disposed of.
  public func switchLatest<Result: Sendable>() -> Observable<Result> where Element == Observable<Result> {
    flatMapLatest { $0 }
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
