import Glibc
import ReactorCore
import ReactorTesting
import Testing

@MainActor
@Suite("Cancellation by id")
struct CancellationTests {
  private let clock = VirtualClock()

  /// "name begins", a second later "name ends"; the actions that start it are `policy name`.
  private func reactor(_ wrap: @escaping (Observable<String>) -> Observable<String> = { $0 }) -> ScriptedReactor {
    let reactor = ScriptedReactor()
    let clock = clock
    reactor.onMutate = { action in
      let work = Observable<String>.run { emit in
        emit("\(action) begins")
        try await clock.sleep(for: .seconds(1))
        emit("\(action) ends")
      }
      switch action.first {
      case "p": return wrap(work.cancellable(id: "id"))
      case "k": return wrap(work.cancellable(id: "id", whenRunning: .keepBoth))
      case "i": return wrap(work.cancellable(id: "id", whenRunning: .ignoreNew))
      case "o": return wrap(work.cancellable(id: "other"))
      case "x": return .cancel(id: "id")
      default: return wrap(work)
      }
    }
    return reactor
  }

  @Test("cancelPrevious: the latest wins, and the one before never commits again")
  func cancelPrevious() async {
    let reactor = reactor()
    reactor.action.send("p1")
    await clock.advance(by: .milliseconds(500))
    reactor.action.send("p2")
    #expect(reactor.runningEffects == 1)
    await clock.advance(by: .seconds(2))
    #expect(reactor.log == ["p1 begins", "p2 begins", "p2 ends"])
    #expect(reactor.runningEffects == 0)
    #expect(clock.sleeperCount == 0)
  }

  @Test("keepBoth: both run to their end")
  func keepBoth() async {
    let reactor = reactor()
    reactor.action.send("k1")
    reactor.action.send("k2")
    #expect(reactor.runningEffects == 2)
    await clock.advance(by: .seconds(1))
    #expect(reactor.log == ["k1 begins", "k2 begins", "k1 ends", "k2 ends"])
    #expect(reactor.runningEffects == 0)
  }

  @Test("keepBoth: the id cancels both")
  func keepBothCancelled() async {
    let reactor = reactor()
    reactor.action.send("k1")
    reactor.action.send("k2")
    reactor.action.send("x")
    #expect(reactor.runningEffects == 0)
    await clock.advance(by: .seconds(1))
    #expect(reactor.log == ["k1 begins", "k2 begins"])
  }

  @Test("ignoreNew: the new one does not start while one is running, and starts when none is")
  func ignoreNew() async {
    let reactor = reactor()
    reactor.action.send("i1")
    reactor.action.send("i2")
    #expect(reactor.runningEffects == 1)
    await clock.advance(by: .seconds(1))
    reactor.action.send("i3")
    await clock.advance(by: .seconds(1))
    #expect(reactor.log == ["i1 begins", "i1 ends", "i3 begins", "i3 ends"])
  }

  @Test("cancel(id:) ends the effect of that id, no other, and commits nothing")
  func cancelByID() async {
    let reactor = reactor()
    for action in ["p1", "o1", "free"] { reactor.action.send(action) }
    let states = Recorder(reactor.state)
    reactor.action.send("x")
    #expect(states.elements.count == 1)
    #expect(reactor.runningEffects == 2)
    await clock.advance(by: .seconds(1))
    #expect(reactor.log == ["p1 begins", "o1 begins", "free begins", "o1 ends", "free ends"])
  }

  @Test("cancelling an id that nothing has does nothing")
  func cancelNothing() {
    let reactor = reactor()
    reactor.action.send("x")
    #expect(reactor.log == [])
    #expect(reactor.runningEffects == 0)
  }

  @Test("what follows a cancelled step of a concat does not run: it belongs to the successor")
  func concat() async {
    let reactor = reactor { .concat(.just("on"), $0, .just("off")) }
    reactor.action.send("p1")
    reactor.action.send("p2")
    #expect(reactor.log == ["on", "p1 begins", "on", "p2 begins"])
    #expect(reactor.runningEffects == 1)
    await clock.advance(by: .seconds(1))
    #expect(reactor.log == ["on", "p1 begins", "on", "p2 begins", "p2 ends", "off"])
    #expect(reactor.runningEffects == 0)
  }

