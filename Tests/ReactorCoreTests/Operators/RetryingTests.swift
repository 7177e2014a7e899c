import ReactorCore
import ReactorTesting
import TestSupport
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

  @Test func `the end of the triggers ends the result`() async {
    await marbles.expect(marbles.stream("-a-#").retry { $0.take(1) }, "-a-|")
    await marbles.expect(
      marbles.stream("-a-#").retry { errors in errors.scan(0) { count, _ in count + 1 }.take(while: { $0 < 3 }) },
      "-a--a--a-|")
    await marbles.expect(marbles.stream("-a-#").retry { $0.flatMap { Observable<Int>.error($0) } }, "-a-#")
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
