extension ObservableConvertible {
  /// Continues with the stream that `handler` returns if this stream fails, after the elements delivered so far.
  ///
  /// ```
  /// self                  a-b-#
  /// handler's stream          c-d-|
  /// catch                 a-b-c-d-|
  /// ```
  public func `catch`(_ handler: @escaping @MainActor (any Error) -> Observable<Element>) -> Observable<Element> {
    let source = asObservable()
    return Observable { observer in
      source.connect(
        observer.child(
          next: { observer.next($0) },
          end: { completion in
            if case .failed(let error) = completion {
              handler(error).connect(observer)
            } else {
              observer.end(completion)
            }
          }))
    }
  }

  /// Continues with one element if this stream fails.
  ///
  /// ```
  /// self                  a-b-#
  /// catchAndReturn(z)     a-b-(z|)
  /// ```
  public func catchAndReturn(_ element: Element) -> Observable<Element> {
    self.catch { _ in .just(element) }
  }

  /// Subscribes again if this stream fails, up to a number of attempts. The last failure ends the result.
  ///
  /// ```
  /// self          -a-#
  /// retry(2)      -a--a-#
  /// ```
  ///
  /// A synchronous stream is subscribed to again immediately. To wait in between, use ``retry(when:)``.
  ///
  /// - Parameter maxAttempts: The number of subscriptions including the first; at least one.
  public func retry(_ maxAttempts: Int) -> Observable<Element> {
    let source = asObservable()
    return Observable { observer in
      var attemptsLeft = max(maxAttempts, 1)
      RetrySink(source, observer) { sink, error in
        attemptsLeft -= 1
        if attemptsLeft > 0 { sink.subscribe() } else { observer.end(.failed(error)) }
      }.subscribe()
    }
  }

  /// Subscribes again whenever the stream that `trigger` returns emits an element after a failure.
  ///
  /// ```
  /// self                         -a-#
  /// errors.delay(2)              -----e----e
  /// retry { $0.delay(2) }        -a----a----a
  /// ```
  ///
  /// When the trigger stream has ended, the next failure ends the result in the same way: it finishes or fails as the
  /// triggers did. A running attempt continues.
  ///
  /// ```swift
  /// // At most four attempts.
  /// load().retry { errors in errors.delay(.seconds(5), clock: clock).take(3) }
  /// ```
  ///
  /// After the fourth failure, the result finishes without an error, because the triggers finish. To fail with the last
  /// error, let the triggers fail.
  ///
  /// - Parameter trigger: A closure that receives the stream of the errors and returns the stream of the triggers. It
  ///   is called once for each subscription.
  public func retry<Trigger: Sendable>(
    when trigger: @escaping @MainActor (Observable<any Error>) -> Observable<Trigger>
  ) -> Observable<Element> {
    let source = asObservable()
    return Observable { observer in
      let errors = Relay<any Error>()
      var triggersEnd: Completion?
      let sink = RetrySink(source, observer) { _, error in
        if let triggersEnd { observer.end(triggersEnd) } else { errors.send(error) }
      }
      trigger(errors.asObservable()).connect(
        observer.child(
          next: { _ in sink.subscribe() },
          end: { completion in
            if sink.awaitsAttempt { observer.end(completion) } else { triggersEnd = completion }
          }))
      sink.subscribe()
    }
  }
}

/// The current attempt of a `retry`. Synchronous failures are handled in a loop rather than by recursion.
@MainActor
final class RetrySink<Element: Sendable> {
  private let source: Observable<Element>
  private let observer: Observer<Element>
  private let failed: @MainActor (RetrySink, any Error) -> Void
  /// Whether an attempt has failed and the next one has not begun.
  private(set) var awaitsAttempt = false
  private var isRunning = false
  private var isAttemptDue = false
  private var isSubscribing = false

  init(
    _ source: Observable<Element>, _ observer: Observer<Element>,
    failed: @escaping @MainActor (RetrySink, any Error) -> Void
  ) {
    self.source = source
    self.observer = observer
    self.failed = failed
  }

  /// Begins an attempt, unless one is running.
  func subscribe() {
    guard !isRunning else { return }
    isRunning = true
    isAttemptDue = true
    guard !isSubscribing else { return }
    isSubscribing = true
    defer { isSubscribing = false }
    while isAttemptDue {
      isAttemptDue = false
      awaitsAttempt = false
      source.connect(observer.child(next: { [observer] in observer.next($0) }, end: { [self] in ended($0) }))
    }
  }

  private func ended(_ completion: Completion) {
    guard case .failed(let error) = completion else { return observer.end(completion) }
    isRunning = false
    awaitsAttempt = true
    failed(self, error)
  }
}
