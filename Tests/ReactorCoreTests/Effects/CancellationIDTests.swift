import ReactorCore
import ReactorTesting
import ShowroomTestSupport
import Testing

@MainActor
@Suite struct CancellationIDTests {
  private let clock = VirtualClock()

  @Test func `an ID inside a catch inside a concat is known to the reactor, even in the handler's stream`() async {
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

  @Test func `IDs belong to one reactor: an effect of another reactor with the same ID continues`() {
    let (first, second) = (ScriptedReactor(), ScriptedReactor())
    let results = Relay<String>()
    for reactor in [first, second] {
      reactor.onMutate = { $0 == "x" ? .cancel(id: "id") : results.asObservable().cancellable(id: "id") }
      reactor.action.send("a")
    }

    first.action.send("x")
    results.send("result")

    #expect(first.runningEffects == 0)
    #expect(second.log == ["result"])
  }

  @Test func `IDs of different types are different IDs`() async {
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

  @Test func `IDs are the same if their types are the same and their values are equal`() {
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
  func `an effect inside another with the same ID is a part of it`(_ policy: CancellationPolicy) {
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

  @Test func `a new effect cancels an earlier one with its ID completely, including the effects inside it`() {
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

  @Test func `the cost of an effect does not depend on the number of effects with its ID`() {
    func cost(_ count: Int) -> Double {
      processorTime {
        let reactor = ScriptedReactor()
        reactor.onReduce = { _, _ in }
        let stops = (0..<count).map { _ in Relay<Void>() }
        let next = Box(0)
        reactor.onMutate = { _ in
          defer { next.value += 1 }
          return Observable.never.take(until: stops[next.value].asObservable())
            .cancellable(id: "id", whenRunning: .keepBoth)
        }
        for _ in stops { reactor.action.send("a") }
        for stop in stops { stop.send(()) }
        #expect(reactor.runningEffects == 0)
      }
    }
    let few = cost(1_000)
    let many = cost(16_000)
    // 16 times as many cost about 16 times as much, and if each depended on their number, 256 times.
    #expect(many / few < 64, "1,000 effects took \(few) s, 16,000 took \(many) s")
  }

  @Test func `an ID outside a reactor has no effect`() {
    let relay = Relay<Int>()
    let first = Recorder(relay.asObservable().cancellable(id: 1))
    let second = Recorder(relay.asObservable().cancellable(id: 1))
    let cancel = Recorder(Observable<Int>.cancel(id: 1))
    relay.send(7)
    #expect(first.elements == [7])
    #expect(second.elements == [7])
    #expect(cancel.isFinished)
  }

  @Test func `an effect nested two levels inside another with the same ID is a part of it`() {
    let reactor = ScriptedReactor()
    let results = Relay<String>()
    reactor.onMutate = { _ in
      let innermost = results.asObservable().take(1).cancellable(id: "id")
      let middle = innermost.cancellable(id: "other")
      return .concat(Observable.concat(.just("on"), middle).cancellable(id: "id"), .just("off"))
    }

    reactor.action.send("a")
    results.send("result")

    #expect(reactor.log == ["on", "result", "off"])
  }

  @Test func `an element that does not reach the reactor leaves later mutations alone when its effect is canceled`() {
    let reactor = ScriptedReactor()
    let (dropped, kept) = (Relay<String>(), Relay<String>())
    reactor.onMutate = { action in
      switch action {
      case "drop": dropped.asObservable().cancellable(id: "id").filter { _ in false }
      case "keep": kept.asObservable()
      case "x": .cancel(id: "id")
      default: .just(action)
      }
    }
    for action in ["drop", "keep"] { reactor.action.send(action) }
    let subscription = reactor.state.bind { [unowned reactor] state in
      guard state.log.last == "go" else { return }
      reactor.action.send("x")
      kept.send("kept")
    }

    dropped.send("dropped")
    reactor.action.send("go")

    #expect(reactor.log == ["go", "kept"])
    subscription.dispose()
  }

  @Test func `a mutation sent while an effect delivers does not belong to that effect`() {
    let reactor = ScriptedReactor()
    let (results, kept) = (Relay<String>(), Relay<String>())
    reactor.onMutate = { action in
      switch action {
      case "listen": results.asObservable().cancellable(id: "id")
      case "keep": kept.asObservable()
      default: .cancel(id: "id")
      }
    }
    for action in ["listen", "keep"] { reactor.action.send(action) }
    let subscription = reactor.state.bind { [unowned reactor] state in
      guard state.log.last == "result" else { return }
      reactor.action.send("x")
      kept.send("kept")
    }

    results.send("result")

    #expect(reactor.log == ["result", "kept"])
    subscription.dispose()
  }

  @Test func `a queued mutation of a finished inner effect never commits if the outer effect is canceled`() {
    let reactor = ScriptedReactor()
    let results = Relay<String>()
    reactor.onMutate = { action in
      switch action {
      case "listen":
        Observable.concat(results.asObservable().take(1).cancellable(id: "inner"), .never).cancellable(id: "outer")
      case "x": .cancel(id: "outer")
      default: .just(action)
      }
    }
    reactor.action.send("listen")
    let subscription = reactor.state.bind { [unowned reactor] state in
      guard state.log.last == "go" else { return }
      reactor.action.send("x")
      results.send("result")
    }

    reactor.action.send("go")

    #expect(reactor.log == ["go"])
    subscription.dispose()
  }

  @Test func `a queued mutation never commits if the inner of its effects is canceled`() {
    let reactor = ScriptedReactor()
    let results = Relay<String>()
    reactor.onMutate = { action in
      switch action {
      case "listen":
        Observable.concat(results.asObservable().cancellable(id: "inner"), .never).cancellable(id: "outer")
      case "x": .cancel(id: "inner")
      default: .just(action)
      }
    }
    reactor.action.send("listen")
    let subscription = reactor.state.bind { [unowned reactor] state in
      guard state.log.last == "go" else { return }
      reactor.action.send("x")
      results.send("result")
    }

    reactor.action.send("go")

    #expect(reactor.log == ["go"])
    subscription.dispose()
  }
}
