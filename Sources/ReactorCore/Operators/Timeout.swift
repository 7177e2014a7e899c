/// The error of a stream that emitted no element in time.
public struct TimeoutError: Error, Equatable, CustomStringConvertible {
  /// The time in which no element arrived.
  public let duration: Duration

  /// Creates an error.
  public init(after duration: Duration) {
    self.duration = duration
  }

  /// A description of the error.
  public var description: String { "no result after \(duration)" }
}

extension ObservableConvertible {
  /// Fails with a ``TimeoutError`` if no element arrives within a time after the subscription or the previous element.
  ///
  /// ```
  /// self           -a-b-----c
  /// timeout(3)     -a-b--#
  /// ```
  ///
  /// - Parameters:
  ///   - duration: The longest time without an element.
  ///   - clock: The clock that measures the time.
  public func timeout(_ duration: Duration, clock: any Clock<Duration> = ContinuousClock()) -> Observable<Element> {
    timeout(duration, other: .error(TimeoutError(after: duration)), clock: clock)
  }

  /// Continues with another stream if no element arrives within a time after the subscription or the previous element.
  ///
  /// ```
  /// self                      -a-b-----c
  /// other                           x-y|
  /// timeout(3, other:)        -a-b--x-y|
  /// ```
  ///
  /// - Parameters:
  ///   - duration: The longest time without an element.
  ///   - other: The stream that replaces this one.
  ///   - clock: The clock that measures the time.
  public func timeout(
    _ duration: Duration, other: Observable<Element>, clock: any Clock<Duration> = ContinuousClock()
  ) -> Observable<Element> {
    let source = asObservable()
    return Observable { observer in
      TimeoutSink(duration, other, on: clock, observer).follow(source)
    }
  }
}

/// The subscription to the stream that a `timeout` watches.
@MainActor
final class TimeoutSink<Element: Sendable> {
  private let duration: Duration
  private let other: Observable<Element>
  private let observer: Observer<Element>
  private let timer: DeadlineTimer<Element>
  private var watched: Lifetime?

  init(
    _ duration: Duration, _ other: Observable<Element>, on clock: any Clock<Duration>, _ observer: Observer<Element>
  ) {
    self.duration = duration
    self.other = other
    self.observer = observer
    timer = DeadlineTimer(clock, for: observer)
  }

  func follow(_ source: Observable<Element>) {
    let child = observer.child(
      next: { [self] element in
        observer.next(element)
        startTimer()
      },
      end: { [observer] in observer.end($0) })
    watched = child.lifetime
    startTimer()
    source.connect(child)
  }

  private func startTimer() {
    timer.start(after: duration) { [self] in
      if let watched { observer.dispose(watched) }
      other.connect(observer)
    }
  }
}
