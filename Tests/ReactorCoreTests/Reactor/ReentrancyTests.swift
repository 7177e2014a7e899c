import ReactorCore
import ReactorTesting
import ShowroomTestSupport
import Testing

@MainActor
@Suite struct ReentrancyTests {
  @Test func `an action sent by a state subscriber waits for the synchronous part of the current one`() {
    let reactor = ScriptedReactor()
    reactor.onMutate = { action in .concat(.just("\(action)1"), .just("\(action)2")) }
    let subscription = reactor.state.bind { [unowned reactor] state in
      if state.log == ["a1"] { reactor.action.send("b") }
    }
    reactor.action.send("a")
    #expect(reactor.log == ["a1", "a2", "b1", "b2"])
    subscription.dispose()
  }

  @Test func `an action sent between two mutations waits for both if they are synchronous`() async {
    let clock = VirtualClock()
    for effect in ["of", "run", "sleep"] {
      let reactor = ScriptedReactor()
      reactor.onMutate = { action in
        switch action {
        case "of": .of("m1", "m2")
        case "run": .run { emit in for mutation in ["m1", "m2"] { emit(mutation) } }
        case "sleep":
          .run { emit in
            try await clock.sleep(for: .seconds(1))
            for mutation in ["m1", "m2"] { emit(mutation) }
          }
        default: .just(action)
        }
      }
      let subscription = reactor.state.bind { [unowned reactor] state in
        if state.log == ["m1"] { reactor.action.send("b") }
      }

      reactor.action.send(effect)
      await clock.advance(by: .seconds(1))

      // In ReactorKit, the mutations of `of` are scheduled one by one, with the action in between.
      #expect(reactor.log == (effect == "sleep" ? ["m1", "b", "m2"] : ["m1", "m2", "b"]), "\(effect)")
      subscription.dispose()
    }
  }

  @Test func `an action sent from reduce does not recurse`() {
    let reactor = ScriptedReactor()
    let depth = Box(0)
    let deepest = Box(0)
    reactor.onReduce = { [unowned reactor] state, mutation in
      depth.value += 1
      deepest.value = max(deepest.value, depth.value)
      if mutation == "a" { reactor.action.send("b") }
      state.log.append(mutation)
      depth.value -= 1
    }
    reactor.action.send("a")
    #expect(reactor.log == ["a", "b"])
    #expect(deepest.value == 1)
  }

  @Test func `an action sent from mutate waits until the current one's mutations are committed`() {
    let reactor = ScriptedReactor()
    reactor.onMutate = { [unowned reactor] action in
      if action == "a" { reactor.action.send("b") }
      return .just(action)
    }
    reactor.action.send("a")
    #expect(reactor.log == ["a", "b"])
  }

