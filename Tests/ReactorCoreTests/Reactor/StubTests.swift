import ReactorCore
import ReactorTesting
import Testing

@MainActor
@Suite("Stub")
struct StubTests {
  @Test("a stub records the actions; neither mutate nor reduce nor a transform runs")
  func recordsActions() {
    let reactor = ScriptedReactor()
    let calls = Box(0)
    reactor.onMutate = { action in
      calls.value += 1
      return .just(action)
    }
    reactor.onReduce = { _, _ in calls.value += 1 }
    reactor.onTransformAction = { actions in
      calls.value += 1
      return actions
    }
    reactor.onTransformState = { states in
      calls.value += 1
      return states
    }
    let stub = reactor.stub()
    reactor.action.send("a")
    reactor.action.send("b")
    #expect(stub.actions == ["a", "b"])
    #expect(calls.value == 0)
    #expect(reactor.log == [])
  }

  @Test("setting the stub's state sets currentState and tells the subscribers")
  func setsState() {
    let reactor = ScriptedReactor()
    let stub = reactor.stub()
    let logs = Recorder(reactor.state(\.log))
    stub.state.log = ["set"]
    #expect(reactor.currentState.log == ["set"])
    #expect(stub.state.log == ["set"])
    #expect(logs.elements == [[], ["set"]])
  }

  @Test("the stub, the action and the state stay the same objects")
  func sameObjects() {
    let reactor = ScriptedReactor()
    let action = reactor.action
    let early = Recorder(reactor.state(\.log))
    let stub = reactor.stub()
    #expect(reactor.stub() === stub)
    #expect(reactor.action === action)
    action.send("a")
    stub.state.log = ["set"]
    #expect(stub.actions == ["a"])
    #expect(early.elements == [[], ["set"]])
  }

  @Test("a stub after effects cancels them, and what they send while they end goes nowhere")
  func afterEffects() async {
    let clock = VirtualClock()
    let reactor = ScriptedReactor()
    reactor.onMutate = { [unowned reactor] action in
      action == "tidy"
        ? .just("tidied")
        : .create { observer in
          observer.next("started")
          return ActionDisposable { reactor.action.send("tidy") }
        }
    }
    reactor.action.send("a")
    let waiting = ScriptedReactor()
    waiting.onMutate = { action in
      .run { emit in
        try await clock.sleep(for: .seconds(1))
        emit(action)
      }
    }
    waiting.action.send("a")
    let stub = reactor.stub()
    _ = waiting.stub()
    #expect(reactor.runningEffects == 0)
    #expect(waiting.runningEffects == 0)
    await clock.advance(by: .seconds(2))
    #expect(reactor.log == ["started"])
    #expect(waiting.log == [])
    #expect(stub.actions == [])
  }

  @Test("a stub made in mid-delivery cancels the effect that is being started, and drops what waits")
  func inMidDelivery() {
    let reactor = ScriptedReactor()
    let endings = Box(0)
    reactor.onMutate = { _ in
      .create { observer in
        observer.next("one")
        observer.next("two")
        return ActionDisposable { endings.value += 1 }
      }
    }
    let subscription = reactor.state.skip(1).bind { [unowned reactor] _ in
      reactor.action.send("waits")
      _ = reactor.stub()
    }
    reactor.action.send("a")
    #expect(reactor.log == ["one"])
    #expect(endings.value == 1)
    #expect(reactor.runningEffects == 0)
    subscription.dispose()
  }

  @Test("a stub's state set from inside a subscriber leaves no subscriber with an old one")
  func nestedState() {
    let reactor = ScriptedReactor()
    let stub = reactor.stub()
    let subscription = reactor.state(\.log).bind { log in
      if log == ["one"] { stub.state.log = ["two"] }
    }
    let late = Recorder(reactor.state(\.log))
    stub.state.log = ["one"]
    #expect(late.elements == [[], ["one"], ["two"]])
    #expect(reactor.log == ["two"])
    subscription.dispose()
  }
}
