import ReactorCore
import ReactorTesting
import ShowroomTestSupport
import Testing

@MainActor
@Suite struct TimersTests {
  private let marbles = Marbles()

  private func text(_ numbers: Observable<Int>) -> Observable<String> {
    numbers.map { "\($0)" }
  }

  @Test func `interval counts from zero after each period`() async {
    await marbles.expect(text(.interval(.seconds(2), clock: marbles.clock)), "--0-1-2-3", disposedAt: 8)
  }

  @Test func `a timer emits once and finishes, or counts on with a period`() async {
    await marbles.expect(text(.timer(.seconds(3), clock: marbles.clock)), "---(0|)")
    await marbles.expect(text(.timer(.zero, clock: marbles.clock)), "(0|)")
    await marbles.expect(
      text(.timer(.seconds(3), period: .seconds(2), clock: marbles.clock)), "---0-1-2-3", disposedAt: 9)
  }

  @Test func `the period of an interval is at least one millisecond`() async {
    let recorder = Recorder(Observable.interval(.zero, clock: marbles.clock).take(3))
    await marbles.clock.advance(by: .milliseconds(2))
    #expect(recorder.elements == [0, 1])
    recorder.dispose()
  }

  @Test func `an interval that falls behind by several elements emits one of them and continues from there`() async {
    let clock = LateClock()
    let recorder = Recorder(Observable.interval(.seconds(1), clock: clock))
    clock.lateness = .seconds(5)
    await clock.base.advance(by: .seconds(1))
    #expect(recorder.elements == [0, 1])
    await clock.base.advance(by: .seconds(1))
    #expect(recorder.elements == [0, 1, 2])
    recorder.dispose()
  }

  // MARK: timeout

  @Test func `timeout fails when no element arrives in time`() async {
    let stream = { (diagram: String) in
      marbles.stream(diagram).timeout(.seconds(3), clock: marbles.clock)
    }
    await marbles.expect(stream("-a-b-----c"), "-a-b--#")
    await marbles.expect(stream("-------"), "---#")
    await marbles.expect(stream("-a-b-|"), "-a-b-|")
    await marbles.expect(stream("-a-b-#"), "-a-b-#")
    await marbles.expect(stream("-a-b-!"), "-a-b-!")
    await marbles.expect(stream("-a-b-----c"), "-a-b-------", disposedAt: 5)
  }

  @Test func `the error of a timeout states the time`() async {
    let recorder = Recorder(Observable<Int>.never.timeout(.seconds(3), clock: marbles.clock))
    await marbles.clock.advance(by: .seconds(3))
    #expect(recorder.error as? TimeoutError == TimeoutError(after: .seconds(3)))
    #expect(recorder.error.map { "\($0)" } == "no result after 3.0 seconds")
  }

  @Test func `timeout continues with the other stream and disposes of its own`() async {
    let log = Box<[String]>([])
    let stream = marbles.logged(marbles.stream("-a-b-----c"), in: log)
      .timeout(.seconds(3), other: marbles.stream("x-y|"), clock: marbles.clock)
    await marbles.expect(stream, "-a-b--x-y|")
    #expect(log.value == ["0-6"])
  }

  @Test func `an element that arrives in the instant of the timeout is too late`() async {
    // The timeout begins to wait first.
    await marbles.expect(
      marbles.stream("---a").timeout(.seconds(3), clock: marbles.clock), "---#")
  }

  @Test func `a subscriber that ends the stream leaves no timeout`() async {
    await marbles.expect(
      marbles.stream("-a-b").timeout(.seconds(3), clock: marbles.clock).take(1), "-(a|)")
  }

  // MARK: take(for:)

  @Test func `take(for:) finishes when the period is over`() async {
    let stream = { (diagram: String) in marbles.stream(diagram).take(for: .seconds(4), clock: marbles.clock) }
    await marbles.expect(stream("-a-b-c-d-|"), "-a-b|")
    await marbles.expect(stream("-a|"), "-a|")
    await marbles.expect(stream("-a#"), "-a#")
    await marbles.expect(stream("-a!"), "-a!")
  }
}

/// A clock whose first sleep takes longer than requested, as on a busy main actor.
private final class LateClock: Clock, InPlaceClock, @unchecked Sendable {
  let base = VirtualClock()
  var lateness = Duration.zero
  private var offset = Duration.zero

  var now: VirtualClock.Instant { base.now.advanced(by: offset) }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: VirtualClock.Instant, tolerance: Duration?) async throws {
    try await base.sleep(until: deadline.advanced(by: .zero - offset), tolerance: tolerance)
  }

  nonisolated(nonsending) func suspend(for duration: Duration) async throws {
    try await base.suspend(for: duration)
    offset += lateness
    lateness = .zero
  }
}
