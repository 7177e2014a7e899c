extension ObservableConvertible {
  /// Returns this stream with an additional element if it is still running after a delay.
  ///
  /// ```
  /// self                                  ----a|
  /// indicatingProgress(with: p, after: 2) --p-a|
  /// ```
  ///
  /// Use it for an indicator that must not flicker when the result arrives quickly:
  ///
  /// ```swift
  /// search(query)
  ///   .indicatingProgress(with: .setLoading, clock: clock)
  ///   .cancellable(id: Effect.search)
  /// ```
  ///
  /// - Parameters:
  ///   - element: The element that shows the indicator. The result must hide it.
  ///   - delay: The time after which the element is emitted.
  ///   - clock: The clock that measures the delay.
  public func indicatingProgress(
    with element: Element, after delay: Duration = .milliseconds(150), clock: any Clock<Duration> = ContinuousClock()
  ) -> Observable<Element> {
    let source = asObservable()
    return Observable { observer in
      Observable<Int>.timer(delay, clock: clock).connect(
        observer.child(next: { _ in observer.next(element) }, end: { _ in }))
      source.connect(observer)
    }
  }
}
