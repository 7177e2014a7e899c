import ReactorCore
import ReactorTesting
import Testing

/// A counter that reports each tenth number, and whose state may be transformed.
private final class StepReactor: Reactor {
  enum Action: Sendable { case step, later, double, report }
  typealias Output = Int
  struct State: Sendable, Equatable {
    var number = 0
    @Pulse var news: String?

    static func == (left: State, right: State) -> Bool { left.number == right.number }
  }

  let store = Store<StepReactor>(State())
  let clock: VirtualClock
  let factor: Int

  init(_ clock: VirtualClock, factor: Int = 1) {
    self.clock = clock
    self.factor = factor
  }

  func mutate(action: Action) -> Observable<Int> {
    switch action {
    case .step: .just(1)
    case .double: .just(currentState.number)
    case .report: output(currentState.number)
    case .later:
      .run { [clock] emit in
        try await clock.sleep(for: .seconds(1))
        emit(1)
      }
    }
  }

  func reduce(into state: inout State, mutation: Int) {
    state.number += mutation
    state.news = "step \(state.number)"
  }

  func transform(state: Observable<State>) -> Observable<State> {
    guard factor != 1 else { return state }
    let factor = factor
    return state.map { state in
      var state = state
      state.number *= factor
      return state
    }
  }
}

@MainActor
@Suite struct PastStateTests {
  private let clock = VirtualClock()

  @Test(arguments: [1, 10])
  func `a past state is delivered in place of the present one, which goes on and returns`(factor: Int) async {
    let reactor = StepReactor(clock, factor: factor)
    let shown = Recorder(reactor.state(\.number))
    let source = ProgramEvent.Source(reactor)
    reactor.action.send(.step)
    let past = reactor.initialState
    reactor.action.send(.later)

    #expect(source.showPast(past))
    await clock.advance(by: .seconds(1))
    #expect(shown.elements == [0, factor, 0])
    #expect((source.presentState as? StepReactor.State)?.number == 2)

    source.showPresent()
    #expect(shown.elements == [0, factor, 0, 2 * factor])
    reactor.action.send(.step)
    #expect(shown.elements.last == 3 * factor)
  }

  @Test(arguments: [1, 10])
  func `the logic reads the present state while the past is shown`(factor: Int) {
    let reactor = StepReactor(clock, factor: factor)
    let shown = Recorder(reactor.state(\.number))
    let source = ProgramEvent.Source(reactor)
    reactor.action.send(.step)
    reactor.action.send(.step)

    source.showPast(reactor.initialState)
    #expect(reactor.currentState.number == 2 * factor)
    reactor.action.send(.double)
    source.showPresent()

    #expect(shown.elements == [0, factor, 2 * factor, 0, (2 + 2 * factor) * factor])
    #expect(reactor.currentState.number == (2 + 2 * factor) * factor)
  }

  @Test func `an action that a past state triggers in another reactor is dropped`() {
    let (reactor, other) = (StepReactor(clock), StepReactor(clock))
    let bag = DisposeBag()
    reactor.action.send(.step)
    reactor.state(\.number).skip(1).map { _ in .step }.bind(to: other.action).disposed(by: bag)
    let sources = [reactor, other].map { ProgramEvent.Source($0) }

    ProgramEvent.Source.droppingActions(of: sources) { sources[0].showPast(reactor.initialState) }
    ProgramEvent.Source.droppingActions(of: sources) { sources[0].showPresent() }
    #expect(other.currentState.number == 0)

    reactor.action.send(.step)
    #expect(other.currentState.number == 1)
  }

  @Test func `a pulse does not emit for a past state, nor again for the present one`() {
    let reactor = StepReactor(clock)
    let news = Recorder(reactor.pulse(unwrapping: \.$news))
    let source = ProgramEvent.Source(reactor)
    reactor.action.send(.step)
    let past = reactor.currentState
    reactor.action.send(.step)

    source.showPast(past)
    source.showPresent()
    #expect(news.elements == ["step 1", "step 2"])
    reactor.action.send(.step)
    #expect(news.elements == ["step 1", "step 2", "step 3"])
  }

  @Test func `a pulse emits what was assigned while the past was shown, once the present returns`() {
    let reactor = StepReactor(clock)
    let news = Recorder(reactor.pulse(unwrapping: \.$news))
    let source = ProgramEvent.Source(reactor)
    reactor.action.send(.step)

    source.showPast(reactor.initialState)
    reactor.action.send(.step)
    #expect(news.elements == ["step 1"])
    source.showPresent()

    #expect(news.elements == ["step 1", "step 2"])
  }

  @Test func `a pulse observed while the past is shown does not emit again what was assigned before`() {
    let reactor = StepReactor(clock)
    let source = ProgramEvent.Source(reactor)
    reactor.action.send(.step)

    source.showPast(reactor.initialState)
    let news = Recorder(reactor.pulse(unwrapping: \.$news))
    source.showPresent()
    #expect(news.elements == [])

    reactor.action.send(.step)
    #expect(news.elements == ["step 2"])
  }