  @Test("what follows an ignored step of a concat does not run either")
  func concatIgnored() async {
    let reactor = reactor { .concat(.just("on"), $0, .just("off")) }
    reactor.action.send("i1")
    reactor.action.send("i2")
    #expect(reactor.runningEffects == 1)
    await clock.advance(by: .seconds(1))
    #expect(reactor.log == ["on", "i1 begins", "on", "i1 ends", "off"])
  }

  @Test("a catch does not take a cancellation for an error")
  func catching() async {
    let reactor = reactor { .concat($0, .just("off")).catch { _ in .just("caught") } }
    reactor.action.send("p1")
    reactor.action.send("x")
    await clock.advance(by: .seconds(1))
    #expect(reactor.log == ["p1 begins"])
    #expect(reactor.runningEffects == 0)
  }

  @Test("an id inside a catch inside a concat is known to the reactor, also that of the handler's stream")
  func scopeReachesInside() async {
    let reactor = ScriptedReactor()
    let clock = clock
    reactor.onMutate = { action in
      if action == "x" { return .cancel(id: "recovery") }
      let recovery = Observable<String>.run { emit in
        try await clock.sleep(for: .seconds(1))
        emit("recovered")
      }
      return .concat(
        .just("on"),
        Observable<String>.error(Failure("broken")).catch { _ in recovery.cancellable(id: "recovery") },
        .just("off"))
    }
    reactor.action.send("a")
    #expect(reactor.runningEffects == 1)
    reactor.action.send("x")
    #expect(reactor.runningEffects == 0)
    await clock.advance(by: .seconds(1))
    #expect(reactor.log == ["on"])
  }

  @Test("the others of a merge go on when one is cancelled, and what follows the merge does not run")
  func merge() async {
    let reactor = ScriptedReactor()
    let clock = clock
    func wait(_ seconds: Int, _ name: String) -> Observable<String> {
      .run { emit in
        try await clock.sleep(for: .seconds(seconds))
        emit(name)
      }
    }
    reactor.onMutate = { action in
      action == "x"
        ? .cancel(id: "one")
        : .concat(.merge(wait(1, "one").cancellable(id: "one"), wait(2, "two")), .just("after"))
    }
    reactor.action.send("a")
    reactor.action.send("x")
    #expect(reactor.runningEffects == 1)
    await clock.advance(by: .seconds(3))
    #expect(reactor.log == ["two"])
    #expect(reactor.runningEffects == 0)
  }

  @Test("an inner stream of flatMapLatest that is cancelled makes the whole go quiet when the outer has ended")
  func flatMapLatest() async {
    let reactor = ScriptedReactor()
    let clock = clock
    reactor.onMutate = { action in
      if action == "x" { return .cancel(id: "inner") }
      let inner = Observable<String>.run { emit in
        try await clock.sleep(for: .seconds(1))
        emit("inner")
      }
      return .concat(Observable.just(1).flatMapLatest { _ in inner.cancellable(id: "inner") }, .just("after"))
    }
    reactor.action.send("a")
    reactor.action.send("x")
    #expect(reactor.runningEffects == 0)
    await clock.advance(by: .seconds(1))
    #expect(reactor.log == [])
  }

  @Test("two steps of one concat may have the same id: the first has ended when the second starts")
  func sameIDInConcat() async {
    let reactor = ScriptedReactor()
    let clock = clock
    func step(_ name: String) -> Observable<String> {
      Observable.run { emit in
        try await clock.sleep(for: .seconds(1))
        emit(name)
      }.cancellable(id: 1, whenRunning: .ignoreNew)
    }
    reactor.onMutate = { _ in .concat(step("one"), step("two").take(1), step("three")) }
    reactor.action.send("a")
    await clock.advance(by: .seconds(3))
    #expect(reactor.log == ["one", "two", "three"])
  }

