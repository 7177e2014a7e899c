extension ObservableConvertible {
  /// Returns the elements and the end, each after a delay. A failure or a cancellation is not delayed, and drops the
  /// elements that are waiting.
  ///
  /// ```
  /// self           a-b-c|
  /// delay(3)       ---a-b-c|
  ///
  /// self           a-b-#
  /// delay(3)       ---a#
  /// ```
  ///
  /// - Parameters:
  ///   - delay: The time between the arrival of an element and its delivery.
  ///   - clock: The clock that measures the time.
  public func delay(_ delay: Duration, clock: any Clock<Duration> = ContinuousClock()) -> Observable<Element> {
    let source = asObservable()
    return Observable { observer in
      let sink = DelaySink(by: delay, on: clock, observer)
      source.connect(observer.child(next: { sink.append(.next($0)) }, end: { sink.ended($0) }))
    }
  }

  /// Returns each element that is not followed by another within a time. Use it for a search that runs when typing
  /// pauses.
  ///
  /// ```
  /// self            ab--c-----d|
  /// debounce(2)     ---b--c----(d|)
  /// ```
  ///
  /// If the stream finishes, the waiting element is delivered immediately. A failure or a cancellation drops it.
  ///
  /// - Parameters:
  ///   - pause: The time without another element.
  ///   - clock: The clock that measures the time.
  public func debounce(_ pause: Duration, clock: any Clock<Duration> = ContinuousClock()) -> Observable<Element> {
    let source = asObservable()
    return Observable { observer in
      let timer = DeadlineTimer(clock, for: observer)
      var latest: Element?
      let flush: @MainActor () -> Void = { if let element = latest.take() { observer.next(element) } }
      source.connect(
        observer.child(
          next: { element in
            latest = element
            timer.start(after: pause, flush)
          },
          end: { completion in
            if case .finished = completion { flush() }
            observer.end(completion)
          }))
    }
  }

  /// Returns at most one element in each window of time: the first, and, at the end of the window, the latest.
  ///
  /// ```
  /// self                           abc----d|
  /// throttle(3)                    a--c---d|
  /// throttle(3, latest: false)     a------d|
  /// ```
  ///
  /// An element opens a window when it is delivered. If the stream finishes while an element waits for the end of a
  /// window, the result finishes after that element. A failure or a cancellation drops it.
  ///
  /// - Parameters:
  ///   - window: The time between two elements.
  ///   - latest: Whether the latest element of a window is delivered at its end, rather than dropped.
  ///   - clock: The clock that measures the time.
  public func throttle(
    _ window: Duration, latest: Bool = true, clock: any Clock<Duration> = ContinuousClock()
  ) -> Observable<Element> {
    let source = asObservable()
    return Observable { observer in
      let sink = ThrottleSink(window, latest: latest, on: clock, observer)
      source.connect(observer.child(next: { sink.receive($0) }, end: { sink.ended($0) }))
    }
  }
}

/// The events of a `delay` that have not been delivered.
@MainActor
final class DelaySink<Element: Sendable> {
  private typealias Waiting = (due: Duration, event: StreamEvent<Element>)

  private let delay: Duration
  private let observer: Observer<Element>
  private let timer: DeadlineTimer<Element>
  private var first: Waiting?
  private var others = WorkQueue<Waiting>()

  init(by delay: Duration, on clock: any Clock<Duration>, _ observer: Observer<Element>) {
    self.delay = delay
    self.observer = observer
    timer = DeadlineTimer(clock, for: observer)
  }

  func append(_ event: StreamEvent<Element>) {
    let waiting = (timer.now + delay, event)
    if first == nil {
      first = waiting
      timer.start(after: delay) { [self] in deliver() }
    } else {
      others.append(waiting)
    }
  }

  func ended(_ completion: Completion) {
    if case .finished = completion { append(.ended(completion)) } else { observer.end(completion) }
  }

  /// Delivers everything that is due. The first event stays in the queue until it is delivered, so that an event caused
  /// by its delivery is appended.
  private func deliver() {
    while let (due, event) = first {
      let remaining = due - timer.now
      if remaining > .zero { return timer.start(after: remaining) { [self] in deliver() } }
      observer.deliver(event)
      first = others.popFirst()
    }
  }
}

/// The current window of a `throttle`.
@MainActor
final class ThrottleSink<Element: Sendable> {
  private let window: Duration
  private let keepsLatest: Bool
  private let observer: Observer<Element>
  private let timer: DeadlineTimer<Element>
  private var latest: Element?
  private var hasFinished = false

  init(_ window: Duration, latest: Bool, on clock: any Clock<Duration>, _ observer: Observer<Element>) {
    self.window = window
    keepsLatest = latest
    self.observer = observer
    timer = DeadlineTimer(clock, for: observer)
  }

  func receive(_ element: Element) {
    if !timer.isPending {
      deliver(element)
    } else if keepsLatest {
      latest = element
    }
  }

  func ended(_ completion: Completion) {
    if case .finished = completion, latest != nil { hasFinished = true } else { observer.end(completion) }
  }

  /// Opens the window before delivering, because the delivery may cause another element.
  private func deliver(_ element: Element) {
    timer.start(after: window) { [self] in windowEnded() }
    observer.next(element)
  }

  private func windowEnded() {
    guard let element = latest.take() else { return }
    if hasFinished {
      observer.next(element)
      observer.end(.finished)
    } else {
      deliver(element)
    }
  }
}
