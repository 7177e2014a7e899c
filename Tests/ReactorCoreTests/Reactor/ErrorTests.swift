import ReactorCore
import ReactorTesting
import Testing

@MainActor
@Suite("Nothing kills a stream", .serialized)
struct ErrorTests {
  private func reporting(_ reactor: ScriptedReactor) -> Box<[String]> {
    let errors = Box<[String]>([])
    reactor.store.onUnhandledError { errors.value.append("\($0)") }
    return errors
  }

  @Test("an error thrown in mutate and not caught is reported once, and the reactor lives on")
  func mutateFails() {
    let reactor = ScriptedReactor()
    let errors = reporting(reactor)
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

  @Test("an error thrown in a run after it was suspended is reported once")
  func runFails() async {
    let clock = VirtualClock()
    let reactor = ScriptedReactor()
    let errors = reporting(reactor)
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

  @Test("without a handler of the store, an error goes to UnhandledErrors with the reactor's name")
  func globalHandler() {
    let before = UnhandledErrors.handler
    defer { UnhandledErrors.handler = before }
    let reports = Box<[String]>([])
    UnhandledErrors.handler = { error, origin in reports.value.append("\(origin): \(error)") }
    let reactor = ScriptedReactor()
    reactor.onMutate = { _ in .error(Failure("broken")) }
    reactor.action.send("a")
    #expect(reports.value == ["ScriptedReactor: broken"])
  }

  @Test("a bound stream that fails is reported, and what it was bound to lives on")
  func boundStreamFails() {
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

  @Test func `an error that a subscriber has no closure for is reported once, and one that it has is not`() {
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

  @Test("the action stream ignores the completion of a mutate")
  func mutateCompletes() {
    let reactor = ScriptedReactor()
    reactor.onMutate = { action in action == "nothing" ? .empty : .just(action) }
    reactor.action.send("nothing")
    reactor.action.send("a")
    #expect(reactor.log == ["a"])
  }

  @Test("a transform of mutations that fails on one is reported, and goes on with the next")
  func transformMutationFails() {
    let reactor = ScriptedReactor()
    let errors = reporting(reactor)
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

  @Test("a transform of actions or states that fails on one is reported, and goes on with the next")
  func otherTransformsFail() {
    let reactor = ScriptedReactor()
    let errors = reporting(reactor)
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

  @Test("a merged stream that fails later is reported and merged again, once for each element sent")
  func mergedStreamFails() {
    let reactor = ScriptedReactor()
    let errors = reporting(reactor)
    let source = Relay<Int>()
    reactor.onTransformMutation = { mutations in
      .merge(
        mutations,
        source.asObservable().tryMap { if $0 < 0 { throw Failure("negative") } else { "\($0)" } })
    }
    reactor.action.send("a")
    for number in [1, -1, 2, -1, 3] { source.send(number) }
    #expect(reactor.log == ["a", "1", "2"])
    reactor.action.send("b")
    source.send(4)
    #expect(errors.value == ["negative", "negative"])
    #expect(reactor.log == ["a", "1", "2", "b", "4"])
  }

  @Test("a transform that fails as soon as it is subscribed to is reported once and left out")
  func transformFailsAtOnce() {
    let reactor = ScriptedReactor()
    let errors = reporting(reactor)
    reactor.onTransformMutation = { .merge($0, .concat(.just("lead"), .error(Failure("always")))) }
    reactor.action.send("a")
    reactor.action.send("b")
    #expect(errors.value == ["always"])
    #expect(reactor.log == ["lead", "a", "b"])
  }

  @Test("a merged stream that fails before anything came does not spin")
  func transformFailsEarly() async {
    let clock = VirtualClock()
    let reactor = ScriptedReactor()
    let errors = reporting(reactor)
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

  @Test("a transform that ends neither ends the state nor reports")
  func transformCompletes() {
    let reactor = ScriptedReactor()
    let errors = reporting(reactor)
    reactor.onTransformAction = { $0.take(1) }
    let states = Recorder(reactor.state)
    reactor.action.send("a")
    reactor.action.send("b")
    #expect(reactor.log == ["a"])
    #expect(states.completion == nil)
    #expect(errors.value == [])
  }
}
