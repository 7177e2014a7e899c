import ReactorCore
import ReactorFlow
import Testing

@MainActor
@Suite struct ReentrancyTests {
  let coordinator = FlowCoordinator()

  @Test func `a step is presented before send returns, through three nested flows`() {
    let screen = ScriptedStepper<Named>()
    let flows = (0..<3).map { ScriptedFlow<Named>("flow \($0)") }
    for (outer, inner) in zip(flows, flows.dropFirst()) {
      outer.onNavigate = {
        guard $0 == "start" else { return .one(flowContributor: .forwardToParentFlow(withStep: $0)) }
        return .one(
          flowContributor: .contribute(
            withNextPresentable: inner, withNextStepper: OneStepper(withSingleStep: "start")))
      }
    }
    flows[2].onNavigate = {
      $0 == "start" ? .screen(Panel(), screen) : .one(flowContributor: .forwardToParentFlow(withStep: $0))
    }
    coordinator.coordinate(flow: flows[0], with: OneStepper(withSingleStep: "start"))
    screen.steps.send("picked")
    #expect(flows.map(\.handled) == [["start", "picked"], ["start", "picked"], ["start", "picked"]])
  }

  @Test func `a step sent from inside navigate waits until the current step and its contributors are complete`() {
    let journal = Journal()
    let flow = ScriptedFlow<Named>()
    let stepper = DefaultStepper<Named>()
    flow.onNavigate = { step in
      journal.note("begin \(step)")
      if step == "a" {
        stepper.steps.send("b")
        stepper.steps.send("c")
      }
      journal.note("end \(step)")
      return step == "a" ? .screen(Panel(), OneStepper(withSingleStep: "initial")) : .none
    }
    coordinator.coordinate(flow: flow, with: stepper)
    stepper.steps.send("a")
    #expect(
      journal.lines == [
        "begin a", "end a", "begin b", "end b", "begin c", "end c", "begin initial", "end initial",
      ])
  }

  @Test func `ten thousand steps, each emitted by the previous one, do not grow the stack`() {
    let flow = ScriptedFlow<Numbered>()
    let stepper = DefaultStepper<Numbered>()
    flow.onNavigate = { step in
      guard step.number < 10_000 else { return .none }
      if step.number.isMultiple(of: 2) {
        stepper.steps.send(Numbered(step.number + 1))
        return .none
      }
      return .one(flowContributor: .forwardToCurrentFlow(withStep: Numbered(step.number + 1)))
    }
    coordinator.coordinate(flow: flow, with: stepper)
    stepper.steps.send(0)
    #expect(flow.handled.count == 10_001)
  }

  @Test func `a step sent in readyToEmitSteps is delivered, whether or not the screen is visible`() {
    for isShown in [true, false] {
      let flow = ScriptedFlow<Named>()
      let stepper = ScriptedStepper<Named>("initial")
      stepper.onReady = { $0.steps.send("early") }
      flow.onNavigate = { $0 == "start" ? .screen(Panel(shown: isShown), stepper) : .none }
      coordinator.coordinate(flow: flow, with: OneStepper(withSingleStep: "start"))
      #expect(flow.handled == ["start", "initial", "early"], "shown: \(isShown)")
    }
  }

  @Test func `a flow's own stepper may emit in readyToEmitSteps`() {
    let flow = ScriptedFlow<Named>()
    let stepper = ScriptedStepper<Named>("initial")
    stepper.onReady = { $0.steps.send("early") }
    coordinator.coordinate(flow: flow, with: stepper)
    #expect(flow.handled == ["initial", "early"])
  }

  @Test func `dismissing and then presenting in one step keeps the order`() {
    let journal = Journal()
    let dialog = Panel("dialog")
    let flow = ScriptedFlow<Named>()
    let stepper = ScriptedStepper<Named>()
    flow.onNavigate = { step in
      switch step.name {
      case "ask": return .screen(dialog, stepper)
      case "answered":
        dialog.presence.dismissed()
        journal.note("dismissed, \(stepper.steps.observerCount) listening")
        return .one(flowContributor: .forwardToCurrentFlow(withStep: "next"))
      default:
        journal.note("presented \(step)")
        return .none
      }
    }
    coordinator.coordinate(flow: flow, with: OneStepper(withSingleStep: "ask"))
    stepper.steps.send("answered")
    #expect(journal.lines == ["dismissed, 0 listening", "presented next"])
  }
}
