import ReactorCore
import ReactorTesting
import ShowroomTestSupport
import Testing

@MainActor
@Suite struct ZippingTests {
  private let marbles = Marbles()

  /// Zips two diagrams and numbers the pairs.
  private func zipped(_ first: String, _ second: String) -> Observable<String> {
    numbered(Observable.zip(marbles.stream(first), marbles.stream(second)).map { $0.0 + $0.1 })
  }

  private func combined(_ first: String, _ second: String) -> Observable<String> {
    numbered(Observable.combineLatest(marbles.stream(first), marbles.stream(second)).map { $0.0 + $0.1 })
  }

  private func numbered(_ pairs: Observable<String>) -> Observable<String> {
    pairs.map { ["ax": "1", "by": "2", "bx": "3", "cy": "4"][$0] ?? $0 }
  }

  // MARK: zip

  @Test func `zip pairs the elements by their order`() async {
    await marbles.expect(zipped("-a-b---c-|", "---x-y---|"), "---1-2---|")
    await marbles.expect(zipped("(ab|)", "---x-y-|"), "---1-(2|)")
  }

  @Test func `zip ends as soon as one stream has ended and its elements are used up`() async {
    await marbles.expect(zipped("-a|", "---x-y---|"), "---(1|)")
    await marbles.expect(zipped("|", "---x"), "|")
    await marbles.expect(zipped("--a", "|"), "|")
    await marbles.expect(zipped("-a-b-|", "-x-|"), "-1-|")
  }

  @Test func `zip fails with either stream, and is canceled if one of them was`() async {
    await marbles.expect(zipped("-a-#", "---x-y---|"), "---(1#)")
    await marbles.expect(zipped("-a-b", "--x-#"), "--1-#")
    await marbles.expect(zipped("-a!", "---x-y"), "---(1!)")
    await marbles.expect(zipped("-a-b", "--x-!"), "--1-!")
  }

  @Test func `a zip that is disposed of ends both streams`() async {
    let log = Box<[String]>([])
    let pairs = Observable.zip(
      marbles.logged(marbles.stream("-a-b"), in: log), marbles.logged(marbles.stream("-x-y"), in: log))
    await marbles.expect(numbered(pairs.map { $0.0 + $0.1 }), "-1----", disposedAt: 2)
    #expect(log.value == ["0-2", "0-2"])
  }

  @Test func `zip takes three streams of different types, or an array`() {
    let three = Recorder(Observable.zip(.from([1, 2]), .of("a", "b"), .of(true, false)).map { "\($0)\($1)\($2)" })
    #expect(three.elements == ["1atrue", "2bfalse"])
    #expect(three.isFinished)
    #expect(Recorder(Observable.zip([.of(1, 2), .of(3, 4), .of(5, 6, 7)])).elements == [[1, 3, 5], [2, 4, 6]])
    #expect(Recorder(Observable.zip([Observable<Int>]())).isFinished)
  }

  @Test func `elements that a pair causes are paired in turn`() {
    let (first, second) = (Relay<Int>(), Relay<Int>())
    let recorder = Recorder(
      Observable.zip(first.asObservable(), second.asObservable()).map { $0 * 10 + $1 }.do(onNext: { pair in
        guard pair == 11 else { return }
        first.send(2)
        second.send(2)
      }))
    first.send(1)
    second.send(1)
    // The pair in the middle of a chain is delivered after those that it causes.
    #expect(recorder.elements == [22, 11])
  }

  @Test func `optional elements are elements, even nil`() {
    let pairs = Recorder(Observable.zip(.from([nil, 1]), .from([2, nil])))
    #expect(pairs.elements.map { "\($0.0 ?? 0)\($0.1 ?? 0)" } == ["02", "10"])
    let latest = Recorder(Observable.combineLatest(Observable<Int?>.just(nil), .just(1)))
    #expect(latest.elements.count == 1)
  }

  // MARK: combineLatest

  @Test func `combineLatest combines the latest elements`() async {
    await marbles.expect(combined("-a---b---|", "---x---y-|"), "---1-3-2-|")
    await marbles.expect(combined("-a-|", "----x-|"), "----1-|")
  }

  @Test func `combineLatest ends when one stream has ended without an element`() async {
    await marbles.expect(combined("--|", "-x---y-|"), "--|")
    await marbles.expect(combined("--!", "-x---y-|"), "--!")
    await marbles.expect(combined("-a!", "---x|"), "---1!")
    await marbles.expect(combined("-a-#", "---x|"), "---(1#)")
  }

  @Test func `combineLatest takes three streams of different types, four, or an array`() {
    let number = StateRelay(1)
    let letter = StateRelay("a")
    let flag = StateRelay(true)
    let three = Recorder(
      Observable.combineLatest(number.asObservable(), letter.asObservable(), flag.asObservable())
        .map { "\($0)\($1)\($2)" })
    letter.accept("b")
    flag.accept(false)
    #expect(three.elements == ["1atrue", "1btrue", "1bfalse"])

    let four = Recorder(
      Observable.combineLatest(number.asObservable(), letter.asObservable(), flag.asObservable(), .just(2.5))
        .map { "\($0)\($1)\($2)\($3)" })
    #expect(four.elements == ["1bfalse2.5"])

    let array = Recorder(Observable.combineLatest([number.asObservable(), .from([5, 6]), .just(7)]))
    number.accept(2)
    #expect(array.elements == [[1, 6, 7], [2, 6, 7]])
    #expect(Recorder(Observable.combineLatest([Observable<Int>]())).isFinished)
  }

  @Test func `withLatestFrom passes each element with the latest other one to the closure`() async {
    let stream = { (first: String, other: String) in
      numbered(marbles.stream(first).withLatestFrom(marbles.stream(other)) { $0 + $1 })
    }
    await marbles.expect(stream("-a-b---c-|", "--x--y"), "---3---4-|")
    await marbles.expect(stream("-a--b--c-|", "--x#"), "---#")
    await marbles.expect(stream("-a-b---c-|", "--|"), "---------|")
    let relay = StateRelay("x")
    await marbles.expect(numbered(marbles.stream("-a-|").withLatestFrom(relay).map { $0.0 + $0.1 }), "-1-|")
  }
}
