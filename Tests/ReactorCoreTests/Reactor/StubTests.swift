import ReactorCore
import ReactorTesting
import ShowroomTestSupport
import Testing

@MainActor
@Suite struct StubTests {
  @Test func `a stub records the actions, and neither mutate nor reduce nor a transform runs`() {
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

  @Test func `setting the state of a stub sets currentState and notifies the subscribers`() {
    let reactor = ScriptedReactor()
    let stub = reactor.stub()
    let logs = Recorder(reactor.state(\.log))
    stub.state.log = ["set"]
    #expect(reactor.currentState.log == ["set"])
    #expect(stub.state.log == ["set"])
    #expect(logs.elements == [[], ["set"]])
  }

  @Test func `the stub, the action relay, and the state stay the same objects`() {
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

  @Test func `a stub cancels running effects, and what they send while they end is ignored`() async {
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

  @Test func `a stub made during a delivery cancels the effect that is starting, and drops queued work`() {
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

  @Test func `a stub's state set from inside a subscriber leaves no subscriber with an old state`() {
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

  @Test func `a stub made inside mutate starts no effect`() {
    let reactor = ScriptedReactor()
    reactor.onMutate = { [unowned reactor] _ in
      _ = reactor.stub()
      return .never
    }

    reactor.action.send("a")

    #expect(reactor.runningEffects == 0)
  }

  @Test func `a stub delivers its state to subscribers even if a transform withheld the initial state`() {
    let reactor = ScriptedReactor()
    reactor.onTransformState = { _ in .never }
    _ = reactor.state

    _ = reactor.stub()

    #expect(Recorder(reactor.state(\.log)).elements == [[]])
  }
}
