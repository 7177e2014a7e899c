import ReactorCore
import ReactorTesting
import Testing

@MainActor
@Suite("Transforms")
struct TransformTests {
  private func reporting(_ reactor: ScriptedReactor) -> Box<[String]> {
    let errors = Box<[String]>([])
    reactor.store.onUnhandledError { errors.value.append("\($0)") }
    return errors
  }

  // MARK: Failures

  /// Fails a turn after each subscription, having delivered something.
  private func failing(_ clock: VirtualClock) -> Observable<String> {
    .run { emit in
      try await clock.sleep(for: .seconds(1))
      emit("sign of life")
      throw Failure("unreachable")
    }
  }

  @Test func `a merged stream that fails by itself is reported once, however long nobody sends anything`() async {
    let clock = VirtualClock()
    let reactor = ScriptedReactor()
    let errors = reporting(reactor)
    let user = StateRelay("user")
    reactor.onTransformMutation = { .merge($0, user.asObservable(), failing(clock)) }
    _ = reactor.state

    await clock.advance(by: .seconds(1_000))
    #expect(errors.value == ["unreachable"])
    #expect(reactor.log == ["user", "sign of life"])
  }

  @Test func `a merged stream that fails by itself is started again at most once for each element sent`() async {
    let clock = VirtualClock()
    let reactor = ScriptedReactor()
    let errors = reporting(reactor)
    reactor.onTransformMutation = { .merge($0, failing(clock)) }

    for action in ["a", "b", "c"] {
      reactor.action.send(action)
      await clock.advance(by: .seconds(100))
    }
    #expect(errors.value.count <= 4)
    #expect(reactor.log.filter { $0 != "sign of life" } == ["a", "b", "c"])
  }

  @Test func `a merged stream that fails does not repeat the value of a relay merged beside it`() {
    let reactor = ScriptedReactor()
    let errors = reporting(reactor)
    let user = StateRelay("first user")
    let news = Relay<String>()
    reactor.onTransformMutation = { mutations in
      .merge(
        mutations, user.asObservable(),
        news.asObservable().tryMap { if $0 == "bad" { throw Failure("bad news") } else { $0 } })
    }
    reactor.action.send("a")
    news.send("bad")
    #expect(reactor.log == ["first user", "a"])

    // Broken: nothing was sent since it was started again.
    news.send("bad")
    user.accept("second user")
    reactor.action.send("b")
    user.accept("third user")
    #expect(reactor.log == ["first user", "a", "second user", "b", "third user"])
    #expect(errors.value == ["bad news", "bad news"])
  }

  @Test func `what is sent while a transform is broken passes as it is`() {
    let reactor = ScriptedReactor()
    let errors = reporting(reactor)
    let isDown = Box(false)
    let trigger = Relay<String>()
    reactor.onTransformMutation = { mutations in
      .deferred {
        if isDown.value { throw Failure("down") }
        return .merge(mutations.map { $0.uppercased() }, trigger.asObservable().tryMap { throw Failure($0) })
      }
    }
    reactor.action.send("a")
    isDown.value = true
    trigger.send("breaks")
    reactor.action.send("b")
    reactor.action.send("c")
    isDown.value = false
    reactor.action.send("d")

    #expect(reactor.log == ["A", "b", "c", "D"])
    #expect(errors.value == ["breaks", "down", "down", "down"])
  }

  // MARK: Ids

  @Test func `an effect merged in by a transform can be canceled by its id`() {
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

  @Test func `a merged mutation that waits in the queue when its effect is canceled never commits`() {
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

  // MARK: States

  @Test func `subscribers hear what the transform tells, from the first value on`() {
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

  @Test func `a transform that leaves out the first state is not passed by it`() {
    let reactor = ScriptedReactor()
    reactor.onTransformState = { $0.skip(1) }
    let logs = Recorder(reactor.state.map { $0.log })
    #expect(logs.elements == [])

    reactor.action.send("a")
    #expect(logs.elements == [["a"]])
  }

  @Test func `a stub tells the state that a transform was holding back`() {
    let reactor = ScriptedReactor()
    reactor.onTransformState = { $0.skip(1) }
    let logs = Recorder(reactor.state.map { $0.log })
    let stub = reactor.stub()
    stub.state = ScriptedReactor.State(log: ["set"])

    #expect(logs.elements == [["set"]])
    #expect(Recorder(reactor.state.map { $0.log }).elements == [["set"]])
  }
}
