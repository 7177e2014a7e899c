extension Observable where Element == Int {
  /// Returns a stream that counts from zero, one element after each period. It never ends.
  ///
  /// ```
  /// interval(2)     --0-1-2-3
  /// ```
  ///
  /// Delays do not accumulate: a late element does not delay the following ones. Elements that are missed because the
  /// main actor was busy are not delivered later.
  ///
  /// - Parameters:
  ///   - period: The time between two elements, and before the first; at least one millisecond.
  ///   - clock: The clock that measures the time.
  public static func interval(_ period: Duration, clock: any Clock<Duration> = ContinuousClock()) -> Observable {
    timer(max(period, minimumPeriod), period: period, clock: clock)
  }

  /// Returns a stream that emits zero after a delay and then finishes, or, with a period, continues to count.
  ///
  /// ```
  /// timer(3)                ---(0|)
  /// timer(3, period: 2)     ---0-1-2-3
  /// ```
  ///
  /// - Parameters:
  ///   - delay: The time before the first element.
  ///   - period: The time between two elements, at least one millisecond; `nil` for a single element.
  ///   - clock: The clock that measures the time.
  public static func timer(
    _ delay: Duration, period: Duration? = nil, clock: any Clock<Duration> = ContinuousClock()
  ) -> Observable {
    .run { emit in try await count(after: delay, every: period, on: clock, emit) }
  }

  /// The shortest period. A shorter one would occupy the main actor, or never let a virtual clock advance.
  private static var minimumPeriod: Duration { .milliseconds(1) }

  @MainActor
  private static func count(
    after delay: Duration, every period: Duration?, on clock: some Clock<Duration>, _ emit: Emitter<Int>
  ) async throws {
    var due = clock.now.advanced(by: delay)
    try await clock.sleep(for: delay)
    emit(0)
    guard let period = period.map({ max($0, minimumPeriod) }) else { return }
    var count = 1
    while true {
      due = max(due.advanced(by: period), clock.now)
      try await clock.sleep(for: clock.now.duration(to: due))
      emit(count)
      count &+= 1
    }
  }
}

/// The pending deadline of an operator that measures time, with the time since the operator was subscribed to.
///
/// A deadline is a subscription inside the operator's own, so it ends with that one. With a ``VirtualClock``, its
/// closure runs in place.
@MainActor
final class DeadlineTimer<Element: Sendable> {
  private let observer: Observer<Element>
  private let clock: any Clock<Duration>
  private let elapsed: @MainActor () -> Duration
  private var pending: Lifetime?

  init(_ clock: any Clock<Duration>, for observer: Observer<Element>) {
    self.observer = observer
    self.clock = clock
    elapsed = Self.stopwatch(clock)
  }

  private static func stopwatch(_ clock: some Clock<Duration>) -> @MainActor () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }

  /// The time since the operator was subscribed to.
  var now: Duration { elapsed() }

  /// Whether a deadline is pending.
  var isPending: Bool { pending != nil }

  /// Calls `fire` after a delay, replacing a pending deadline.
  func start(after delay: Duration, _ fire: @escaping @MainActor () -> Void) {
    cancel()
    let timer = observer.child(
      next: { (_: Never) in },
      end: { [self] completion in
        pending = nil
        if case .finished = completion { fire() } else { observer.end(completion) }
      })
    pending = timer.lifetime
    Observable<Never>.run { [clock] _ in try await clock.sleep(for: delay) }.connect(timer)
  }

  /// Cancels the pending deadline.
  func cancel() {
    if let pending = pending.take() { observer.dispose(pending) }
  }
}
