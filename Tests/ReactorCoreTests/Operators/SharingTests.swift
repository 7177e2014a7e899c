import ReactorCore
import ReactorTesting
import ShowroomTestSupport
import Testing

@MainActor
@Suite struct SharingTests {
  private let marbles = Marbles()
  private let log = Box<[String]>([])

  private func source(_ diagram: String) -> Observable<String> {
    marbles.logged(marbles.stream(diagram), in: log)
  }

  /// Subscribes now, and again after three seconds and a half.
  private func twoLines(_ stream: Observable<String>) async -> [String] {
    let first = marbles.record(stream)
    await marbles.clock.advance(by: .milliseconds(3_500))
    let second = marbles.record(stream)
    await marbles.clock.advance(by: .seconds(8))
    defer {
      first.dispose()
      second.dispose()
    }
    return [first.diagram(), second.diagram()]
  }

  @Test func `a shared stream runs once for all subscribers`() async {
    #expect(await twoLines(source("-a-b-c-|").share()) == ["-a-b-c-|", "-c-|"])
    #expect(log.value == ["0-7"])
  }

  @Test func `a stream that is not shared runs for each subscriber`() async {
    #expect(await twoLines(source("-a-b-c-|")) == ["-a-b-c-|", "-a-b-c-|"])
    #expect(log.value.count == 2)
  }

  @Test func `a new subscriber first receives the kept elements`() async {
    #expect(await twoLines(source("-a-b-c-|").share(replay: 1)) == ["-a-b-c-|", "bc-|"])
    #expect(await twoLines(source("-a-b-c-|").share(replay: 5)) == ["-a-b-c-|", "(ab)[1]c[3]|"])
  }

  @Test func `all subscribers receive the end`() async {
    #expect(await twoLines(source("-a-b-c-#").share()) == ["-a-b-c-#", "-c-#"])
    #expect(await twoLines(source("-a-b-c-!").share()) == ["-a-b-c-!", "-c-!"])
  }

  @Test func `while connected, a subscriber after the end starts the stream again`() async {
    #expect(await twoLines(source("-a|").share(replay: 1)) == ["-a|", "-a|"])
    #expect(log.value == ["0-2", "3-5"])
  }

  @Test func `forever, a subscriber after the end receives the kept elements and the end`() async {
    #expect(await twoLines(source("-a|").share(replay: 1, scope: .forever)) == ["-a|", "(a|)"])
    #expect(await twoLines(source("-a#").share(replay: 1, scope: .forever)) == ["-a#", "(a#)"])
    #expect(log.value.count == 2)
  }

  @Test func `the stream ends when the last subscriber leaves, and starts again with the next`() async {
    let shared = source("-a-b-c-|").share(replay: 1)
    let first = marbles.record(shared)
    let second = marbles.record(shared)
    await marbles.clock.advance(by: .seconds(2))
    first.dispose()
    #expect(marbles.clock.sleeperCount == 1)
    second.dispose()
    #expect(marbles.clock.sleeperCount == 0)
    #expect(log.value == ["0-2"])
    await marbles.expect(shared, "-a-b-c-|")
  }

  @Test func `forever, the kept elements survive the last subscriber`() async {
    let shared = source("-a-b-c-|").share(replay: 1, scope: .forever)
    let first = marbles.record(shared)
    await marbles.clock.advance(by: .seconds(2))
    first.dispose()
    await marbles.expect(shared, "aa-b-c-|")
  }

  @Test func `a synchronous stream is delivered to the first subscriber`() {
    #expect(Recorder(Observable.of(1, 2).share()).elements == [1, 2])
    let limited = Recorder(Observable.from(1...5).share(replay: 2).take(2))
    #expect(limited.elements == [1, 2])
    #expect(limited.isFinished)
  }

  @Test func `a subscriber that subscribes again at the end starts a new run`() {
    let runs = Box(0)
    let shared = Observable<Int>.deferred {
      runs.value += 1
      return .of(runs.value)
    }.share()
    let recorder = Recorder(shared.concat(shared))
    #expect(recorder.elements == [1, 2])
    #expect(recorder.isFinished)
  }

  @Test func `elements that a replayed element causes follow the other replayed ones`() {
    let relay = Relay<Int>()
    let shared = relay.share(replay: 2)
    let first = Recorder(shared)
    relay.send(1)
    relay.send(2)
    let second = Recorder(shared.do(onNext: { if $0 == 1 { relay.send(3) } }))
    #expect(first.elements == [1, 2, 3])
    #expect(second.elements == [1, 2, 3])
  }

  @Test func `a replayed element that ends all subscriptions ends the stream`() {
    let relay = Relay<Int>()
    let shared = relay.share(replay: 1)
    let first = Recorder(shared)
    relay.send(1)
    let second = Recorder(shared.do(onNext: { _ in first.dispose() }).take(1))
    #expect(second.elements == [1])
    #expect(relay.observerCount == 0)
  }

  @Test func `a shared stream is released with its source`() {
    let live = LiveCount()
    do {
      let relay = Relay<Int>()
      let token = live.token()
      _ = relay.share(replay: 1).bind { _ in withExtendedLifetime(token) {} }
      relay.send(1)
    }
    #expect(live.alive == 0)
  }
}
