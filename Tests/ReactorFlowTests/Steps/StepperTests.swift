import ReactorCore
import ReactorFlow
import ReactorTesting
import Testing

@MainActor
@Suite struct StepperTests {
  @Test func `a stepper by default has no initial step and does nothing in readyToEmitSteps`() {
    final class Plain: Stepper {
      let steps = Relay<Named>()
    }
    let stepper = Plain()
    let received = Recorder(stepper.steps.asObservable())
    #expect(stepper.initialStep == nil)
    stepper.readyToEmitSteps()
    stepper.steps.send("one")
    #expect(received.elements == ["one"])
  }

  @Test func `OneStepper emits its step once, as the initial step`() {
    let stepper = OneStepper(withSingleStep: Named("one"))
    let received = Recorder(stepper.steps.asObservable())
    #expect(stepper.initialStep == "one")
    stepper.readyToEmitSteps()
    #expect(received.elements == [])
  }

  @Test func `DefaultStepper has no initial step and emits the steps sent to it`() {
    let stepper = DefaultStepper<Named>()
    let received = Recorder(stepper.steps.asObservable())
    #expect(stepper.initialStep == nil)
    stepper.readyToEmitSteps()
    stepper.steps.send("by hand")
    #expect(received.elements == ["by hand"])
  }

  @Test func `CompositeStepper emits its own initial step, then those of its steppers in order, then their steps`() {
    let second = ScriptedStepper<Named>("second")
    let third = ScriptedStepper<Named>()
    let fourth = ScriptedStepper<Named>("fourth")
    let flow = ScriptedFlow<Named>()
    let coordinator = FlowCoordinator()
    coordinator.coordinate(
      flow: flow, with: CompositeStepper(steppers: [second, third, fourth], initialStep: "first"))
    #expect(flow.handled == ["first", "second", "fourth"])
    fourth.steps.send("a")
    second.steps.send("b")
    third.steps.send("c")
    #expect(flow.handled == ["first", "second", "fourth", "a", "b", "c"])
  }

  @Test func `CompositeStepper calls readyToEmitSteps of each stepper and passes on the steps sent from it`() {
    let journal = Journal()
    let steppers = ["a", "b"].map { name in
      let stepper = ScriptedStepper<Named>(Named("initial \(name)"))
      stepper.onReady = {
        journal.note("ready \(name)")
        $0.steps.send(Named("early \(name)"))
      }
      return stepper
    }
    let composite = CompositeStepper(steppers: steppers)
    let received = Recorder(composite.steps.asObservable())
    #expect(composite.initialStep == nil)
    #expect(journal.lines == [])
    composite.readyToEmitSteps()
    #expect(journal.lines == ["ready a", "ready b"])
    #expect(received.elements == ["initial a", "initial b", "early a", "early b"])
  }

  @Test func `CompositeStepper started twice emits each step once and leaves no subscription`() {
    let inner = ScriptedStepper<Named>()
    var composite: CompositeStepper<Named>? = CompositeStepper(steppers: [inner])
    composite?.readyToEmitSteps()
    composite?.readyToEmitSteps()
    #expect(inner.steps.observerCount == 1)
    composite = nil
    #expect(inner.steps.observerCount == 0)
  }

  @Test func `ObservableStepper subscribes to its streams only while it is in use`() {
    let numbers = Relay<Int>()
    let names = Relay<String>()
    var stepper: ObservableStepper<Named>? = ObservableStepper(
      numbers.asObservable().map { Named("\($0)") }, names.asObservable().map { Named($0) }, initialStep: "first")
    #expect(stepper?.initialStep == "first")
    let received = stepper.map { Recorder($0.steps.asObservable()) }
    numbers.send(0)
    #expect(received?.elements == [])
    stepper?.readyToEmitSteps()
    numbers.send(1)
    names.send("two")
    #expect(received?.elements == ["1", "two"])
    stepper?.readyToEmitSteps()
    #expect(numbers.observerCount == 1)
    stepper = nil
    #expect(numbers.observerCount == 0)
    #expect(names.observerCount == 0)
  }

  // MARK: Reactors

  final class PickingReactor: Reactor, Stepper {
    typealias Action = Int
    struct State { @Pulse var picked: Int? }
    let store = Store<PickingReactor>(State())
    let steps = Relay<Numbered>()

    func mutate(action: Int) -> Observable<Int> {
      if action < 0 { steps.send(Numbered(action)) }
      return .just(action)
    }

    func reduce(into state: inout State, mutation: Int) { state.picked = mutation }
  }

  @Test func `steps that a reactor sends reach the flow before the action's send returns`() {
    let reactor = PickingReactor()
    let flow = ScriptedFlow<Numbered>()
    flow.onNavigate = { $0.number == 0 ? .screen(Panel(), reactor) : .none }
    let coordinator = FlowCoordinator()
    coordinator.coordinate(flow: flow, with: OneStepper(withSingleStep: 0))
    reactor.action.send(-1)
    #expect(flow.handled == [0, -1])
  }

  @Test func `each assignment of a pulse becomes a step, equal or not, and earlier values do not`() {
    let reactor = PickingReactor()
    reactor.action.send(1)
    let flow = ScriptedFlow<Numbered>()
    flow.onNavigate = {
      guard $0.number == 0 else { return .none }
      return .screen(Panel(), ObservableStepper(reactor.pulse(unwrapping: \.$picked).map { Numbered($0) }))
    }
    let coordinator = FlowCoordinator()
    coordinator.coordinate(flow: flow, with: OneStepper(withSingleStep: 0))
    reactor.action.send(7)
    reactor.action.send(7)
    #expect(flow.handled == [0, 7, 7])
  }
}
