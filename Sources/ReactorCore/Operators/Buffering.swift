extension ObservableConvertible {
  /// Returns the elements in arrays. An array is delivered when `count` elements have arrived, or when a time has
  /// passed since the previous array.
  ///
  /// ```
  /// self                               a-b-c---d|
  /// buffer(timeSpan: 4, count: 2)      --x---y--(z|)        x = [a, b], y = [c], z = [d]
  /// ```
  ///
  /// If no element arrives in that time, the array is empty. When the stream finishes, the remaining elements are
  /// delivered, even if there are none. A failure or a cancellation drops them.
  ///
  /// - Parameters:
  ///   - timeSpan: The longest time that an element waits.
  ///   - count: The number of elements that completes an array before the time has passed; at least one.
  ///   - clock: The clock that measures the time.
  public func buffer(
    timeSpan: Duration, count: Int, clock: any Clock<Duration> = ContinuousClock()
  ) -> Observable<[Element]> {
    let source = asObservable()
    return Observable<[Element]> { observer in
      let sink = BufferSink(timeSpan, count, on: clock, observer)
      sink.startTimer()
      source.connect(observer.child(next: { sink.receive($0) }, end: { sink.ended($0) }))
    }
  }

  /// Returns all elements as one array when the stream finishes.
  ///
  /// ```
  /// self          -a-b-|
  /// toArray       -----(x|)        x = [a, b]
  /// ```
  public func toArray() -> Observable<[Element]> {
    let source = asObservable()
    return Observable<[Element]> { observer in
      var elements: [Element] = []
      source.connect(
        observer.child(
          next: { elements.append($0) },
          end: { completion in
            if case .finished = completion { observer.next(elements) }
            observer.end(completion)
          }))
    }
  }

  /// Returns each element paired with the previous one, starting with the second element.
  ///
  /// ```
  /// self           -a-b-c-|
  /// pairwise       ---x-y-|        x = (a, b), y = (b, c)
  /// ```
  public func pairwise() -> Observable<(Element, Element)> {
    let source = asObservable()
    return Observable<(Element, Element)> { observer in
      var previous: Element?
      source.connect(
        observer.upstream(next: { element in
          let pair = previous.map { ($0, element) }
          previous = element
          if let pair { observer.next(pair) }
        }))
    }
  }
}

/// The elements of a `buffer` that have not been delivered.
@MainActor
final class BufferSink<Element: Sendable> {
  private let timeSpan: Duration
  private let count: Int
  private let observer: Observer<[Element]>
  private let timer: DeadlineTimer<[Element]>
  private var elements: [Element] = []

  init(_ timeSpan: Duration, _ count: Int, on clock: any Clock<Duration>, _ observer: Observer<[Element]>) {
    // A shorter time would deliver an endless series of empty arrays.
    self.timeSpan = max(timeSpan, .milliseconds(1))
    self.count = max(count, 1)
    self.observer = observer
    timer = DeadlineTimer(clock, for: observer)
  }

  func startTimer() {
    timer.start(after: timeSpan) { [self] in flush() }
  }

  func receive(_ element: Element) {
    elements.append(element)
    if elements.count >= count { flush() }
  }

  func ended(_ completion: Completion) {
    if case .finished = completion { observer.next(elements) }
    observer.end(completion)
  }

  private func flush() {
    let delivered = elements
    elements = []
    startTimer()
    observer.next(delivered)
  }
}
