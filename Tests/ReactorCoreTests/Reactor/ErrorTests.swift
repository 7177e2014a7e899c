import ReactorCore
import ReactorTesting
import ShowroomTestSupport
import Testing

@MainActor
@Suite(.serialized)
struct ErrorTests {
  @Test func `an uncaught error of mutate is reported once, and the reactor continues`() {
    let reactor = ScriptedReactor()
    let errors = reactor.recordErrors()
    reactor.onMutate = { action in
      action == "bad" ? .concat(.just("before"), .error(Failure("broken")), .just("never")) : .just(action)
    }
    let states = Recorder(reactor.state)
    reactor.action.send("bad")
    reactor.action.send("good")
    #expect(reactor.log == ["before", "good"])
    #expect(errors.value == ["broken"])
    #expect(states.completion == nil)
    #expect(reactor.runningEffects == 0)
  }

  @Test func `an error thrown in a run after a suspension is reported once`() async {
    let clock = VirtualClock()
    let reactor = ScriptedReactor()
    let errors = reactor.recordErrors()
    reactor.onMutate = { action in
      .run { emit in
        try await clock.sleep(for: .seconds(1))
        if action == "bad" { throw Failure("late") }
        emit(action)
      }
    }
    reactor.action.send("bad")
    reactor.action.send("good")
    await clock.advance(by: .seconds(1))
    #expect(errors.value == ["late"])
    #expect(reactor.log == ["good"])
  }

  @Test func `without a handler of the store, an error is passed to UnhandledErrors with the reactor's name`() {
    let before = UnhandledErrors.handler
    defer { UnhandledErrors.handler = before }
    let reports = Box<[String]>([])
    UnhandledErrors.handler = { error, origin in reports.value.append("\(origin): \(error)") }
    let reactor = ScriptedReactor()
    reactor.onMutate = { _ in .error(Failure("broken")) }
    reactor.action.send("a")
    #expect(reports.value == ["ScriptedReactor: broken"])
  }

  @Test func `the failure of a bound stream is reported, and its target continues`() {
    let before = UnhandledErrors.handler
    defer { UnhandledErrors.handler = before }
    let reports = Box<[String]>([])
    UnhandledErrors.handler = { error, origin in reports.value.append("\(origin): \(error)") }
    let reactor = ScriptedReactor()
    let bag = DisposeBag()
    Observable.concat(.just("a"), .error(Failure("broken"))).bind(to: reactor.action).disposed(by: bag)
    Observable.just("b").bind(to: reactor.action).disposed(by: bag)
    reactor.action.send("c")
    #expect(reactor.log == ["a", "b", "c"])
    #expect(reports.value == ["a binding: broken"])
  }

  @Test func `an error without an onError closure is reported once, and a handled one is not reported`() {
    let before = UnhandledErrors.handler
    defer { UnhandledErrors.handler = before }
    let reports = Box<[String]>([])
    UnhandledErrors.handler = { error, origin in reports.value.append("\(origin): \(error)") }
    let failing = Observable.concat(.just(1), .error(Failure("broken")))
    let bag = DisposeBag()

    failing.subscribe(onNext: { _ in }).disposed(by: bag)
    #expect(reports.value == ["a subscription: broken"])
    failing.subscribe(Observer(next: { _ in })).disposed(by: bag)
    #expect(reports.value == ["a subscription: broken", "a subscription: broken"])

    reports.value = []
    let handled = Box<[String]>([])
    failing.subscribe(onNext: { _ in }, onError: { handled.value.append("\($0)") }).disposed(by: bag)
    #expect(handled.value == ["broken"])
    #expect(reports.value == [])
  }

  @Test func `the end of a mutate does not end the action stream`() {
    let reactor = ScriptedReactor()
    reactor.onMutate = { action in action == "nothing" ? .empty : .just(action) }
    reactor.action.send("nothing")
    reactor.action.send("a")
    #expect(reactor.log == ["a"])
  }

  @Test func `a transform of mutations that fails on one mutation is reported, and continues with the next`() {
    let reactor = ScriptedReactor()
    let errors = reactor.recordErrors()
    reactor.onTransformMutation = { mutations in
      mutations.tryMap { mutation in
        if mutation.hasPrefix("bad") { throw Failure("refused \(mutation)") }
        return mutation.uppercased()
      }
    }
    for action in ["bad1", "a", "bad2", "bad3", "b"] { reactor.action.send(action) }
    #expect(errors.value == ["refused bad1", "refused bad2", "refused bad3"])
    #expect(reactor.log == ["A", "B"])
  }

  @Test func `a transform of actions or states that fails on one element is reported, and continues with the next`() {
    let reactor = ScriptedReactor()
    let errors = reactor.recordErrors()
    reactor.onTransformAction = { actions in
      actions.tryMap { if $0 == "bad action" { throw Failure("action") } else { $0 } }
    }
    reactor.onTransformState = { states in
      states.tryMap { if $0.log.last == "bad state" { throw Failure("state") } else { $0 } }
    }
    for action in ["bad action", "a", "bad state", "b"] { reactor.action.send(action) }
    #expect(errors.value == ["action", "state"])
    #expect(reactor.log == ["a", "bad state", "b"])
  }

  @Test func `a merged stream that fails later is reported and merged again, once for each element sent`() {
    let reactor = ScriptedReactor()
    let errors = reactor.recordErrors()
    let source = Relay<Int>()
    reactor.onTransformMutation = { mutations in
      .merge(
        mutations,
        source.asObservable().tryMap { if $0 < 0 { throw Failure("negative") } else { "\($0)" } })
    }
    reactor.action.send("a")
    for number in [1, -1, 2, -1, 3] { source.send(number) }
    #expect(reactor.log == ["a", "1", "2", "3"])
    reactor.action.send("b")
    source.send(4)
    #expect(errors.value == ["negative", "negative"])
    #expect(reactor.log == ["a", "1", "2", "3", "b", "4"])
  }

  @Test func `a transform that fails on subscription is reported once and bypassed`() {
    let reactor = ScriptedReactor()
    let errors = reactor.recordErrors()
    reactor.onTransformMutation = { .merge($0, .concat(.just("lead"), .error(Failure("always")))) }
    reactor.action.send("a")
    reactor.action.send("b")
    #expect(errors.value == ["always"])
    #expect(reactor.log == ["lead", "a", "b"])
  }

  @Test func `a merged stream that fails before any element does not loop`() async {
    let clock = VirtualClock()
    let reactor = ScriptedReactor()
    let errors = reactor.recordErrors()
    reactor.onTransformMutation = { mutations in
      .merge(
        mutations,
        .run { _ in
          try await clock.sleep(for: .seconds(1))
          throw Failure("unreachable")
        })
    }
    _ = reactor.state
    await clock.advance(by: .seconds(60))
    reactor.action.send("a")
    #expect(errors.value == ["unreachable"])
    #expect(reactor.log == ["a"])
  }

  @Test func `a transform that ends neither ends the state nor is reported`() {
    let reactor = ScriptedReactor()
    let errors = reactor.recordErrors()
    reactor.onTransformAction = { $0.take(1) }
    let states = Recorder(reactor.state)
    reactor.action.send("a")
    reactor.action.send("b")
    #expect(reactor.log == ["a"])
    #expect(states.completion == nil)
    #expect(errors.value == [])
  }
}
