import ReactorCore
import ReactorTesting
import TestSupport
import Testing

@MainActor
@Suite struct TransformTests {
  private func reporting(_ reactor: ScriptedReactor) -> Box<[String]> {
    let errors = Box<[String]>([])
    reactor.store.onUnhandledError { errors.value.append("\($0)") }
    return errors
  }

  // MARK: Failures

  /// Emits an element and fails, one second after each subscription.
  private func failing(_ clock: VirtualClock) -> Observable<String> {
    .run { emit in
      try await clock.sleep(for: .seconds(1))
      emit("sign of life")
      throw Failure("unreachable")
    }
  }

  @Test func `a merged stream that fails on its own is reported once, even if nothing is sent afterward`() async {
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

  @Test func `a merged stream that fails on its own is restarted at most once for each element sent`() async {
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

  @Test func `a merged stream that fails does not repeat the value of a relay merged with it`() {
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

    // Still broken, because nothing was sent since the restart.
    news.send("bad")
    user.accept("second user")
    reactor.action.send("b")
    user.accept("third user")
    #expect(reactor.log == ["first user", "a", "second user", "b", "third user"])
    #expect(errors.value == ["bad news", "bad news"])
  }

  @Test func `elements sent while a transform is broken pass unchanged`() {
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

  // MARK: Restarting

  @Test func `a restarted transform repeats no value inside an effect with an ID`() {
    let reactor = ScriptedReactor()
    _ = reporting(reactor)
    let user = StateRelay("user")
    let trigger = Relay<String>()
    reactor.onTransformMutation = { mutations in
      .merge(
        mutations, user.asObservable().cancellable(id: "user"),
        trigger.asObservable().tryMap { throw Failure($0) })
    }
    _ = reactor.state

    trigger.send("breaks")
    reactor.action.send("a")

    #expect(reactor.log == ["user", "a"])
  }

  @Test func `a restarted transform repeats no element derived from a repeated value`() {
    let reactor = ScriptedReactor()
    _ = reporting(reactor)
    let (user, language) = (StateRelay("user"), StateRelay("language"))
    let trigger = Relay<String>()
    reactor.onTransformMutation = { mutations in
      .merge(
        mutations,
        user.asObservable().flatMap { .concat(language.asObservable().take(1), .just("language of \($0)")) },
        trigger.asObservable().tryMap { throw Failure($0) })
    }
    _ = reactor.state

    trigger.send("breaks")
    reactor.action.send("a")

    #expect(reactor.log == ["language", "language of user", "a"])
  }

  @Test func `a restarted transform receives the value that a relay was delivering when it failed`() {
    let reactor = ScriptedReactor()
    _ = reporting(reactor)
    let user = StateRelay("first user")
    let trigger = Relay<String>()
    let subscription = user.asObservable().bind { if $0 == "second user" { trigger.send("breaks") } }
    reactor.onTransformMutation = { mutations in
      .merge(mutations, user.asObservable(), trigger.asObservable().tryMap { throw Failure($0) })
    }
    _ = reactor.state

    user.accept("second user")
    reactor.action.send("a")

    #expect(reactor.log == ["first user", "second user", "a"])
    subscription.dispose()
  }

  @Test func `actions sent while a failure is reported restart the transform once`() {
    let reactor = ScriptedReactor()
    let trigger = Relay<String>()
    reactor.store.onUnhandledError { [unowned reactor] _ in
      for action in ["b", "c"] { reactor.action.send(action) }
    }
    reactor.onTransformMutation = { mutations in
      .merge(mutations, trigger.asObservable().tryMap { throw Failure($0) })
    }
    reactor.action.send("a")

    trigger.send("breaks")
    reactor.action.send("d")

    #expect(reactor.log == ["a", "b", "c", "d"])
  }

  @Test func `a transform that fails while it restarts is not restarted again`() {
    let reactor = ScriptedReactor()
    let errors = reporting(reactor)
    let isDown = Box(false)
    let (results, trigger) = (Relay<String>(), Relay<String>())
    reactor.onMutate = { $0 == "listen" ? results.asObservable() : .just($0) }
    reactor.onTransformMutation = { mutations in
      .deferred {
        guard isDown.value else { return .merge(mutations, trigger.asObservable().tryMap { throw Failure($0) }) }
        results.send("result")
        throw Failure("down")
      }
    }
    reactor.action.send("listen")
    isDown.value = true
    trigger.send("breaks")

    reactor.action.send("a")

    #expect(errors.value == ["breaks", "down"])
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
}
