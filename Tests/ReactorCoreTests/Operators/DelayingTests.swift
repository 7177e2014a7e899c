import ReactorCore
import ShowroomTestSupport
import Testing

@MainActor
@Suite struct DelayingTests {
  private let marbles = Marbles()

  private func delayed(_ diagram: String, by seconds: Int = 3) -> Observable<String> {
    marbles.stream(diagram).delay(.seconds(seconds), clock: marbles.clock)
  }

  private func debounced(_ diagram: String) -> Observable<String> {
    marbles.stream(diagram).debounce(.seconds(2), clock: marbles.clock)
  }

  private func throttled(_ diagram: String, latest: Bool = true) -> Observable<String> {
    marbles.stream(diagram).throttle(.seconds(3), latest: latest, clock: marbles.clock)
  }

  // MARK: delay

  @Test func `delay moves the elements and the end, and keeps the time between them`() async {
    await marbles.expect(delayed("a-b-c|"), "---a-b-c|")
    await marbles.expect(delayed("|"), "---|")
    await marbles.expect(delayed("(ab)-c|"), "---(ab)-c|")
    await marbles.expect(delayed("ab|", by: 0), "ab|")
  }

  @Test func `delay passes on a failure or a cancellation at once and drops what waits`() async {
    await marbles.expect(delayed("a-b-#"), "---a#")
    await marbles.expect(delayed("a-b-!"), "---a!")
    await marbles.expect(delayed("ab#"), "--#")
  }

  @Test func `a delay that is disposed of delivers nothing more`() async {
    await marbles.expect(delayed("a-b-c|"), "---a-----", disposedAt: 4)
  }

  @Test func `an element that a delivery causes is delayed in turn`() async {
    let relay = Relay<String>()
    let line = marbles.record(relay.delay(.seconds(2), clock: marbles.clock))
    line.onElement = { if $0 == "a" { relay.send("b") } }

    relay.send("a")
    await marbles.clock.advance(by: .seconds(6))

    #expect(line.diagram() == "--a-b")
    line.dispose()
    #expect(marbles.clock.sleeperCount == 0)
  }

  @Test func `a hundred thousand elements of one instant are delayed without growing the stack`() async {
    let count = Box(0)
    let subscription = Observable.from(0..<100_000).delay(.seconds(1), clock: marbles.clock)
      .bind { _ in count.value += 1 }
    await marbles.clock.advance(by: .seconds(1))
    #expect(count.value == 100_000)
    subscription.dispose()
  }

  // MARK: debounce

  @Test func `debounce delivers an element after a pause, and the last one at the end`() async {
    await marbles.expect(debounced("ab--c-----d|"), "---b--c----(d|)")
    await marbles.expect(debounced("abcdefg"), "--------g")
    await marbles.expect(debounced("-|"), "-|")
  }

  @Test func `an element that arrives in the instant in which the pause ends does not prolong it`() async {
    await marbles.expect(debounced("a-b---|"), "--a-b-|")
  }

  @Test func `debounce passes on a failure or a cancellation at once and drops the waiting element`() async {
    await marbles.expect(debounced("a#"), "-#")
    await marbles.expect(debounced("a!"), "-!")
  }

  @Test func `a debounce that is disposed of delivers nothing more`() async {
    await marbles.expect(debounced("ab--c-----d|"), "---b---------", disposedAt: 5)
  }

  @Test func `an element that a debounced delivery causes is debounced in turn`() async {
    let relay = Relay<String>()
    let line = marbles.record(relay.debounce(.seconds(2), clock: marbles.clock))
    line.onElement = { if $0 == "a" { relay.send("b") } }

    relay.send("a")
    await marbles.clock.advance(by: .seconds(6))

    #expect(line.diagram() == "--a-b")
    line.dispose()
  }

  // MARK: throttle

  @Test func `throttle delivers the first element at once and the latest at the end of the window`() async {
    await marbles.expect(throttled("abc----d|"), "a--c---d|")
    await marbles.expect(throttled("abcdefg------|"), "a--c--f--g---|")
    await marbles.expect(throttled("a|"), "a|")
  }

  @Test func `throttle without the latest drops the elements of a window`() async {
    await marbles.expect(throttled("abc----d|", latest: false), "a------d|")
    await marbles.expect(throttled("abcdefgh|", latest: false), "a--d--g-|")
    await marbles.expect(throttled("ab|", latest: false), "a-|")
  }

  @Test func `a throttle that finishes within a window first delivers the waiting element`() async {
    await marbles.expect(throttled("ab|"), "a--(b|)")
  }

  @Test func `throttle passes on a failure or a cancellation at once and drops the waiting element`() async {
    await marbles.expect(throttled("ab#"), "a-#")
    await marbles.expect(throttled("ab!"), "a-!")
  }

  @Test func `a throttle that is disposed of delivers nothing more`() async {
    await marbles.expect(throttled("abc----d|"), "a--------", disposedAt: 2)
  }

  @Test func `an element that a throttled delivery causes waits for the end of the window`() async {
    let relay = Relay<String>()
    let line = marbles.record(relay.throttle(.seconds(2), clock: marbles.clock))
    line.onElement = { if $0 == "a" { relay.send("b") } }

    relay.send("a")
    await marbles.clock.advance(by: .seconds(6))

    #expect(line.diagram() == "a-b")
    line.dispose()
  }
}
