import ReactorCore
import ReactorFlow
import ReactorTesting
import Testing

@MainActor
@Suite("Steppers")
struct StepperTests {
  @Test("a stepper emits what is sent to its relay, has no initial step, and is ready without doing anything")
  func emitsStep() {
    final class Plain: Stepper {
      let steps = Relay<Named>()
    }
    let stepper = Plain()
    let told = Recorder(stepper.steps.asObservable())
    #expect(stepper.initialStep == nil)
    stepper.readyToEmitSteps()
    stepper.steps.send("one")
    #expect(told.elements == ["one"])
  }

  @Test("one stepper: its step, once, as the initial one")
  func oneStepper() {
    let stepper = OneStepper(withSingleStep: Named("one"))
    let told = Recorder(stepper.steps.asObservable())
    #expect(stepper.initialStep == "one")
    stepper.readyToEmitSteps()
    #expect(told.elements == [])
  }

  @Test("a default stepper has none, and emits what is sent by hand")
  func defaultStepper() {
    let stepper = DefaultStepper<Named>()
    let told = Recorder(stepper.steps.asObservable())
    #expect(stepper.initialStep == nil)
    stepper.readyToEmitSteps()
    stepper.steps.send("by hand")
    #expect(told.elements == ["by hand"])
  }

  @Test("a composite stepper emits its own initial step first, then the others' in order, then all they emit")
  func compositeOrder() {
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

  @Test("a composite stepper tells each of the others that somebody listens, and passes on what it sends then")
  func compositeReady() {
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
    let told = Recorder(composite.steps.asObservable())
    #expect(composite.initialStep == nil)
    #expect(journal.lines == [])
    composite.readyToEmitSteps()
    #expect(journal.lines == ["ready a", "ready b"])
    #expect(told.elements == ["initial a", "initial b", "early a", "early b"])
  }

  @Test("a composite stepper made ready twice emits each step once, and lets go of the others when it is released")
  func compositeLetsGo() {
    let inner = ScriptedStepper<Named>()
    var composite: CompositeStepper<Named>? = CompositeStepper(steppers: [inner])
    composite?.readyToEmitSteps()
    composite?.readyToEmitSteps()
    #expect(inner.steps.observerCount == 1)
    composite = nil
    #expect(inner.steps.observerCount == 0)
  }

  @Test("an observable stepper subscribes when somebody listens, and ends that when it is released")
  func observableStepper() {
    let numbers = Relay<Int>()
    let names = Relay<String>()
    var stepper: ObservableStepper<Named>? = ObservableStepper(
      numbers.asObservable().map { Named("\($0)") }, names.asObservable().map { Named($0) }, initialStep: "first")
    #expect(stepper?.initialStep == "first")
    let told = stepper.map { Recorder($0.steps.asObservable()) }
    numbers.send(0)
    #expect(told?.elements == [])
    stepper?.readyToEmitSteps()
    numbers.send(1)
    names.send("two")
    #expect(told?.elements == ["1", "two"])
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

  @Test("a reactor is a stepper: the steps that it sends reach the flow before the action has been sent")
  func reactorAsStepper() {
    let reactor = PickingReactor()
    let flow = ScriptedFlow<Numbered>()
    flow.onNavigate = { $0.number == 0 ? .screen(Panel(), reactor) : .none }
    let coordinator = FlowCoordinator()
    coordinator.coordinate(flow: flow, with: OneStepper(withSingleStep: 0))
    reactor.action.send(-1)
    #expect(flow.handled == [0, -1])
  }

  @Test("the pulses of a reactor become steps: each assignment one, equal or not, and none for what was before")
  func pulsesAsSteps() {
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
