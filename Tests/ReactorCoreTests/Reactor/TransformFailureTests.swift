import ReactorCore
import ReactorTesting
import ShowroomTestSupport
import Testing

/// Streams that a transform merges, and that fail.
@MainActor
@Suite struct TransformFailureTests {
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
    let errors = reactor.recordErrors()
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
    let errors = reactor.recordErrors()
    reactor.onTransformMutation = { .merge($0, failing(clock, after: "sign of life")) }
    _ = reactor.state

    await clock.advance(by: .seconds(10))

    #expect(errors.value.count == 10)
    #expect(reactor.log == Array(repeating: "sign of life", count: 10))
  }

  @Test func `a merged stream that fails whenever it is subscribed to is not restarted by its own elements`() {
    let reactor = ScriptedReactor()
    let errors = reactor.recordErrors()
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

  @Test func `a reactor that has only merged streams loses nothing but the elements that fail`() async {
    // Two elements fail one after another, at every position among elements that do not.
    for position in 0...4 {
      let reactor = FeedReactor()
      let errors = reactor.recordErrors()
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

  @Test func `a value of a state relay that fails is left out, and the streams merged with it continue`() {
    let reactor = FeedReactor()
    let errors = reactor.recordErrors()
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

  @Test func `an element that fails later does not end a reactor that has only merged streams either`() async {
    let reactor = FeedReactor()
    let errors = reactor.recordErrors()
    _ = reactor.state

    for element in ["late 1", "late 2"] {
      reactor.news.send(element)
      await reactor.clock.advance(by: .seconds(1))
      reactor.news.send("after \(element)")
    }

    #expect(reactor.currentState.log == ["first user", "late 1", "after late 1", "late 2", "after late 2"])
    #expect(errors.value == ["bad late 1", "bad late 2"])
  }

  @Test func `a merged stream that fails on its own is restarted at most once for each element sent`() async {
    let clock = VirtualClock()
    let reactor = ScriptedReactor()
    let errors = reactor.recordErrors()
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
    let errors = reactor.recordErrors()
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
    let errors = reactor.recordErrors()
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
}
