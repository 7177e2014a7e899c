import ReactorCore
import ReactorTesting
import Testing

/// A reactor with one action for every way in which an effect ends.
private final class LightReactor: Reactor {
  enum Action { case `switch`, blink, fail, dim, stop }
  struct State { var isOn = false }
  struct Broken: Error {}
  let store = Store<LightReactor>(State())
  let clock: VirtualClock

  init(_ clock: VirtualClock) { self.clock = clock }

  func mutate(action: Action) -> Observable<Bool> {
    switch action {
    case .switch: .just(true)
    case .blink: .concat(.just(true), .just(false))
    case .fail: .error(Broken())
    case .dim:
      .run { [clock] emit in
        try await clock.sleep(for: .seconds(1))
        emit(false)
      }.cancellable(id: "dim")
    case .stop: .cancel(id: "dim")
    }
  }

  func reduce(into state: inout State, mutation: Bool) { state.isOn = mutation }
}

@MainActor
@Suite struct InstrumentationTests {
  private let clock = VirtualClock()

  /// Returns a recorder of the events of one reactor, because other tests run at the same time.
  private func events(of reactor: LightReactor) -> Recorder<ProgramEvent> {
    let id = ObjectIdentifier(reactor)
    return Recorder(Instrumentation.events.filter { $0.source.id == id })
  }

  @Test func `an action is followed by its mutation and its state`() {
    let reactor = LightReactor(clock)
    let recorder = events(of: reactor)

    reactor.action.send(.switch)

    #expect(recorder.elements.map(\.kind.description) == ["action switch", "mutation true", "state State(isOn: true)"])
    #expect(recorder.elements.allSatisfy { $0.source.object === reactor && $0.source.type == LightReactor.self })
  }

  @Test func `numbers increase from event to event`() {
    let reactor = LightReactor(clock)
    let recorder = events(of: reactor)

    reactor.action.send(.blink)

    let numbers = recorder.elements.map(\.number)
    #expect(numbers == numbers.sorted() && Set(numbers).count == 9)
    #expect(recorder.elements[0].description == "\(numbers[0]) LightReactor action blink")
  }

  @Test func `an event precedes the delivery of the state`() {
    let reactor = LightReactor(clock)
    var order: [String] = []
    let bag = DisposeBag()
    let id = ObjectIdentifier(reactor)
    Instrumentation.events.filter { $0.source.id == id }.bind { order.append("\($0.kind)") }.disposed(by: bag)
    reactor.state(\.isOn).bind { order.append("shown \($0)") }.disposed(by: bag)

    reactor.action.send(.switch)

    #expect(
      order == ["shown false", "action switch", "mutation true", "state State(isOn: true)", "shown true"])
  }

  @Test func `an effect starts and finishes`() async {
    let reactor = LightReactor(clock)
    let recorder = events(of: reactor)

    reactor.action.send(.dim)
    await clock.advance(by: .seconds(1))

    #expect(
      recorder.elements.map(\.kind.description) == [
        "action dim", "effect 1 started", "effect 1 emitted", "mutation false", "state State(isOn: false)",
        "effect 1 finished",
      ])
  }

  @Test func `an effect that is canceled by its ID, or with its reactor, is reported once`() async {
    var reactor: LightReactor? = LightReactor(clock)
    let recorder = reactor.map(events)

    reactor?.action.send(.dim)
    reactor?.action.send(.dim)
    reactor?.action.send(.stop)
    reactor?.action.send(.dim)
    reactor = nil

    #expect(
      recorder?.elements.map(\.kind.description) == [
        "action dim", "effect 1 started",
        "action dim", "effect 2 started", "effect 1 canceled",
        "action stop", "effect 3 started", "effect 2 canceled", "effect 3 finished",
        "action dim", "effect 4 started", "effect 4 canceled",
      ])
  }

  @Test func `what follows at once belongs to its action's turn, and what an effect emits later begins another`() async
  {
    let reactor = LightReactor(clock)
    let recorder = events(of: reactor)

    reactor.action.send(.blink)
    reactor.action.send(.dim)
    await clock.advance(by: .seconds(1))

    // Other tests have turns of their own in between.
    let turns = recorder.elements.map(\.turn)
    #expect(Set(turns[0..<9]).count == 1)
    // The action and the start of the effect; then its element, the state, and all that follows.
    #expect(turns[8] < turns[9] && turns[9] == turns[10])
    #expect(turns[10] < turns[11] && Set(turns[11...13]).count == 1)
  }

  @Test func `a debugger cancels an effect, and the reactor goes on`() async throws {
    let reactor = LightReactor(clock)
    let recorder = events(of: reactor)
    reactor.action.send(.dim)

    let source = try #require(recorder.elements.first).source
    source.cancelEffect(1)
    source.cancelEffect(1)
    await clock.advance(by: .seconds(1))

    #expect(recorder.elements.map(\.kind.description) == ["action dim", "effect 1 started", "effect 1 canceled"])
    #expect(reactor.store.runningEffects == 0)
    reactor.action.send(.switch)
    #expect(reactor.currentState.isOn)
  }

  @Test func `an effect that fails is reported with its error`() {
    let reactor = LightReactor(clock)
    reactor.store.onUnhandledError { _ in }
    let recorder = events(of: reactor)

    reactor.action.send(.fail)

    #expect(
      recorder.elements.map(\.kind.description) == ["action fail", "effect 1 started", "effect 1 failed: Broken()"])
  }

  @Test func `a listener that is disposed of receives nothing more`() {
    let reactor = LightReactor(clock)
    let recorder = events(of: reactor)

    reactor.action.send(.switch)
    recorder.dispose()
    reactor.action.send(.switch)

    #expect(recorder.elements.count == 3)
  }

  @Test func `the store of a new reactor is reported as created`() {
    var created: [ObjectIdentifier] = []
    let bag = DisposeBag()
    Instrumentation.events.bind { event in
      if case .created = event.kind, event.source.type == LightReactor.self { created.append(event.source.id) }
    }.disposed(by: bag)

    let reactor = LightReactor(clock)

    #expect(created == [ObjectIdentifier(reactor.store)])
  }
}
