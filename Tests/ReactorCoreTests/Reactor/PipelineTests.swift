import ReactorCore
import ReactorTesting
import ShowroomTestSupport
import Testing

@MainActor
@Suite struct PipelineTests {
  @Test func `an action goes through every method of the reactor, in order`() {
    let reactor = ScriptedReactor()
    let calls = Box<[String]>([])
    reactor.onTransformAction = { $0.do(onNext: { calls.value.append("transform action \($0)") }) }
    reactor.onMutate = { action in
      calls.value.append("mutate \(action)")
      return .just("m")
    }
    reactor.onTransformMutation = { $0.do(onNext: { calls.value.append("transform mutation \($0)") }) }
    reactor.onReduce = { state, mutation in
      calls.value.append("reduce \(mutation)")
      state.log.append(mutation)
    }
    reactor.onTransformState = { $0.do(onNext: { calls.value.append("transform state \($0.log)") }) }
    reactor.action.send("a")
    #expect(
      calls.value == [
        "transform state []", "transform action a", "mutate a", "transform mutation m", "reduce m",
        "transform state [\"m\"]",
      ])
  }

  @Test func `send has performed every leading synchronous element when it returns`() {
    let reactor = ScriptedReactor()
    reactor.onMutate = { action in
      switch action {
      case "just": .just("one")
      case "concat": .concat(.just("two"), .from(["three", "four"]), .empty, .just("five"))
      default:
        .run { emit in
          emit("six")
          emit("seven")
        }
      }
    }
    reactor.action.send("just")
    #expect(reactor.log == ["one"])
    reactor.action.send("concat")
    #expect(reactor.log == ["one", "two", "three", "four", "five"])
    reactor.action.send("run")
    #expect(reactor.log.suffix(2) == ["six", "seven"])
    #expect(reactor.runningEffects == 0)
  }

  @Test func `currentState is already the new state when a subscriber receives it`() {
    let reactor = ScriptedReactor()
    let seen = Box<[Bool]>([])
    let subscription = reactor.state.bind { [unowned reactor] state in
      seen.value.append(state == reactor.currentState)
    }
    reactor.action.send("a")
    reactor.action.send("b")
    #expect(seen.value == [true, true, true])
    subscription.dispose()
  }

  @Test func `currentState is the initial state before anything is connected`() {
    let reactor = ScriptedReactor()
    let connections = Box(0)
    reactor.onTransformState = { states in
      connections.value += 1
      return states
    }
    #expect(reactor.currentState == reactor.initialState)
    #expect(connections.value == 0)
  }

  @Test func `each transform runs once, at the first use of action or state`() {
    for useStateFirst in [true, false] {
      let reactor = ScriptedReactor()
      let calls = Box<[String]>([])
      reactor.onTransformAction = {
        calls.value.append("action")
        return $0
      }
      reactor.onTransformMutation = {
        calls.value.append("mutation")
        return $0
      }
      reactor.onTransformState = {
        calls.value.append("state")
        return $0
      }
      #expect(calls.value == [])
      if useStateFirst { _ = reactor.state } else { reactor.action.send("a") }
      _ = reactor.state
      _ = reactor.action
      reactor.action.send("b")
      let first = Recorder(reactor.state)
      let second = Recorder(reactor.state)
      #expect(calls.value.sorted() == ["action", "mutation", "state"])
      #expect(first.elements == second.elements)
    }
  }

  @Test func `the state is available when the action is first accessed`() {
    let reactor = ScriptedReactor()
    reactor.onTransformAction = { $0.startWith("first") }
    _ = reactor.action
    #expect(reactor.log == ["first"])
  }

  @Test func `a late subscriber first receives the current state`() {
    let reactor = ScriptedReactor()
    reactor.action.send("a")
    reactor.action.send("b")
    let late = Recorder(reactor.state.map { $0.log })
    #expect(late.elements == [["a", "b"]])
    reactor.action.send("c")
    #expect(late.elements == [["a", "b"], ["a", "b", "c"]])
  }

  @Test func `the initial state passes through transform(state:), and the result is not reduced again`() {
    let reactor = ScriptedReactor()
    reactor.onTransformState = { states in
      states.map { state in
        var state = state
        state.log.insert("head", at: 0)
        return state
      }
    }
    let logs = Recorder(reactor.state.map { $0.log })
    reactor.action.send("a")
    reactor.action.send("b")
    #expect(logs.elements == [["head"], ["head", "a"], ["head", "a", "b"]])
    #expect(reactor.currentState.log == ["head", "a", "b"])
    #expect(reactor.initialState.log == [])
  }

  @Test func `an initial action from transform(action:) survives a transformed initial state`() {
    let reactor = ScriptedReactor()
    reactor.onTransformAction = { $0.startWith("load") }
    reactor.onTransformState = { $0.map { $0 } }
    let logs = Recorder(reactor.state.map { $0.log })
    #expect(logs.elements == [["load"]])
    reactor.action.send("a")
    #expect(reactor.log == ["load", "a"])
  }

  @Test func `an action that transform(state:) sends during setup waits until the pipeline is complete`() {
    let reactor = ScriptedReactor()
    let tags = Box<[String]>([])
    reactor.onTransformAction = { $0.map { "transformed \($0)" } }
    reactor.onTransformState = { [unowned reactor] states in
      states.do(onNext: { state in
        tags.value.append("received \(state.log.count)")
        if state.log.isEmpty { reactor.action.send("early") }
      })
    }
    _ = reactor.state
    #expect(reactor.log == ["transformed early"])
    #expect(tags.value == ["received 0", "received 1"])
  }

  @Test func `one mutation is one commit, even if the state is equal`() {
    let reactor = ScriptedReactor()
    reactor.onReduce = { _, _ in }
    reactor.onMutate = { _ in .concat(.just("x"), .just("y")) }
    let states = Recorder(reactor.state)
    reactor.action.send("a")
    #expect(states.elements.count == 3)
  }

  @Test func `subscribers are notified in subscription order`() {
    let reactor = ScriptedReactor()
    let calls = Box<[Int]>([])
    let bag = DisposeBag()
    for number in 1...3 { reactor.state.skip(1).bind { _ in calls.value.append(number) }.disposed(by: bag) }
    reactor.action.send("a")
    reactor.action.send("b")
    #expect(calls.value == [1, 2, 3, 1, 2, 3])
  }

  @Test func `a mutation is reduced before the next stream of a concat is subscribed to`() {
    let reactor = ScriptedReactor()
    let seen = Box<[[String]]>([])
    reactor.onMutate = { [unowned reactor] _ in
      .concat(
        .just("one"),
        .deferred {
          seen.value.append(reactor.log)
          return .just("two")
        },
        .deferred {
          seen.value.append(reactor.log)
          return .empty
        })
    }
    reactor.action.send("a")
    #expect(seen.value == [["one"], ["one", "two"]])
  }

  @Test func `effects of several actions run concurrently`() async {
    let clock = VirtualClock()
    let reactor = ScriptedReactor()
    reactor.onMutate = { action in
      .run { emit in
        emit("\(action) begins")
        try await clock.sleep(for: action == "slow" ? .seconds(2) : .seconds(1))
        emit("\(action) ends")
      }
    }
    reactor.action.send("slow")
    reactor.action.send("quick")
    #expect(reactor.runningEffects == 2)
    await clock.advance(by: .seconds(2))
    #expect(reactor.log == ["slow begins", "quick begins", "quick ends", "slow ends"])
    #expect(reactor.runningEffects == 0)
  }

  @Test func `state(_:) emits the value of a property, then each different value, even if the first is nil`() {
    let reactor = ScriptedReactor()
    reactor.onReduce = { state, mutation in state.event = mutation == "nil" ? nil : mutation }
    let events = Recorder(reactor.state(\.event))
    for action in ["nil", "a", "a", "b", "nil"] { reactor.action.send(action) }
    #expect(events.elements == [nil, "a", "b", nil])
  }

  @Test func `the state stream neither ends nor emits when the reactor is released`() {
    var reactor: ScriptedReactor? = ScriptedReactor()
    let states = reactor.map { Recorder($0.state) }
    reactor = nil
    #expect(states?.elements.count == 1)
    #expect(states?.completion == nil)
  }
}
