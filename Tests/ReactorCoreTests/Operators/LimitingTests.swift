import ReactorCore
import ReactorTesting
import ShowroomTestSupport
import Testing

@MainActor
@Suite struct LimitingTests {
  private let marbles = Marbles()

  @Test func `take while finishes with the first element that fails the predicate`() async {
    let stream = { (diagram: String) in marbles.stream(diagram).take(while: { $0 < "3" }) }
    await marbles.expect(stream("-1-2-3-4-|"), "-1-2-|")
    await marbles.expect(stream("-1-2|"), "-1-2|")
    await marbles.expect(stream("-1-2#"), "-1-2#")
    await marbles.expect(stream("-1-2!"), "-1-2!")
    await marbles.expect(stream("-3"), "-|")
  }

  @Test func `an inclusive take while delivers the element that ends it`() async {
    await marbles.expect(marbles.stream("-1-2-3-4-|").take(while: { $0 < "3" }, inclusive: true), "-1-2-(3|)")
  }

  @Test func `an element caused by the last one of an inclusive take(while:) is not delivered`() {
    let relay = Relay<Int>()
    let recorder = Recorder(relay.take(while: { $0 < 3 }, inclusive: true).do(onNext: { if $0 == 3 { relay.send(1) } }))
    relay.send(3)
    #expect(recorder.elements == [3])
    #expect(recorder.isFinished)
  }

  @Test func `skip while delivers everything from the first element that fails the predicate`() async {
    let stream = { (diagram: String) in marbles.stream(diagram).skip(while: { $0 < "3" }) }
    await marbles.expect(stream("-1-2-3-1-|"), "-----3-1-|")
    await marbles.expect(stream("-1-#"), "---#")
  }

  @Test func `take until finishes with the first element of the trigger`() async {
    let log = Box<[String]>([])
    let trigger = marbles.logged(marbles.stream("----x"), in: log)
    await marbles.expect(marbles.stream("-a-b-c-d-|").take(until: trigger), "-a-b|")
    #expect(log.value == ["0-4"])
    await marbles.expect(marbles.stream("-a-b-|").take(until: marbles.stream("--|")), "-a-b-|")
    await marbles.expect(marbles.stream("-a-b-|").take(until: marbles.stream("--#")), "-a#")
    await marbles.expect(marbles.stream("-a-b-|").take(until: marbles.stream("--!")), "-a-b-|")
    // The trigger is subscribed to first.
    await marbles.expect(marbles.stream("-a-b-|").take(until: marbles.stream("---x")), "-a-|")
  }

  @Test func `skip until delivers the elements after the first of the trigger`() async {
    let log = Box<[String]>([])
    let trigger = marbles.logged(marbles.stream("----x----x"), in: log)
    await marbles.expect(marbles.stream("-a-b-c-d-|").skip(until: trigger), "-----c-d-|")
    #expect(log.value == ["0-4"])
    await marbles.expect(marbles.stream("-a-b-|").skip(until: marbles.stream("--|")), "-----|")
    await marbles.expect(marbles.stream("-a-b-|").skip(until: marbles.stream("--#")), "--#")
    await marbles.expect(marbles.stream("-a-b-|").skip(until: marbles.stream("--!")), "-----|")
    // The trigger is subscribed to last.
    await marbles.expect(marbles.stream("-a-b-!").skip(until: marbles.stream("-x")), "---b-!")
  }

  @Test func `skip until skips what is delivered before its trigger is subscribed to, as in RxSwift`() {
    let order = Box<[String]>([])
    let source = Observable<Int>.deferred {
      order.value.append("source")
      return .of(1, 2)
    }
    let trigger = Observable<Int>.deferred {
      order.value.append("trigger")
      return .just(0)
    }

    #expect(Recorder(source.concat(.never).skip(until: trigger)).elements == [])
    #expect(order.value == ["source", "trigger"])
  }

  @Test func `distinctUntilChanged at a key path compares one property`() {
    let pairs = [("a", 1), ("a", 2), ("b", 3), ("a", 4)].map { Named(name: $0.0, number: $0.1) }
    #expect(Recorder(Observable.from(pairs).distinctUntilChanged(at: \.name)).elements.map(\.number) == [1, 3, 4])
  }

  private struct Named: Sendable {
    let name: String
    let number: Int
  }
}
