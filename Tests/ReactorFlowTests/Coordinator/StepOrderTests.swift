import ReactorCore
import ReactorFlow
import ReactorTesting
import Testing

@MainActor
@Suite("What happens at a step, and in which order")
struct StepOrderTests {
  let coordinator = FlowCoordinator()
  let journal = Journal()

  @Test("coordinate with one stepper: the flow navigates to its step")
  func oneStepper() {
    let flow = ScriptedFlow<Named>()
    coordinator.coordinate(flow: flow, with: OneStepper(withSingleStep: "one"))
    #expect(flow.handled == ["one"])
  }

  @Test("adapt, will, navigate, did, steps for the parent, contributors, steps for the flow itself")
  func wholeOrder() {
    let parent = ScriptedFlow<Named>("parent", journal: journal)
    let child = ScriptedFlow<Named>("child", journal: journal)
    let stepper = ScriptedStepper<Named>("initial")
    stepper.onReady = { [journal] in
      journal.note("ready, \($0.steps.observerCount) listening")
      $0.steps.send("early")
    }
    child.onAdapt = { [journal] in
      journal.note("adapt \($0)")
      return $0
    }
    child.onNavigate = {
      guard $0 == "go" else { return .none }
      return .multiple(flowContributors: [
        .forwardToCurrentFlow(withStep: "again"),
        .contribute(withNextPresentable: Panel(), withNextStepper: stepper),
        .forwardToParentFlow(withStep: "up"),
      ])
    }
    parent.onNavigate = {
      guard $0 == "start" else { return .none }
      return .one(
        flowContributor: .contribute(withNextPresentable: child, withNextStepper: OneStepper(withSingleStep: "go")))
    }
    _ = coordinator.willNavigate.bind { [journal] in
      journal.note("will \(($0.flow as? ScriptedFlow<Named>)?.name ?? "") \($0.step)")
    }
    _ = coordinator.didNavigate.bind { [journal] in
      journal.note("did \(($0.flow as? ScriptedFlow<Named>)?.name ?? "") \($0.step)")
    }
    coordinator.coordinate(flow: parent, with: OneStepper(withSingleStep: "start"))
    #expect(
      journal.lines == [
        "will parent start", "parent: start", "did parent start",
        "adapt go", "will child go", "child: go", "did child go", "ready, 1 listening",
        "will parent up", "parent: up", "did parent up",
        "adapt initial", "will child initial", "child: initial", "did child initial",
        "adapt early", "will child early", "child: early", "did child early",
        "adapt again", "will child again", "child: again", "did child again",
      ])
  }

  @Test("several side effects: multiple, two, one")
  func severalSideEffects() {
    let flow = ScriptedFlow<Named>()
    flow.onNavigate = {
      guard $0 == "multiple" else { return .none }
      return .multiple(flowContributors: [
        .forwardToCurrentFlow(withStep: "one"),
        .contribute(withNextPresentable: Panel(), withNextStepper: OneStepper(withSingleStep: "two")),
      ])
    }
    coordinator.coordinate(flow: flow, with: OneStepper(withSingleStep: "multiple"))
    #expect(flow.handled == ["multiple", "two", "one"])
  }

  @Test("a step for the current flow waits until its siblings are listened to")
  func forwardToCurrentAfterSiblings() {
    let flow = ScriptedFlow<Named>()
    let sibling = ScriptedStepper<Named>()
    flow.onNavigate = {
      switch $0.name {
      case "start":
        return .multiple(flowContributors: [
          .forwardToCurrentFlow(withStep: "next"),
          .contribute(withNextPresentable: Panel(), withNextStepper: sibling),
        ])
      case "next":
        sibling.steps.send("heard")
        return .none
      default: return .none
      }
    }
    coordinator.coordinate(flow: flow, with: OneStepper(withSingleStep: "start"))
    #expect(flow.handled == ["start", "next", "heard"])
  }

  @Test("a step for the parent goes nowhere from the flow at the top")
  func forwardFromTheTop() {
    let flow = ScriptedFlow<Named>()
    flow.onNavigate = { _ in .one(flowContributor: .forwardToParentFlow(withStep: "up")) }
    coordinator.coordinate(flow: flow, with: OneStepper(withSingleStep: "start"))
    #expect(flow.handled == ["start"])
  }

  @Test("will and did are told of every flow of the tree, with the step as it was adapted")
  func willAndDidReachTheTop() {
    let flows = (0..<3).map { ScriptedFlow<Named>("flow \($0)") }
    for (outer, inner) in zip(flows, flows.dropFirst()) {
      outer.onNavigate = { _ in
        .one(
          flowContributor: .contribute(
            withNextPresentable: inner, withNextStepper: OneStepper(withSingleStep: Named("for \(inner.name)"))))
      }
    }
    flows[2].onAdapt = { Named("adapted \($0)") }
    let will = Recorder(coordinator.willNavigate.map { "\(($0.flow as? ScriptedFlow<Named>)?.name ?? ""): \($0.step)" })
    let did = Recorder(coordinator.didNavigate.map { "\(($0.flow as? ScriptedFlow<Named>)?.name ?? ""): \($0.step)" })
    coordinator.coordinate(flow: flows[0], with: OneStepper(withSingleStep: "start"))
    let expected = ["flow 0: start", "flow 1: for flow 1", "flow 2: adapted for flow 2"]
    #expect(will.elements == expected)
    #expect(did.elements == expected)
  }

  @Test("navigation runs on the main thread's actor, also for a step that came from elsewhere")
  func mainActor() async {
    let flow = ScriptedFlow<Named>()
    let stepper = DefaultStepper<Named>()
    flow.onAdapt = { step in
      await Task.detached {}.value
      return step
    }
    flow.onNavigate = { _ in
      MainActor.assertIsolated()
      return .none
    }
    coordinator.coordinate(flow: flow, with: stepper)
    await Task.detached { await stepper.steps.send("from elsewhere") }.value
    await turns { !flow.handled.isEmpty }
    #expect(flow.handled == ["from elsewhere"])
  }

  @Test("a flow that takes the place of another ends it")
  func replacing() {
    let live = LiveCount()
    let first = ScriptedStepper<Named>("a", token: live.token())
    coordinator.coordinate(flow: ScriptedFlow<Named>(token: live.token()), with: first)
    let second = ScriptedFlow<Named>()
    coordinator.coordinate(flow: second, with: OneStepper(withSingleStep: "b"))
    first.steps.send("late")
    #expect(first.steps.observerCount == 0)
    #expect(live.alive == 1)
    #expect(second.handled == ["b"])
  }

  @Test("a flow that is replaced from inside its own navigate ends, and whom it contributes is not listened to")
  func replacedWhileNavigating() {
    let first = ScriptedFlow<Named>("first")
    let second = ScriptedFlow<Named>("second")
    let screen = ScriptedStepper<Named>("never")
    first.onNavigate = { [coordinator] _ in
      coordinator.coordinate(flow: second, with: OneStepper(withSingleStep: "b"))
      return .screen(Panel(), screen)
    }
    coordinator.coordinate(flow: first, with: OneStepper(withSingleStep: "a"))
    #expect(first.handled == ["a"])
    #expect(second.handled == ["b"])
    #expect(screen.steps.observerCount == 0)
  }
}