  @Test func `a pulse observed with its current value while the past is shown emits the present one once it returns`() {
    let reactor = StepReactor(clock)
    let source = ProgramEvent.Source(reactor)
    reactor.action.send(.step)

    source.showPast(reactor.initialState)
    let news = Recorder(reactor.pulse(\.$news))
    source.showPresent()

    #expect(news.elements == [nil, "step 1"])
  }

  @Test func `a pulse waits for the present, and an action sent in response is performed`() {
    let (reactor, other) = (StepReactor(clock), StepReactor(clock))
    let bag = DisposeBag()
    reactor.pulse(unwrapping: \.$news).map { _ in .step }.bind(to: other.action).disposed(by: bag)
    let sources = [reactor, other].map { ProgramEvent.Source($0) }

    ProgramEvent.Source.droppingActions(of: sources) { sources[0].showPast(reactor.initialState) }
    reactor.action.send(.step)
    #expect(other.currentState.number == 0)
    ProgramEvent.Source.droppingActions(of: sources) { sources[0].showPresent() }
    #expect(other.currentState.number == 1)

    reactor.action.send(.step)
    #expect(other.currentState.number == 2)
  }

  @Test func `an output waits for the present, and an action sent in response is performed`() {
    let (reactor, other) = (StepReactor(clock), StepReactor(clock))
    let bag = DisposeBag()
    reactor.action.send(.step)
    reactor.outputs.map { _ in .step }.bind(to: other.action).disposed(by: bag)
    let sources = [reactor, other].map { ProgramEvent.Source($0) }

    ProgramEvent.Source.droppingActions(of: sources) { sources[0].showPast(reactor.initialState) }
    reactor.action.send(.report)
    #expect(other.currentState.number == 0)
    ProgramEvent.Source.droppingActions(of: sources) { sources[0].showPresent() }

    #expect(other.currentState.number == 1)
  }

  @Test func `a waiting output precedes those of actions sent in response to a pulse`() {
    let reactor = StepReactor(clock)
    let bag = DisposeBag()
    let news = reactor.pulse(unwrapping: \.$news).filter { $0 == "step 1" }
    news.map { _ in .double }.bind(to: reactor.action).disposed(by: bag)
    news.map { _ in .report }.bind(to: reactor.action).disposed(by: bag)
    let outputs = Recorder(reactor.outputs)
    let source = ProgramEvent.Source(reactor)

    source.showPast(reactor.initialState)
    reactor.action.send(.step)
    reactor.action.send(.report)
    source.showPresent()

    #expect(outputs.elements == [1, 2])
  }

  @Test func `an action that a past state triggers is dropped`() {
    let reactor = StepReactor(clock)
    let bag = DisposeBag()
    reactor.action.send(.step)
    reactor.state(\.number).filter { $0 == 0 }.map { _ in .step }.bind(to: reactor.action).disposed(by: bag)
    let source = ProgramEvent.Source(reactor)

    source.showPast(reactor.initialState)
    source.showPresent()

    #expect(reactor.currentState.number == 1)
  }

  @Test func `a history is recomputed without one mutation, and the reactor does not change`() {
    let reactor = StepReactor(clock)
    reactor.action.send(.step)
    let source = ProgramEvent.Source(reactor)

    let state = source.state(from: reactor.initialState, applying: [3, 4])

    #expect((state as? StepReactor.State)?.number == 7)
    #expect(reactor.currentState.number == 1)
    #expect(source.state(from: reactor.initialState, applying: ["three"]) == nil)
    #expect(!source.showPast("a state of another reactor"))
  }

  @Test func `a source without a reactor shows nothing`() {
    var reactor: StepReactor? = StepReactor(clock)
    let source = reactor.map { ProgramEvent.Source($0) }
    let state = reactor?.initialState
    reactor = nil

    #expect(source?.showPast(state ?? StepReactor.State()) == false)
    #expect(source?.presentState == nil)
  }
}

@MainActor
@Suite struct SecretTests {
  private struct Form { var name = "ann"; var password = Secret("hunter2") }

  @Test func `a secret appears in no description, dump or tree of values`() {
    let form = Form()
    var dumped = ""
    dump(form, to: &dumped)

    #expect("\(form)" == #"Form(name: "ann", password: ••••)"#)
    #expect(!dumped.contains("hunter2") && !String(reflecting: form).contains("hunter2"))
    #expect(ValueTree(form).inline == #"Form(name: "ann", password: ••••)"#)
    #expect(ValueTree(["password": Optional(Secret("hunter2"))]).inline.contains("••••"))
  }

  @Test func `a secret that changed has the same text and is not equal`() {
    #expect(Secret("a") != Secret("b") && "\(Secret("a"))" == "\(Secret(""))")
  }
}
