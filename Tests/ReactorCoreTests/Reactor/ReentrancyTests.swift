import ReactorCore
import ReactorTesting
import Testing

@MainActor
@Suite("Re-entrancy: one queue a reactor, first in, first out")
struct ReentrancyTests {
  @Test("an action sent from a state subscriber waits for the current one's synchronous part")
  func fromSubscriber() {
    let reactor = ScriptedReactor()
    reactor.onMutate = { action in .concat(.just("\(action)1"), .just("\(action)2")) }
    let subscription = reactor.state.bind { [unowned reactor] state in
      if state.log == ["a1"] { reactor.action.send("b") }
    }
    reactor.action.send("a")
    #expect(reactor.log == ["a1", "a2", "b1", "b2"])
    subscription.dispose()
  }

  @Test("an action sent from reduce does not recurse")
  func fromReduce() {
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

  @Test("an action sent from mutate waits until the current one's mutations are committed")
  func fromMutate() {
    let reactor = ScriptedReactor()
    reactor.onMutate = { [unowned reactor] action in
      if action == "a" { reactor.action.send("b") }
      return .just(action)
    }
    reactor.action.send("a")
    #expect(reactor.log == ["a", "b"])
  }

  @Test("a subscriber is never told of a state while it is being told of another")
  func noNestedDelivery() {
    let reactor = ScriptedReactor()
    let told = Box<[String]>([])
    let bag = DisposeBag()
    for name in ["first", "second"] {
      reactor.state.skip(1).bind { [unowned reactor] state in
        told.value.append("\(name) \(state.log.count) begins")
        if name == "first", state.log.count == 1 { reactor.action.send("b") }
        told.value.append("\(name) \(state.log.count) ends")
      }.disposed(by: bag)
    }
    reactor.action.send("a")
    #expect(
      told.value == [
        "first 1 begins", "first 1 ends", "second 1 begins", "second 1 ends",
        "first 2 begins", "first 2 ends", "second 2 begins", "second 2 ends",
      ])
  }

  @Test("ten thousand actions, each sent by the subscriber of the one before, need no stack")
  func longChain() {
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

  @Test("dismiss, then present, keeps its order")
  func dismissThenPresent() {
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

  @Test("a mutation merged into transform(mutation:) in mid-delivery goes through the same queue")
  func mergedMutation() {
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

  @Test("an action merged into transform(action:) while mutate runs waits for it")
  func mergedAction() {
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

  @Test("an effect that answers in mid-delivery goes through transform(mutation:) when its turn comes")
  func effectInMidDelivery() {
    let reactor = ScriptedReactor()
    let answers = Relay<String>()
    let transformed = Box<[String]>([])
    reactor.onMutate = { action in action == "listen" ? answers.asObservable() : .just(action) }
    // Two subscriptions, as a transform that derives a second mutation has: each must see the same order.
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

  @Test("a state merged into transform(state:) in mid-delivery is told after the one before, and what it sends waits")
  func mergedState() {
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

  @Test("what a subscriber of a merged state sends is reduced when every other has been told of that state")
  func sentFromMergedState() {
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
    reactor.state.skip(1).bind { calls.value.append("told \($0.log)") }.disposed(by: bag)
    foreign.send(ScriptedReactor.State(log: ["foreign"]))
    #expect(calls.value == ["told [\"foreign\"]", "reduce a", "told []", "reduce m", "told []"])
  }

  @Test("actions sent between two reactors in mid-delivery settle in each, without recursion")
  func twoReactors() {
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
}
