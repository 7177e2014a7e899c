extension Observable {
  /// Returns this stream with an additional element if it is still running after a delay.
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
  ) -> Observable {
    Observable { observer in
      let timer = Observable.run { emit in
        try await clock.sleep(for: delay)
        emit(element)
      }
      timer.connect(observer.child(next: { observer.next($0) }, end: { _ in }))
      self.connect(observer)
    }
  }
}
