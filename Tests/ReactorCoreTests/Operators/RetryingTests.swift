import ReactorCore
import ReactorTesting
import ShowroomTestSupport
import Testing

@MainActor
@Suite struct RetryingTests {
  private let marbles = Marbles()

  @Test func `retry subscribes again after a failure, up to the number of attempts`() async {
    let log = Box<[String]>([])
    await marbles.expect(marbles.logged(marbles.stream("-a-#"), in: log).retry(2), "-a--a-#")
    #expect(log.value == ["0-3", "3-6"])
    await marbles.expect(marbles.stream("-a-#").retry(1), "-a-#")
    await marbles.expect(marbles.stream("-a-#").retry(0), "-a-#")
    await marbles.expect(marbles.stream("-a-|").retry(3), "-a-|")
    await marbles.expect(marbles.stream("-a-!").retry(3), "-a-!")
    await marbles.expect(marbles.stream("-a-#").retry(3), "-a--a-----", disposedAt: 5)
  }

  @Test func `retry counts the attempts of each subscription`() {
    let attempts = Box(0)
    let failing = Observable<Int>.deferred {
      attempts.value += 1
      return .error(Failure("broken"))
    }.retry(3)
    _ = Recorder(failing)
    _ = Recorder(failing)
    #expect(attempts.value == 6)
  }

  @Test func `a hundred thousand synchronous failures do not grow the stack`() {
    #expect(Recorder(Observable<Int>.error(Failure("broken")).retry(100_000)).error as? Failure == Failure("broken"))
  }

  @Test func `retry when subscribes again with each trigger`() async {
    await marbles.expect(
      marbles.stream("-a-#").retry { [clock = marbles.clock] in $0.delay(.seconds(2), clock: clock) },
      "-a----a----a", disposedAt: 12)
    await marbles.expect(marbles.stream("-a-|").retry { $0 }, "-a-|")
    await marbles.expect(marbles.stream("-a-!").retry { $0 }, "-a-!")
  }

  @Test func `the end of the triggers takes effect at the next failure`() async {
    let clock = marbles.clock
    // The last trigger begins an attempt, and its end does not cancel it.
    await marbles.expect(marbles.stream("-a-#").retry { $0.take(1) }, "-a--a-|")
    await marbles.expect(
      marbles.stream("-a-#").retry { $0.delay(.seconds(2), clock: clock).take(1) }, "-a----a-|")
    await marbles.expect(
      marbles.stream("-a-#").retry { errors in
        errors.scan(0) { count, _ in count + 1 }.flatMap { count -> Observable<Int> in
          count < 3 ? .just(count) : .error(Failure("third"))
        }
      }, "-a--a--a-#")
    // No trigger follows, so the failure that was to be answered ends the result.
    await marbles.expect(
      marbles.stream("-a-#").retry { errors in errors.scan(0) { count, _ in count + 1 }.take(while: { $0 < 3 }) },
      "-a--a--a-|")
    await marbles.expect(marbles.stream("-a-#").retry { $0.flatMap { Observable<Int>.error($0) } }, "-a-#")
  }

  @Test func `the fourth attempt of a load that is retried three times delivers its result`() async {
    let clock = VirtualClock()
    let attempts = Box(0)
    let load = Observable<String>.run { emit in
      attempts.value += 1
      let attempt = attempts.value
      try await clock.sleep(for: .seconds(1))
      if attempt < 4 { throw Failure("attempt \(attempt)") }
      emit("loaded")
    }

    let recorder = Recorder(load.retry { errors in errors.delay(.seconds(5), clock: clock).take(3) })
    await clock.advance(by: .seconds(100))

    #expect(recorder.elements == ["loaded"])
    #expect(recorder.isFinished)
    #expect(attempts.value == 4)
  }

  @Test func `ended triggers do not end a stream that does not fail`() async {
    for end in [Observable<Int>.empty, .error(Failure("trigger")), .just(1)] {
      await marbles.expect(marbles.stream("--a--b|").retry { _ in end }, "--a--b|")
    }
    await marbles.expect(marbles.stream("--a#").retry { _ in Observable<Int>.empty }, "--a|")
    await marbles.expect(marbles.stream("--a#").retry { _ in Observable<Int>.error(Failure("trigger")) }, "--a#")
    await marbles.expect(marbles.stream("--a--b|").retry { _ in marbles.stream("---|") }, "--a--b|")
    await marbles.expect(marbles.stream("--a---#").retry { _ in marbles.stream("---#") }, "--a---#")
    // While the next attempt is awaited, the end counts at once.
    await marbles.expect(marbles.stream("-a#").retry { _ in marbles.stream("-----|") }, "-a---|")
  }

  @Test func `retrying synchronous failures ends with the triggers, before the attempt of the last trigger begins`() {
    let attempts = Box(0)
    let failing = Observable<Int>.deferred {
      attempts.value += 1
      return .error(Failure("broken"))
    }

    let recorder = Recorder(failing.retry { $0.take(3) })

    #expect(recorder.isFinished)
    #expect(attempts.value == 3)
  }

  @Test func `a trigger without a failure starts no second attempt`() async {
    let log = Box<[String]>([])
    let triggers = marbles.stream("-x-x")
    await marbles.expect(
      marbles.logged(marbles.stream("--a--b|"), in: log).retry { _ in triggers }, "--a--b|")
    #expect(log.value == ["0-6"])
  }

  @Test func `catch continues with the stream of the handler`() async {
    await marbles.expect(marbles.stream("a-b-#").catch { _ in marbles.stream("c-d-|") }, "a-b-c-d-|")
    await marbles.expect(marbles.stream("-a-b-#").catchAndReturn("z"), "-a-b-(z|)")
    await marbles.expect(marbles.stream("-a-!").catchAndReturn("z"), "-a-!")
  }

  @Test func `materialize delivers the events as elements, but a cancellation as the end`() async {
    let stream = { (diagram: String) in
      marbles.stream(diagram).materialize().map { event in
        switch event {
        case .next(let element): element
        case .ended(.finished): "F"
        case .ended(.failed): "E"
        case .ended(.canceled): "?"
        }
      }
    }
    await marbles.expect(stream("-a-b-#"), "-a-b-(E|)")
    await marbles.expect(stream("-a-|"), "-a-(F|)")
    await marbles.expect(stream("-a-!"), "-a-!")
  }

  @Test func `dematerialize restores the events, and nothing follows the end`() async {
    for diagram in ["-a-b-|", "-a-#", "-a-!", "-a-"] {
      await marbles.expect(marbles.stream(diagram).materialize().dematerialize(), diagram)
    }
    let events: [StreamEvent<Int>] = [.next(1), .ended(.finished), .next(2)]
    #expect(Recorder(Observable.from(events).dematerialize()).elements == [1])
  }
}
