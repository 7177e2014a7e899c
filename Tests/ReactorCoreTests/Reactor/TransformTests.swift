import ReactorCore
import ReactorTesting
import ShowroomTestSupport
import Testing

@MainActor
@Suite struct TransformTests {
  private func reporting(_ reactor: ScriptedReactor) -> Box<[String]> {
    let errors = Box<[String]>([])
    reactor.store.onUnhandledError { errors.value.append("\($0)") }
    return errors
  }

  // MARK: Failures

  /// Fails one second after each subscription, after an element if there is one.
  private func failing(_ clock: VirtualClock, after element: String? = nil) -> Observable<String> {
    .run { emit in
      try await clock.sleep(for: .seconds(1))
      if let element { emit(element) }
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
    #expect(reactor.log == ["user"])
  }

  @Test func `a merged stream that fails after an element is restarted once for each element`() async {
    let clock = VirtualClock()
    let reactor = ScriptedReactor()
    let errors = reporting(reactor)
    reactor.onTransformMutation = { .merge($0, failing(clock, after: "sign of life")) }
    _ = reactor.state

    await clock.advance(by: .seconds(10))

    #expect(errors.value.count == 10)
    #expect(reactor.log == Array(repeating: "sign of life", count: 10))
  }

  @Test func `a merged stream that fails whenever it is subscribed to is not restarted by its own elements`() {
    let reactor = ScriptedReactor()
    let errors = reporting(reactor)
    reactor.onTransformMutation = { .merge($0, .concat(.just("at once"), .error(Failure("broken")))) }
    _ = reactor.state
    #expect(errors.value == ["broken"])

    reactor.action.send("a")

    #expect(errors.value == ["broken"])
    #expect(reactor.log == ["at once", "a"])
  }

  /// A reactor without actions, whose mutations come from a relay, a state, and a clock.
  private final class FeedReactor: Reactor {
    typealias Action = NoAction
    enum Mutation: Sendable { case add(String) }
    struct State: Sendable { var log: [String] = [] }
    let store = Store<FeedReactor>(State())
    let news = Relay<String>()
    let user = StateRelay("first user")
    let clock = VirtualClock()

    func transform(mutation: Observable<Mutation>) -> Observable<Mutation> {
      .merge(
        mutation, checked(news.asObservable()), checked(user.asObservable()),
        checked(news.filter { $0.hasPrefix("late") }.map { "bad \($0)" }.delay(.seconds(1), clock: clock)))
    }

    func reduce(into state: inout State, mutation: Mutation) {
      if case .add(let text) = mutation { state.log.append(text) }
    }

    private func checked(_ stream: Observable<String>) -> Observable<Mutation> {
      stream.tryMap { if $0.hasPrefix("bad") { throw Failure($0) } else { .add($0) } }
    }
  }

  @Test func `a reactor of merged streams only loses nothing but the elements that fail`() async {
    // Two elements fail one after another, at every position among elements that do not.
    for position in 0...4 {
      let reactor = FeedReactor()
      let errors = Box<[String]>([])
      reactor.store.onUnhandledError { errors.value.append("\($0)") }
      _ = reactor.state
      var elements = ["a", "b", "c", "d"]
      elements.insert(contentsOf: ["bad 1", "bad 2"], at: position)

      for element in elements { reactor.news.send(element) }
      for element in elements { reactor.user.accept(element) }
      reactor.user.accept("last user")
      reactor.news.send("e")

      #expect(
        reactor.currentState.log == ["first user", "a", "b", "c", "d", "a", "b", "c", "d", "last user", "e"],
        "position \(position)")
      #expect(errors.value == ["bad 1", "bad 2", "bad 1", "bad 2"])
    }
  }

  @Test func `a value of a state that fails is left out, and the streams merged with it go on`() {
    let reactor = FeedReactor()
    let errors = Box<[String]>([])
    reactor.store.onUnhandledError { errors.value.append("\($0)") }
    reactor.user.accept("bad from the beginning")
    _ = reactor.state

    reactor.news.send("a")
    reactor.user.accept("user")
    reactor.user.accept("bad again")
    reactor.news.send("b")
    reactor.news.send("bad news")
    reactor.news.send("c")

    #expect(reactor.currentState.log == ["a", "user", "b", "c"])
    #expect(errors.value == ["bad from the beginning", "bad again", "bad news"])
  }

