import ReactorCore
import ReactorTesting
import ShowroomTestSupport
import Testing

@MainActor
@Suite struct TransformTests {
  @Test func `streams merged at first use begin with the states, then the mutations, then the actions`() {
    let reactor = ScriptedReactor()
    reactor.onTransformAction = { .merge($0, .just("action")) }
    reactor.onTransformMutation = { .merge($0, .just("mutation")) }
    reactor.onTransformState = { .merge($0, .just(ScriptedReactor.State(log: ["state"]))) }
    let logs = Box<[[String]]>([])
    let subscription = reactor.state.bind { logs.value.append($0.log) }

    // ReactorKit begins with the actions.
    #expect(logs.value == [["mutation", "action"]])
    subscription.dispose()
  }

  // MARK: IDs

  @Test func `an effect merged in by a transform can be canceled by its ID`() {
    let reactor = ScriptedReactor()
    let ticks = Relay<String>()
    reactor.onTransformMutation = { .merge($0, ticks.asObservable().cancellable(id: "ticks")) }
    reactor.onMutate = { $0 == "stop" ? .cancel(id: "ticks") : .just($0) }
    reactor.action.send("a")
    ticks.send("tick")
    reactor.action.send("stop")
    ticks.send("tock")
    reactor.action.send("b")

    #expect(reactor.log == ["a", "tick", "b"])
    #expect(ticks.observerCount == 0)
  }

  @Test func `a merged mutation that waits in the queue never commits if its effect is canceled`() {
    let reactor = ScriptedReactor()
    let ticks = Relay<String>()
    reactor.onTransformMutation = { .merge($0, ticks.asObservable().cancellable(id: "ticks")) }
    reactor.onMutate = { $0 == "stop" ? .cancel(id: "ticks") : .just($0) }
    let subscription = reactor.state.bind { [unowned reactor] state in
      guard state.log.last == "go" else { return }
      reactor.action.send("stop")
      ticks.send("tick")
    }
    reactor.action.send("go")

    #expect(reactor.log == ["go"])
    subscription.dispose()
  }

  @Test func `a merged mutation of a canceled effect never commits, even if the canceling action causes another one`() {
    let reactor = ScriptedReactor()
    let (ticks, notes) = (Relay<String>(), Relay<String>())
    reactor.onTransformMutation = { .merge($0, ticks.asObservable().cancellable(id: "ticks"), notes.asObservable()) }
    reactor.onMutate = { action in
      guard action == "stop" else { return .just(action) }
      notes.send("note")
      return .cancel(id: "ticks")
    }
    let subscription = reactor.state.bind { [unowned reactor] state in
      guard state.log == ["go"] else { return }
      reactor.action.send("stop")
      ticks.send("tick")
    }
    reactor.action.send("go")

    #expect(reactor.log == ["go", "note"])
    subscription.dispose()
  }

  @Test func `elements of a merged stream keep their order, although each is an effect with the same ID`() {
    let reactor = ScriptedReactor()
    let ticks = Relay<String>()
    reactor.onTransformMutation = {
      .merge($0, ticks.asObservable().flatMap { Observable.just($0).cancellable(id: "t") })
    }
    reactor.onMutate = { action in
      guard action == "next" else { return .just(action) }
      ticks.send("2")
      return .empty
    }
    let subscription = reactor.state.bind { [unowned reactor] state in
      guard state.log == ["go"] else { return }
      reactor.action.send("next")
      ticks.send("1")
    }
    reactor.action.send("go")

    #expect(reactor.log == ["go", "1", "2"])
    subscription.dispose()
  }

  @Test func `an action merged while an effect delivers a state is not performed if it is canceled`() {
    let reactor = ScriptedReactor()
    let (merged, results) = (Relay<String>(), Relay<String>())
    reactor.onTransformAction = { .merge($0, merged.asObservable().cancellable(id: "merged")) }
    reactor.onMutate = { action in
      switch action {
      case "listen": results.asObservable()
      case "x": .cancel(id: "merged")
      default: .just(action)
      }
    }
    reactor.action.send("listen")
    let subscription = reactor.state.bind { [unowned reactor] state in
      guard state.log.last == "go" else { return }
      reactor.action.send("x")
      merged.send("late")
    }

    results.send("go")

    #expect(reactor.log == ["go"])
    subscription.dispose()
  }

  @Test func `a queued action of a merged effect is not performed if the effect is canceled`() {
    let reactor = ScriptedReactor()
    let merged = Relay<String>()
    reactor.onTransformAction = { .merge($0, merged.asObservable().cancellable(id: "merged")) }
    reactor.onMutate = { $0 == "x" ? .cancel(id: "merged") : .just($0) }
    let subscription = reactor.state.bind { [unowned reactor] state in
      guard state.log.last == "go" else { return }
      reactor.action.send("x")
      merged.send("late")
    }

    reactor.action.send("go")

    #expect(reactor.log == ["go"])
    subscription.dispose()
  }

  // MARK: States

  @Test func `subscribers receive the transformed states, from the first value on`() {
    let reactor = ScriptedReactor()
    let release = Relay<Void>()
    reactor.onTransformState = { states in
      release.asObservable().take(1).flatMap {
        states.map { state in
          var state = state
          state.log.insert("transformed", at: 0)
          return state
        }
      }
    }
    let early = Recorder(reactor.state.map { $0.log })
    reactor.action.send("a")
    #expect(early.elements == [])
    #expect(reactor.currentState.log == [])

    release.send(())
    reactor.action.send("b")
    #expect(early.elements == [["transformed", "a", "b"]])
    #expect(Recorder(reactor.state.map { $0.log }).elements == [["transformed", "a", "b"]])
  }

  @Test func `a transform that omits the initial state is not bypassed by it`() {
    let reactor = ScriptedReactor()
    reactor.onTransformState = { $0.skip(1) }
    let logs = Recorder(reactor.state.map { $0.log })
    #expect(logs.elements == [])

    reactor.action.send("a")
    #expect(logs.elements == [["a"]])
  }

  @Test func `a stub delivers the state that a transform was withholding`() {
    let reactor = ScriptedReactor()
    reactor.onTransformState = { $0.skip(1) }
    let logs = Recorder(reactor.state.map { $0.log })
    let stub = reactor.stub()
    stub.state = ScriptedReactor.State(log: ["set"])

    #expect(logs.elements == [["set"]])
    #expect(Recorder(reactor.state.map { $0.log }).elements == [["set"]])
  }
}
