import ReactorCore
import ReactorTesting
import ShowroomTestSupport
import Testing

/// Transforms that have failed, and start again.
@MainActor
@Suite struct TransformRestartTests {
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

  @Test func `a merged relay restarts a reactor that has only merged streams and failed without an element`() async {
    let reactor = BrokenFeedReactor()
    let errors = reactor.recordErrors()
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
    let errors = reactor.recordErrors()
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
    let errors = reactor.recordErrors()
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

  @Test func `a restarted transform repeats no value inside an effect with an ID`() {
    let reactor = ScriptedReactor()
    reactor.recordErrors()
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
    reactor.recordErrors()
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
    reactor.recordErrors()
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
    let errors = reactor.recordErrors()
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
