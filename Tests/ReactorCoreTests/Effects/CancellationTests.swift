import ReactorCore
import ReactorTesting
import ShowroomTestSupport
import Testing

@MainActor
@Suite struct CancellationTests {
  private let clock = VirtualClock()

  /// Returns a reactor whose effects emit "name begins" and, a second later, "name ends". The first letter of an action
  /// selects the policy.
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

  @Test func `cancelPrevious keeps the latest effect, and the previous one never commits again`() async {
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

  @Test func `keepBoth runs both effects to their end`() async {
    let reactor = reactor()
    reactor.action.send("k1")
    reactor.action.send("k2")
    #expect(reactor.runningEffects == 2)
    await clock.advance(by: .seconds(1))
    #expect(reactor.log == ["k1 begins", "k2 begins", "k1 ends", "k2 ends"])
    #expect(reactor.runningEffects == 0)
  }

  @Test func `keepBoth lets the ID cancel both effects`() async {
    let reactor = reactor()
    reactor.action.send("k1")
    reactor.action.send("k2")
    reactor.action.send("x")
    #expect(reactor.runningEffects == 0)
    await clock.advance(by: .seconds(1))
    #expect(reactor.log == ["k1 begins", "k2 begins"])
  }

  @Test func `ignoreNew starts no effect while one is running, and starts one afterward`() async {
    let reactor = reactor()
    reactor.action.send("i1")
    reactor.action.send("i2")
    #expect(reactor.runningEffects == 1)
    await clock.advance(by: .seconds(1))
    reactor.action.send("i3")
    await clock.advance(by: .seconds(1))
    #expect(reactor.log == ["i1 begins", "i1 ends", "i3 begins", "i3 ends"])
  }

  @Test func `cancel(id:) cancels the effect with that ID, no other, and commits nothing`() async {
    let reactor = reactor()
    for action in ["p1", "o1", "free"] { reactor.action.send(action) }
    let states = Recorder(reactor.state)
    reactor.action.send("x")
    #expect(states.elements.count == 1)
    #expect(reactor.runningEffects == 2)
    await clock.advance(by: .seconds(1))
    #expect(reactor.log == ["p1 begins", "o1 begins", "free begins", "o1 ends", "free ends"])
  }

  @Test func `canceling an unused ID has no effect`() {
    let reactor = reactor()
    reactor.action.send("x")
    #expect(reactor.log == [])
    #expect(reactor.runningEffects == 0)
  }

  @Test func `streams after a canceled stream of a concat do not run`() async {
    let reactor = reactor { .concat(.just("on"), $0, .just("off")) }
    reactor.action.send("p1")
    reactor.action.send("p2")
    #expect(reactor.log == ["on", "p1 begins", "on", "p2 begins"])
    #expect(reactor.runningEffects == 1)
    await clock.advance(by: .seconds(1))
    #expect(reactor.log == ["on", "p1 begins", "on", "p2 begins", "p2 ends", "off"])
    #expect(reactor.runningEffects == 0)
  }

  @Test func `streams after an ignored stream of a concat do not run`() async {
    let reactor = reactor { .concat(.just("on"), $0, .just("off")) }
    reactor.action.send("i1")
    reactor.action.send("i2")
    #expect(reactor.runningEffects == 1)
    await clock.advance(by: .seconds(1))
    #expect(reactor.log == ["on", "i1 begins", "on", "i1 ends", "off"])
  }

  @Test func `a catch does not handle a cancellation as an error`() async {
    let reactor = reactor { .concat($0, .just("off")).catch { _ in .just("caught") } }
    reactor.action.send("p1")
    reactor.action.send("x")
    await clock.advance(by: .seconds(1))
    #expect(reactor.log == ["p1 begins"])
    #expect(reactor.runningEffects == 0)
  }

  @Test func `a merge continues with its other streams when one is canceled, and then ends as canceled`() async {
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

  @Test func `a flatMapLatest whose inner stream is canceled ends as canceled`() async {
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

  @Test func `two streams of one concat may have the same ID`() async {
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

  @Test func `an effect canceled by a subscriber to the state that it has just changed does not commit again`() {
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

  @Test func `a queued mutation never commits if its effect is canceled`() {
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

  @Test func `a queued mutation commits if its effect has merely finished`() {
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

  @Test func `elements of a canceled run are dropped, even if the run ignores its cancellation`() async {
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
    await eventually { isOver.value }
    #expect(isOver.value)
    #expect(reactor.log == ["begins"])
  }

  @Test func `canceling an effect by its ID cancels its task`() {
    let reactor = ScriptedReactor()
    reactor.onMutate = { [clock] action in
      action == "x"
        ? .cancel(id: "id") : .run { _ in try await clock.sleep(for: .seconds(1)) }.cancellable(id: "id")
    }

    reactor.action.send("a")
    #expect(clock.sleeperCount == 1)
    reactor.action.send("x")

    #expect(clock.sleeperCount == 0)
  }

  @Test func `a combineLatest continues with one stream when the other is canceled, and then ends as canceled`() {
    let reactor = ScriptedReactor()
    let (one, two) = (Relay<String>(), Relay<String>())
    reactor.onMutate = { action in
      if action == "x" { return .cancel(id: "one") }
      let pairs = Observable.combineLatest(one.asObservable().cancellable(id: "one"), two.asObservable().take(1))
      return .concat(pairs.map { "\($0) \($1)" }, .just("after"))
    }

    reactor.action.send("a")
    one.send("1")
    reactor.action.send("x")
    two.send("2")

    #expect(reactor.log == ["1 2"])
    #expect(reactor.runningEffects == 0)
  }

  @Test func `a flatMapLatest whose canceled inner stream was replaced ends as finished`() {
    let reactor = ScriptedReactor()
    let outer = Relay<String>()
    reactor.onMutate = { action in
      if action == "x" { return .cancel(id: "one") }
      let latest = outer.asObservable().take(2).flatMapLatest { name -> Observable<String> in
        name == "one" ? .never.cancellable(id: "one") : .just(name)
      }
      return .concat(latest, .just("after"))
    }

    reactor.action.send("a")
    outer.send("one")
    reactor.action.send("x")
    outer.send("two")

    #expect(reactor.log == ["two", "after"])
  }
}
