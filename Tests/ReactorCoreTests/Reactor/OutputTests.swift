import ReactorTesting
import Testing

@testable import ReactorCore

/// A reactor that saves, and tells the outside about it.
@MainActor
private final class SavingReactor: Reactor {
  enum Action { case save, close, saveAndClose, cancel, reload }
  enum Mutation { case setSaving(Bool), loaded }
  enum Output: Equatable { case saved(count: Int), closed }
  struct State {
    var isSaving = false
    var loads = 0
  }

  let store = Store<SavingReactor>(State())
  private let clock: VirtualClock

  init(clock: VirtualClock = VirtualClock()) { self.clock = clock }

  func mutate(action: Action) -> Observable<Mutation> {
    switch action {
    case .save:
      run { [clock] emit in
        emit(.setSaving(true))
        try await clock.sleep(for: .seconds(1))
        emit.output(.saved(count: 1))
        emit.send(.reload)
        emit(.setSaving(false))
      }
      .cancellable(id: "save", whenRunning: .ignoreNew)
    case .close: output(.closed)
    case .saveAndClose:
      .concat(
        .just(.setSaving(true)), output(.saved(count: 2)), send(.reload), .just(.setSaving(false)), output(.closed))
    case .cancel: .cancel(id: "save")
    case .reload: .just(.loaded)
    }
  }

  func reduce(into state: inout State, mutation: Mutation) {
    switch mutation {
    case .setSaving(let isSaving): state.isSaving = isSaving
    case .loaded: state.loads += 1
    }
  }
}

@MainActor
@Suite struct OutputTests {
  private let clock = VirtualClock()

  /// Returns everything that a reactor reports from now on: states as `saving`, `idle` and the number of loads.
  private func record(_ reactor: SavingReactor) -> Recorder<String> {
    Recorder(
      Observable.merge(
        reactor.state.skip(1).map { "\($0.isSaving ? "saving" : "idle") \($0.loads)" },
        reactor.outputs.map { "\($0)" }))
  }

  @Test func `outputs are delivered in order with mutations, and actions after the work in progress`() {
    let reactor = SavingReactor()
    let events = record(reactor)

    reactor.action.send(.saveAndClose)

    #expect(events.elements == ["saving 0", "saved(count: 2)", "idle 0", "closed", "idle 1"])
  }

  @Test func `an asynchronous effect delivers outputs and sends actions`() async {
    let reactor = SavingReactor(clock: clock)
    let events = record(reactor)

    reactor.action.send(.save)
    await clock.advance(by: .seconds(1))

    #expect(events.elements == ["saving 0", "saved(count: 1)", "saving 1", "idle 1"])
  }

  @Test func `a canceled effect delivers nothing more`() async {
    let reactor = SavingReactor(clock: clock)
    let events = record(reactor)

    reactor.action.send(.save)
    reactor.action.send(.cancel)
    await clock.advance(by: .seconds(1))

    #expect(events.elements == ["saving 0"])
  }

  @Test func `an output that is sent while a state is delivered waits for all subscribers`() {
    let reactor = SavingReactor()
    var order: [String] = []
    let first = reactor.state.skip(1).subscribe { _ in
      if order.isEmpty { reactor.action.send(.close) }
      order.append("first")
    }
    let second = reactor.state.skip(1).subscribe { _ in order.append("second") }
    let outputs = reactor.outputs.subscribe { order.append("\($0)") }

    reactor.action.send(.reload)

    #expect(order == ["first", "second", "closed"])
    for subscription in [first, second, outputs] { subscription.dispose() }
  }

  @Test func `a subscriber receives later outputs only, and each subscriber receives all of them`() {
    let reactor = SavingReactor()
    reactor.action.send(.close)
    let (one, other) = (Recorder(reactor.outputs), Recorder(reactor.outputs))

    reactor.action.send(.close)

    #expect(one.elements == [.closed] && other.elements == [.closed])
  }

  @Test func `outputs wait while a debugger shows a state of the past`() {
    let reactor = SavingReactor()
    let outputs = Recorder(reactor.outputs)
    let source = ProgramEvent.Source(reactor)
    source.showPast(SavingReactor.State(isSaving: true))

    reactor.action.send(.close)
    #expect(outputs.elements == [])

    source.showPresent()
    #expect(outputs.elements == [.closed])
  }

  @Test func `the stub of a reactor delivers the outputs of the test`() {
    let reactor = SavingReactor()
    let stub = reactor.stub()
    let outputs = Recorder(reactor.outputs)

    reactor.action.send(.close)
    #expect(outputs.elements == [])

    stub.output(.saved(count: 3))
    #expect(outputs.elements == [.saved(count: 3)])
  }

  @Test func `a reactor that is released delivers nothing more`() async {
    var reactor: SavingReactor? = SavingReactor(clock: clock)
    let outputs = reactor.map { Recorder($0.outputs) }
    reactor?.action.send(.save)

    reactor = nil
    await clock.advance(by: .seconds(1))

    #expect(outputs?.elements == [])
  }

  @Test func `listeners to the program receive outputs between the mutations`() {
    let reactor = SavingReactor()
    let kinds = Recorder(
      Instrumentation.events.filter { $0.source.object === reactor }.map { event in
        switch event.kind {
        case .mutation: "mutation"
        case .output: "output"
        default: ""
        }
      })

    reactor.action.send(.saveAndClose)

    #expect(
      kinds.elements.filter { !$0.isEmpty } == ["mutation", "output", "mutation", "output", "mutation"])
  }
}