  @Test("an effect cancelled from inside a state subscriber that it has just told does not commit again")
  func cancelledInDelivery() {
    let reactor = ScriptedReactor()
    reactor.onMutate = { action in
      action == "x"
        ? .cancel(id: "id")
        : .concat(
          .just("one"),
          .run { emit in
            emit("two")
            await Task.yield()
            emit("never")
          }
        ).cancellable(id: "id")
    }
    let subscription = reactor.state.bind { [unowned reactor] state in
      if state.log.last == "two" { reactor.action.send("x") }
    }
    reactor.action.send("a")
    #expect(reactor.log == ["one", "two"])
    #expect(reactor.runningEffects == 0)
    subscription.dispose()
  }

  @Test("a mutation that waits in the queue when its effect is cancelled never commits")
  func cancelledWhileQueued() {
    let reactor = ScriptedReactor()
    let answers = Relay<String>()
    reactor.onMutate = { action in
      switch action {
      case "listen": answers.asObservable().cancellable(id: "id")
      case "nested":
        Observable.concat(.just("nested"), answers.asObservable().cancellable(id: "inner")).cancellable(id: "id")
      case "keep": answers.asObservable().map { "kept \($0)" }
      case "x": .cancel(id: "id")
      default: .just(action)
      }
    }
    for action in ["listen", "keep"] { reactor.action.send(action) }
    let subscription = reactor.state.bind { [unowned reactor] state in
      if state.log.last == "go" {
        reactor.action.send("x")
        answers.send("answer")
      }
    }
    reactor.action.send("go")
    #expect(reactor.log == ["go", "kept answer"])
    reactor.action.send("nested")
    reactor.action.send("go")
    #expect(reactor.log == ["go", "kept answer", "nested", "go", "kept answer"])
    subscription.dispose()
  }

  @Test("a mutation that waits in the queue commits when its effect has merely finished")
  func finishedWhileQueued() {
    let reactor = ScriptedReactor()
    let answers = Relay<String>()
    reactor.onMutate = { action in
      action == "listen" ? answers.asObservable().take(1).cancellable(id: "id") : .just(action)
    }
    reactor.action.send("listen")
    let subscription = reactor.state.bind { state in
      if state.log.last == "go" { answers.send("answer") }
    }
    reactor.action.send("go")
    #expect(reactor.log == ["go", "answer"])
    #expect(reactor.runningEffects == 0)
    subscription.dispose()
  }

  @Test("what a cancelled run still emits is dropped, also when it ignores its cancellation")
  func stubbornRun() async {
    let reactor = ScriptedReactor()
    let gate = AsyncStream<Void>.makeStream()
    let isOver = Box(false)
    reactor.onMutate = { action in
      if action == "x" { return .cancel(id: "id") }
      return .concat(
        .run { emit in
          emit("begins")
          await Task { for await _ in gate.stream {} }.value
          emit("stubborn")
          isOver.value = true
        },
        .just("after")
      ).cancellable(id: "id")
    }
    reactor.action.send("a")
    reactor.action.send("x")
    #expect(reactor.runningEffects == 0)
    gate.continuation.finish()
    await turns { isOver.value }
    #expect(isOver.value)
    #expect(reactor.log == ["begins"])
  }

  @Test("ids are the reactor's own: another reactor's effect of the same id goes on")
  func perReactor() async {
    let first = reactor()
    let second = reactor()
    first.action.send("p1")
    second.action.send("p2")
    first.action.send("x")
    #expect(first.runningEffects == 0)
    #expect(second.runningEffects == 1)
    await clock.advance(by: .seconds(1))
    #expect(second.log == ["p2 begins", "p2 ends"])
  }