  @Test func `an element that fails later, of a reactor of merged streams only, does not end it either`() async {
    let reactor = FeedReactor()
    let errors = Box<[String]>([])
    reactor.store.onUnhandledError { errors.value.append("\($0)") }
    _ = reactor.state

    for element in ["late 1", "late 2"] {
      reactor.news.send(element)
      await reactor.clock.advance(by: .seconds(1))
      reactor.news.send("after \(element)")
    }

    #expect(reactor.currentState.log == ["first user", "late 1", "after late 1", "late 2", "after late 2"])
    #expect(errors.value == ["bad late 1", "bad late 2"])
  }

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

  /// A reactor without actions that merges a relay, a state, and a stream that fails a second after each subscription.
  private final class BrokenFeedReactor: Reactor {
    typealias Action = NoAction
    typealias Mutation = String
    struct State: Sendable { var log: [String] = [] }
    let store = Store<BrokenFeedReactor>(State())
    let news = Relay<String>()
    let user = StateRelay("user")
    let isDown = StateRelay(false)
    let clock = VirtualClock()

    func transform(mutation: Observable<String>) -> Observable<String> {
      let news = checked(news.asObservable())
      let failing = Observable<String>.run { [clock] _ in
        try await clock.sleep(for: .seconds(1))
        throw Failure("unreachable")
      }
      return .merge(
        mutation, .deferred { [isDown] in if isDown.value { throw Failure("down") } else { failing } }, news,
        news.map { "\($0) again" }, user.asObservable())
    }

    func reduce(into state: inout State, mutation: String) { state.log.append(mutation) }

    private func checked(_ stream: Observable<String>) -> Observable<String> {
      stream.tryMap { if $0.hasPrefix("bad") { throw Failure($0) } else { $0 } }
    }
  }

  @Test func `a merged relay restarts a reactor of merged streams only that failed without an element`() async {
    let reactor = BrokenFeedReactor()
    let errors = Box<[String]>([])
    reactor.store.onUnhandledError { errors.value.append("\($0)") }
    _ = reactor.state

    for element in ["a", "b", "c"] {
      await reactor.clock.advance(by: .seconds(10))
      reactor.news.send(element)
    }
    await reactor.clock.advance(by: .seconds(10))
    reactor.user.accept("another user")

    #expect(reactor.currentState.log == ["user", "a", "a again", "b", "b again", "c", "c again", "another user"])
    #expect(errors.value == Array(repeating: "unreachable", count: 4))
    #expect(reactor.news.observerCount == 2)
    #expect(reactor.user.observerCount == 1)
  }

  @Test func `an element that fails restarts a broken transform only once, and the next one passes`() async {
    let reactor = BrokenFeedReactor()
    let errors = Box<[String]>([])
    reactor.store.onUnhandledError { errors.value.append("\($0)") }
    _ = reactor.state
    await reactor.clock.advance(by: .seconds(10))

    reactor.news.send("bad")
    #expect(errors.value == ["unreachable", "bad"])
    reactor.news.send("a")

    #expect(errors.value == ["unreachable", "bad"])
    #expect(reactor.currentState.log == ["user", "a", "a again"])
  }

  @Test func `a transform that cannot be restarted is tried again at each element, and repeats no value`() async {
    let reactor = BrokenFeedReactor()
    let errors = Box<[String]>([])
    reactor.store.onUnhandledError { errors.value.append("\($0)") }
    _ = reactor.state
    reactor.isDown.accept(true)
    await reactor.clock.advance(by: .seconds(10))

    reactor.news.send("a")
    reactor.news.send("b")
    reactor.isDown.accept(false)
    reactor.news.send("c")

    #expect(errors.value == ["unreachable", "down", "down"])
    #expect(reactor.currentState.log == ["user", "c", "c again"])
  }

  @Test func `an element sent while a failure is reported is not lost`() async {
    let reactor = BrokenFeedReactor()
    reactor.store.onUnhandledError { [unowned reactor] in reactor.news.send("\($0)") }
    _ = reactor.state

    await reactor.clock.advance(by: .seconds(1))

    #expect(reactor.currentState.log == ["user", "unreachable", "unreachable again"])
  }

  @Test func `nothing watches the relays of a broken transform after the reactor is gone`() async {
    var reactor: BrokenFeedReactor? = BrokenFeedReactor()
    reactor?.store.onUnhandledError { _ in }
    _ = reactor?.state
    await reactor?.clock.advance(by: .seconds(10))
    let (news, user) = (reactor?.news, reactor?.user)
    #expect(news?.observerCount == 1)

    reactor = nil

    #expect(news?.observerCount == 0)
    #expect(user?.observerCount == 0)
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

    // Restarted once for each of the two.
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
    #expect(errors.value == ["breaks", "down"])
    reactor.action.send("a")

    #expect(errors.value == ["breaks", "down", "down"])
  }
}
