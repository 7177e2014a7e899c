import ReactorCore
import ShowroomTestSupport
import Testing

/// Rules that hold for every operator of one stream.
@MainActor
@Suite struct EveryOperatorTests {
  private let marbles = Marbles()

  private typealias Operator = (name: String, apply: @MainActor (Observable<String>) -> Observable<String>)

  /// The operators, with arguments that let elements through and neither end the stream nor replace its failure.
  private var operators: [Operator] {
    let clock = marbles.clock
    let never = Observable<String>.never
    return [
      ("map", { $0.map { $0 } }), ("tryMap", { $0.tryMap { $0 } }), ("compactMap", { $0.compactMap { $0 } }),
      ("scan", { $0.scan("") { $1 } }), ("withUnretained", { [owner] in $0.withUnretained(owner) { $1 } }),
      ("do", { $0.do() }), ("filter", { $0.filter { _ in true } }), ("distinct", { $0.distinctUntilChanged() }),
      ("distinct at", { $0.distinctUntilChanged(at: \.count) }), ("take", { $0.take(9) }), ("skip", { $0.skip(0) }),
      ("take while", { $0.take(while: { _ in true }) }), ("skip while", { $0.skip(while: { _ in false }) }),
      ("take until", { $0.take(until: never) }), ("skip until", { $0.skip(until: Observable.just(1)) }),
      ("take for", { $0.take(for: .seconds(50), clock: clock) }),
      ("flatMap", { $0.flatMap { .just($0) } }), ("flatMapLatest", { $0.flatMapLatest { .just($0) } }),
      ("flatMapFirst", { $0.flatMapFirst { .just($0) } }), ("concatMap", { $0.concatMap { .just($0) } }),
      ("merge(maxConcurrent:)", { $0.map { .just($0) }.merge(maxConcurrent: 2) }),
      ("switchLatest", { $0.map { .just($0) }.switchLatest() }), ("merge", { $0.merge(with: .empty) }),
      ("concat", { $0.concat(.empty) }), ("startWith", { $0.startWith("s") }),
      ("combineLatest", { Observable.combineLatest($0, .just("")).map { $0.0 } }),
      ("zip", { Observable.zip($0, .from((0..<9).map { "\($0)" })).map { $0.0 } }),
      ("withLatestFrom", { $0.withLatestFrom(StateRelay("")) { element, _ in element } }),
      ("delay", { $0.delay(.seconds(1), clock: clock) }), ("debounce", { $0.debounce(.seconds(1), clock: clock) }),
      ("throttle", { $0.throttle(.seconds(2), clock: clock) }),
      ("timeout", { $0.timeout(.seconds(20), clock: clock) }),
      ("buffer", { $0.buffer(timeSpan: .seconds(2), count: 2, clock: clock).map { $0.joined() } }),
      ("indicating", { $0.indicatingProgress(with: "p", after: .seconds(2), clock: clock) }),
      ("toArray", { $0.toArray().map { $0.joined() } }), ("pairwise", { $0.pairwise().map { $0.0 } }),
      ("share", { $0.share() }), ("share with replay", { $0.share(replay: 2, scope: .forever) }),
      ("dematerialize", { $0.materialize().dematerialize() }),
      ("cancellable", { $0.cancellable(id: 1) }),
    ]
  }

  private let owner = Box(0)

  @Test func `a failure or a cancellation is passed on in its instant`() async {
    for (name, apply) in operators {
      for end in ["#", "!"] {
        let line = marbles.record(apply(marbles.stream("a-bc-d\(end)")))
        await marbles.clock.advance(by: .seconds(6))
        #expect(line.end == "6\(end)", "\(name): \(line.diagram())")
        #expect(marbles.clock.sleeperCount == 0, "\(name)")
        line.dispose()
      }
    }
  }

  @Test func `a disposal at any time ends the subscription to the source and every timer`() async {
    for (name, apply) in operators {
      for second in 0...7 {
        let log = Box<[String]>([])
        let line = marbles.record(apply(marbles.logged(marbles.stream("a-bc-d----"), in: log)))
        await marbles.clock.advance(by: .seconds(second))
        line.dispose()
        let diagram = line.diagram()
        #expect(log.value.count == 1, "\(name) at \(second)")
        #expect(marbles.clock.sleeperCount == 0, "\(name) at \(second)")
        await marbles.clock.advance(by: .seconds(5))
        #expect(line.diagram() == diagram, "\(name) at \(second)")
      }
    }
  }

  @Test func `a subscriber that disposes of its subscription receives nothing more`() async {
    for (name, apply) in operators {
      let log = Box<[String]>([])
      let count = Box(0)
      let line = marbles.record(apply(marbles.logged(marbles.stream("-(abc)-(def)-g|"), in: log)))
      line.onElement = { [weak line] _ in
        count.value += 1
        line?.dispose()
      }
      await marbles.clock.advance(by: .seconds(20))
      #expect(count.value <= 1, "\(name)")
      #expect(log.value.count == 1, "\(name)")
      #expect(marbles.clock.sleeperCount == 0, "\(name)")
    }
  }

  @Test func `an element that a delivery causes is delivered once`() {
    for (name, apply) in operators {
      let relay = Relay<String>()
      let seen = Box<[String]>([])
      let subscription = apply(relay.asObservable()).bind { element in
        seen.value.append(element)
        if seen.value.count < 3 { relay.send("x\(seen.value.count)") }
      }
      relay.send("first")
      #expect(Set(seen.value).count == seen.value.count, "\(name): \(seen.value)")
      subscription.dispose()
      #expect(relay.observerCount == 0, "\(name)")
    }
  }
}