  @Test func `a subscriber never receives a state while it is handling another`() {
    let reactor = ScriptedReactor()
    let received = Box<[String]>([])
    let bag = DisposeBag()
    for name in ["first", "second"] {
      reactor.state.skip(1).bind { [unowned reactor] state in
        received.value.append("\(name) \(state.log.count) begins")
        if name == "first", state.log.count == 1 { reactor.action.send("b") }
        received.value.append("\(name) \(state.log.count) ends")
      }.disposed(by: bag)
    }
    reactor.action.send("a")
    #expect(
      received.value == [
        "first 1 begins", "first 1 ends", "second 1 begins", "second 1 ends",
        "first 2 begins", "first 2 ends", "second 2 begins", "second 2 ends",
      ])
  }

  @Test func `ten thousand actions, each sent by the subscriber of the previous one, do not grow the stack`() {
    let reactor = ScriptedReactor()
    let count = Box(0)
    reactor.onReduce = { _, _ in count.value += 1 }
    let subscription = reactor.state.skip(1).bind { [unowned reactor] _ in
      if count.value < 10_000 { reactor.action.send("again") }
    }
    reactor.action.send("go")
    #expect(count.value == 10_000)
    subscription.dispose()
  }

  @Test func `dismissing and then presenting keeps the order`() {
    let reactor = ScriptedReactor()
    let screen = Box<[String]>([])
    reactor.onReduce = { state, mutation in state.event = mutation }
    let subscription = reactor.pulse(unwrapping: \.$event).bind { [unowned reactor] event in
      screen.value.append(event)
      if event == "dismiss" { reactor.action.send("present") }
      screen.value.append("\(event) done")
    }
    reactor.action.send("dismiss")
    #expect(screen.value == ["dismiss", "dismiss done", "present", "present done"])
    subscription.dispose()
  }

  @Test func `a mutation merged into transform(mutation:) during a delivery passes through the same queue`() {
    let reactor = ScriptedReactor()
    let global = Relay<String>()
    reactor.onTransformMutation = { .merge($0, global.asObservable()) }
    let logs = Recorder(reactor.state.map { $0.log })
    let subscription = reactor.state.bind { [unowned reactor] state in
      if state.log == ["a"] {
        reactor.action.send("sent first")
        global.send("merged second")
      }
    }
    let late = Recorder(reactor.state.map { $0.log })
    reactor.action.send("a")
    #expect(reactor.log == ["a", "sent first", "merged second"])
    #expect(logs.elements == late.elements)
    #expect(logs.elements.map(\.count) == [0, 1, 2, 3])
    subscription.dispose()
  }

  @Test func `a mutation that mutate causes in a merged stream follows the earlier ones of that stream`() {
    let reactor = ScriptedReactor()
    let global = Relay<String>()
    reactor.onTransformMutation = { .merge($0, global.asObservable()) }
    reactor.onMutate = { action in
      if action == "b" { global.send("new") }
      return .just(action)
    }
    let subscription = reactor.state.bind { [unowned reactor] state in
      if state.log == ["a"] {
        reactor.action.send("b")
        global.send("old")
        reactor.action.send("c")
      }
    }

    reactor.action.send("a")

    #expect(reactor.log == ["a", "old", "new", "b", "c"])
    subscription.dispose()
  }

  @Test func `an action merged into transform(action:) while mutate runs waits for it`() {
    let reactor = ScriptedReactor()
    let shortcuts = Relay<String>()
    reactor.onTransformAction = { .merge($0, shortcuts.asObservable()) }
    reactor.onMutate = { action in
      if action == "a" { shortcuts.send("b") }
      return .concat(.just("\(action)1"), .just("\(action)2"))
    }
    reactor.action.send("a")
    #expect(reactor.log == ["a1", "a2", "b1", "b2"])
  }

  @Test func `an effect that emits during a delivery passes through transform(mutation:) in its turn`() {
    let reactor = ScriptedReactor()
    let answers = Relay<String>()
    let transformed = Box<[String]>([])
    reactor.onMutate = { action in action == "listen" ? answers.asObservable() : .just(action) }
    // Two subscriptions, as in a transform that derives a second mutation. Both must receive the same order.
    reactor.onTransformMutation = { mutations in
      .merge(mutations, mutations.map { "\($0)'" }).do(onNext: { transformed.value.append($0) })
    }
    reactor.action.send("listen")
    let subscription = reactor.state.skip(1).bind { state in
      if state.log == ["a"] { answers.send("answer") }
    }
    reactor.action.send("a")
    #expect(reactor.log == ["a", "a'", "answer", "answer'"])
    #expect(transformed.value == ["a", "a'", "answer", "answer'"])
    subscription.dispose()
  }

  @Test func `a state merged into transform(state:) during a delivery follows the current state`() {
    let reactor = ScriptedReactor()
    let foreign = Relay<ScriptedReactor.State>()
    reactor.onTransformState = { .merge($0, foreign.asObservable()) }
    let subscription = reactor.state.bind { [unowned reactor] state in
      if state.log == ["a"] {
        reactor.action.send("b")
        foreign.send(ScriptedReactor.State(log: ["foreign"]))
      }
    }
    let late = Recorder(reactor.state.map { $0.log })
    reactor.action.send("a")
    #expect(late.elements == [[], ["a"], ["foreign"], ["a", "b"]])
    #expect(reactor.log == ["a", "b"])
    subscription.dispose()
  }

  @Test func `an action sent by a subscriber to a merged state is reduced after all others received that state`() {
    let reactor = ScriptedReactor()
    let foreign = Relay<ScriptedReactor.State>()
    let global = Relay<String>()
    let calls = Box<[String]>([])
    let bag = DisposeBag()
    reactor.onTransformMutation = { .merge($0, global.asObservable()) }
    reactor.onTransformState = { .merge($0, foreign.asObservable()) }
    reactor.onReduce = { _, mutation in calls.value.append("reduce \(mutation)") }
    reactor.state.skip(1).bind { [unowned reactor] state in
      guard state.log == ["foreign"] else { return }
      reactor.action.send("a")
      global.send("m")
    }.disposed(by: bag)
    reactor.state.skip(1).bind { calls.value.append("received \($0.log)") }.disposed(by: bag)
    foreign.send(ScriptedReactor.State(log: ["foreign"]))
    #expect(calls.value == ["received [\"foreign\"]", "reduce a", "received []", "reduce m", "received []"])
  }

  @Test func `actions sent between two reactors during a delivery settle in each, without recursion`() {
    let left = ScriptedReactor()
    let right = ScriptedReactor()
    let bag = DisposeBag()
    left.state.skip(1).bind { [unowned right] state in
      if state.log.count < 3 { right.action.send("from left \(state.log.count)") }
    }.disposed(by: bag)
    right.state.skip(1).bind { [unowned left] state in
      left.action.send("from right \(state.log.count)")
    }.disposed(by: bag)
    left.action.send("go")
    #expect(left.log == ["go", "from right 1", "from right 2"])
    #expect(right.log == ["from left 1", "from left 2"])
  }

  @Test func `an action merged into transform(action:) during a delivery waits until everyone received the state`() {
    let reactor = ScriptedReactor()
    let merged = Relay<String>()
    let journal = Box<[String]>([])
    reactor.onTransformAction = { .merge($0, merged.asObservable()) }
    reactor.onMutate = { action in
      journal.value.append("mutate \(action)")
      return .just(action)
    }
    let first = reactor.state.bind { if $0.log.last == "a" { merged.send("b") } }
    let second = reactor.state.bind { journal.value.append("state \($0.log.last ?? "")") }

    reactor.action.send("a")

    #expect(journal.value == ["state ", "mutate a", "state a", "mutate b", "state b"])
    first.dispose()
    second.dispose()
  }

  @Test func `a mutation sent from transform(state:) after its state waits for the end of the commit`() {
    let reactor = ScriptedReactor()
    let results = Relay<String>()
    let recorded = Box<[String]>([])
    reactor.store.record { mutation, _ in recorded.value.append(mutation) }
    reactor.onMutate = { $0 == "listen" ? results.asObservable() : .just($0) }
    reactor.onTransformState = { states in
      states.flatMap { state in
        .concat(
          .just(state),
          .deferred {
            if state.log.last == "a" { results.send("b") }
            return .empty
          })
      }
    }
    reactor.action.send("listen")

    reactor.action.send("a")

    #expect(recorded.value == ["a", "b"])
  }
}
