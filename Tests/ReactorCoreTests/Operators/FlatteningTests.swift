import ReactorCore
import ReactorTesting
import ShowroomTestSupport
import Testing

@MainActor
@Suite struct FlatteningTests {
  private let marbles = Marbles()

  /// Returns the stream of a letter.
  private func inner(_ letter: String, _ log: Box<[String]>? = nil) -> Observable<String> {
    let diagram = ["a": "-1---2-|", "b": "-3-4-|", "c": "-5-|", "f": "--#", "x": "--!"][letter] ?? "|"
    let stream = marbles.stream(diagram)
    return log.map { marbles.logged(stream, in: $0) } ?? stream
  }

  @Test func `flatMap runs all streams, flatMapLatest the latest`() async {
    await marbles.expect(marbles.stream("-a--b-|").flatMap { inner($0) }, "--1--324-|")
    await marbles.expect(marbles.stream("-a--b-|").flatMapLatest { inner($0) }, "--1--3-4-|")
  }

  @Test func `flatMapFirst ignores elements while a stream runs`() async {
    let log = Box<[String]>([])
    await marbles.expect(marbles.stream("-a--b-----c|").flatMapFirst { inner($0, log) }, "--1---2----5-|")
    #expect(log.value == ["1-8", "10-13"])
  }

  @Test func `flatMapFirst does not call the closure for an element that it ignores`() async {
    let called = Box<[String]>([])
    await marbles.expect(
      marbles.stream("-a--b-----c|").flatMapFirst {
        called.value.append($0)
        return inner($0)
      }, "--1---2----5-|")
    #expect(called.value == ["a", "c"])
  }

  @Test func `concatMap runs one stream after another`() async {
    let log = Box<[String]>([])
    await marbles.expect(marbles.stream("-a--b-|").concatMap { inner($0, log) }, "--1---2--3-4-|")
    #expect(log.value == ["1-8", "8-13"])
  }

  @Test func `a merge with a limit lets the other streams wait in order`() async {
    let log = Box<[String]>([])
    let streams = marbles.stream("(abc|)").map { inner($0, log) }
    await marbles.expect(streams.merge(maxConcurrent: 2), "-(13)[3]4[5]2[6]5[8]|")
    #expect(log.value == ["0-5", "0-7", "5-8"])
    await marbles.expect(marbles.stream("(bc|)").map { inner($0) }.merge(), "-(35)[3]4[5]|")
  }

  @Test func `a limit below one is treated as one`() async {
    await marbles.expect(
      marbles.stream("(bc|)").map { inner($0) }.merge(maxConcurrent: 0), "-3-4--5-|")
  }

  @Test func `switchLatest follows the latest stream`() async {
    await marbles.expect(marbles.stream("-a--b-|").map { inner($0) }.switchLatest(), "--1--3-4-|")
  }

  @Test func `the failure of an inner stream or of the outer one ends the result`() async {
    await marbles.expect(marbles.stream("-a-f-|").flatMapFirst { inner($0) }, "--1---2-|")
    await marbles.expect(marbles.stream("-f-a-|").flatMapFirst { inner($0) }, "---#")
    await marbles.expect(marbles.stream("-a--#").flatMapFirst { inner($0) }, "--1-#")
    await marbles.expect(marbles.stream("-f-a-|").concatMap { inner($0) }, "---#")
    await marbles.expect(marbles.stream("-a--#").concatMap { inner($0) }, "--1-#")
  }

  @Test func `a canceled inner stream makes way for the next, and the result is canceled at its end`() async {
    await marbles.expect(marbles.stream("(xc|)").concatMap { inner($0) }, "---5-!")
    await marbles.expect(marbles.stream("-x-c-|").flatMapFirst { inner($0) }, "----5-!")
    await marbles.expect(marbles.stream("-x---c-|").flatMapLatest { inner($0) }, "------5-|")
    await marbles.expect(marbles.stream("-x---|").flatMapLatest { inner($0) }, "-----!")
    await marbles.expect(marbles.stream("-a-!").concatMap { inner($0) }, "--1---2-!")
    await marbles.expect(marbles.stream("-1-!").merge(with: marbles.stream("--2--|")), "-12--!")
    await marbles.expect(marbles.stream("-1-!").concat(marbles.stream("-2|")), "-1-!")
  }

  @Test func `a stream started by the end of the previous one is replaced by the next`() {
    let outer = Relay<Int>()
    let observers = Box<[Int: Observer<String>]>([:])
    let recorder = Recorder(
      outer.flatMapLatest { [outer] number -> Observable<String> in
        .create { observer in
          observers.value[number] = observer
          return ActionDisposable { if number == 1 { outer.send(2) } }
        }
      })

    outer.send(1)
    observers.value[1]?.end(.finished)
    outer.send(3)
    observers.value[2]?.next("late")

    #expect(recorder.elements == [])
  }

  @Test func `disposal ends the running stream, and no waiting one starts`() async {
    let log = Box<[String]>([])
    await marbles.expect(
      marbles.stream("-a--b-|").concatMap { inner($0, log) }, "--1---------", disposedAt: 4)
    #expect(log.value == ["1-4"])
  }

  @Test func `a hundred thousand waiting synchronous streams do not grow the stack`() {
    let gate = Relay<Void>()
    let count = Box(0)
    let first = gate.take(1).map { -1 }
    let subscription = Observable.from(0..<100_000).concatMap { $0 == 0 ? first : .from([$0]) }
      .bind { _ in count.value += 1 }
    #expect(count.value == 0)
    gate.send(())
    #expect(count.value == 100_000)
    subscription.dispose()
  }

  @Test func `an element that an inner element causes waits, although the inner stream is synchronous`() {
    let relay = Relay<Int>()
    let recorder = Recorder(
      relay.concatMap { .from([$0, $0 + 1]) }.do(onNext: { if $0 == 1 { relay.send(10) } }))
    relay.send(1)
    #expect(recorder.elements == [1, 2, 10, 11])
  }

  @Test func `an element sent by the closure of flatMapFirst counts as the first, and the other is ignored`() {
    let relay = Relay<Int>()
    let gate = Relay<Void>()
    let recorder = Recorder(
      relay.flatMapFirst { [relay] number -> Observable<Int> in
        if number == 1 { relay.send(2) }
        return gate.take(1).map { number }
      })
    relay.send(1)
    gate.send(())
    gate.send(())
    #expect(recorder.elements == [2])
  }
}
