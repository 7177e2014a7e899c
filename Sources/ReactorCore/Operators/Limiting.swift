extension ObservableConvertible {
  // MARK: The beginning of a stream

  /// Returns the first `count` elements, and then finishes.
  ///
  /// ```
  /// self        -a-b-c-|
  /// take(2)     -a-(b|)
  /// ```
  public func take(_ count: Int) -> Observable<Element> {
    guard count > 0 else { return .empty }
    let source = asObservable()
    return Observable { observer in
      var left = count
      source.connect(
        observer.upstream(next: { element in
          // Counted first, because delivering the element may cause the next one.
          guard left > 0 else { return }
          left -= 1
          let isLast = left == 0
          observer.next(element)
          if isLast { observer.end(.finished) }
        }))
    }
  }

  /// Returns the elements until one does not satisfy the predicate, and then finishes.
  ///
  /// ```
  /// self                               -1-2-3-4-|
  /// take { $0 < 3 }                    -1-2-|
  /// take(inclusive: true) { $0 < 3 }   -1-2-(3|)
  /// ```
  ///
  /// - Parameters:
  ///   - predicate: The predicate.
  ///   - inclusive: Whether the element that does not satisfy the predicate is delivered before the end.
  public func take(
    while predicate: @escaping @MainActor (Element) -> Bool, inclusive: Bool = false
  ) -> Observable<Element> {
    let source = asObservable()
    return Observable { observer in
      var isTaking = true
      source.connect(
        observer.upstream(next: { element in
          guard isTaking else { return }
          if predicate(element) { return observer.next(element) }
          isTaking = false
          if inclusive { observer.next(element) }
          observer.end(.finished)
        }))
    }
  }

  /// Returns the elements until `trigger` emits an element, and then finishes. If the trigger fails, the stream fails;
  /// if it finishes, it never fires.
  ///
  /// ```
  /// self               -a-b-c-d-|
  /// trigger            ----x
  /// take(until:)       -a-b|
  /// ```
  public func take(until trigger: some ObservableConvertible) -> Observable<Element> {
    let (source, trigger) = (asObservable(), trigger.asObservable())
    return Observable { observer in
      trigger.connect(
        observer.child(
          next: { _ in observer.end(.finished) }, end: { if case .failed = $0 { observer.end($0) } }))
      source.connect(observer)
    }
  }

  /// Returns the elements that arrive within a period of time, and then finishes.
  ///
  /// ```
  /// self             -a-b-c-d-|
  /// take(for: 4)     -a-b|
  /// ```
  ///
  /// - Parameters:
  ///   - duration: The period, which begins with the subscription.
  ///   - clock: The clock that measures the period.
  public func take(for duration: Duration, clock: any Clock<Duration> = ContinuousClock()) -> Observable<Element> {
    take(until: Observable<Int>.timer(duration, clock: clock))
  }

  // MARK: The rest of a stream

  /// Returns all but the first `count` elements.
  ///
  /// ```
  /// self        -a-b-c-|
  /// skip(2)     -----c-|
  /// ```
  public func skip(_ count: Int) -> Observable<Element> {
    let source = asObservable()
    return Observable { observer in
      var left = count
      source.connect(
        observer.upstream(next: { element in
          if left > 0 {
            left -= 1
          } else {
            observer.next(element)
          }
        }))
    }
  }

  /// Returns the elements from the first one that does not satisfy the predicate.
  ///
  /// ```
  /// self                    -1-2-3-1-|
  /// skip { $0 < 3 }         -----3-1-|
  /// ```
  public func skip(while predicate: @escaping @MainActor (Element) -> Bool) -> Observable<Element> {
    let source = asObservable()
    return Observable { observer in
      var isSkipping = true
      source.connect(
        observer.upstream(next: { element in
          if isSkipping, predicate(element) { return }
          isSkipping = false
          observer.next(element)
        }))
    }
  }

  /// Returns the elements that follow the first element of `trigger`. If the trigger fails, the stream fails; if it
  /// finishes, it never fires.
  ///
  /// The trigger is subscribed to last, so it skips what this stream delivers at once, even if it fires at once.
  ///
  /// ```
  /// self               -a-b-c-d-|
  /// trigger            ----x
  /// skip(until:)       -----c-d-|
  /// ```
  public func skip(until trigger: some ObservableConvertible) -> Observable<Element> {
    let (source, trigger) = (asObservable(), trigger.asObservable())
    return Observable { observer in
      var isSkipping = true
      source.connect(observer.upstream(next: { if !isSkipping { observer.next($0) } }))
      trigger.take(1).connect(
        observer.child(
          next: { _ in isSkipping = false }, end: { if case .failed = $0 { observer.end($0) } }))
    }
  }
}