  @Test("ids of different types are different ids")
  func typedIDs() async {
    enum ID: Hashable { case one }
    let reactor = ScriptedReactor()
    reactor.onMutate = { action in
      switch action {
      case "enum": Observable.never.cancellable(id: ID.one)
      case "text": Observable.never.cancellable(id: "one")
      default: .cancel(id: ID.one)
      }
    }
    for action in ["enum", "text"] { reactor.action.send(action) }
    #expect(reactor.runningEffects == 2)
    reactor.action.send("x")
    #expect(reactor.runningEffects == 1)
  }

  @Test func `ids are the same if their types are and their values are equal`() {
    let reactor = ScriptedReactor()
    reactor.onMutate = { action in
      switch action {
      case "Int": Observable.never.cancellable(id: 1)
      case "Double": Observable.never.cancellable(id: 1.0)
      case "Int8": Observable.never.cancellable(id: Int8(1))
      case "Optional": Observable.never.cancellable(id: Int?.some(1))
      default: .cancel(id: 1)
      }
    }
    for action in ["Int", "Double", "Int8", "Optional", "Int"] { reactor.action.send(action) }
    #expect(reactor.runningEffects == 4)
    reactor.action.send("x")
    #expect(reactor.runningEffects == 3)
  }

  @Test(arguments: [CancellationPolicy.cancelPrevious, .keepBoth, .ignoreNew])
  func `an effect inside another of the same id is a part of it`(_ policy: CancellationPolicy) {
    let reactor = ScriptedReactor()
    let answers = Relay<String>()
    reactor.onMutate = { action in
      if action == "x" { return .cancel(id: "id") }
      return Observable.concat(
        .just("on"), answers.asObservable().take(1).cancellable(id: "id", whenRunning: policy), .just("off")
      ).cancellable(id: "id", whenRunning: policy)
    }

    reactor.action.send("a")
    answers.send("answer")
    #expect(reactor.log == ["on", "answer", "off"])
    #expect(reactor.runningEffects == 0)

    reactor.action.send("b")
    reactor.action.send("x")
    answers.send("late")
    #expect(reactor.log == ["on", "answer", "off", "on"])
    #expect(answers.observerCount == 0)
  }

  @Test func `a later effect cancels the whole of an earlier one of its id, inside and out`() {
    let reactor = ScriptedReactor()
    let answers = Relay<String>()
    reactor.onMutate = { action in
      Observable.concat(.just("\(action) on"), answers.asObservable().cancellable(id: "id")).cancellable(id: "id")
    }
    for action in ["a", "b"] { reactor.action.send(action) }
    answers.send("answer")
    #expect(reactor.log == ["a on", "b on", "answer"])
    #expect(reactor.runningEffects == 1)
  }

  @Test func `many effects of one id cost no more each than few, in whatever order they end`() {
    func cost(_ count: Int) -> Double {
      (0..<3).map { _ in
        let reactor = ScriptedReactor()
        reactor.onReduce = { _, _ in }
        let stops = (0..<count).map { _ in Relay<Void>() }
        let next = Box(0)
        reactor.onMutate = { _ in
          defer { next.value += 1 }
          return Observable.never.takeUntil(stops[next.value].asObservable())
            .cancellable(id: "id", whenRunning: .keepBoth)
        }
        let before = processorTime
        for _ in stops { reactor.action.send("a") }
        for stop in stops { stop.send(()) }
        #expect(reactor.runningEffects == 0)
        return processorTime - before
      }.min() ?? 0
    }
    let few = cost(2_500)
    let many = cost(10_000)
    #expect(many / few < 10, "2,500 effects took \(few) s, 10,000 took \(many) s")
  }

  private var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  @Test("outside a reactor an id means nothing")
  func outside() {
    let relay = Relay<Int>()
    let first = Recorder(relay.asObservable().cancellable(id: 1))
    let second = Recorder(relay.asObservable().cancellable(id: 1))
    let cancel = Recorder(Observable<Int>.cancel(id: 1))
    relay.send(7)
    #expect(first.elements == [7])
    #expect(second.elements == [7])
    #expect(cancel.isFinished)
  }
}
