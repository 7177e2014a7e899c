import ReactorCore
import ReactorFlow
import ReactorTesting
import ShowroomTestSupport
import Testing

@MainActor
@Suite struct StepOrderTests {
  let coordinator = FlowCoordinator()
  let journal = Journal()

  @Test func `a flow coordinated with OneStepper navigates to its step`() {
    let flow = ScriptedFlow<Named>()
    coordinator.coordinate(flow: flow, with: OneStepper(withSingleStep: "one"))
    #expect(flow.handled == ["one"])
  }

  @Test func `steps for the parent precede the contributors, and steps for the flow itself follow them`() {
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

  @Test func `one flow can return multiple, two, and one contributors`() {
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

  @Test func `a step for the current flow waits until its sibling contributors are subscribed to`() {
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

  @Test func `a step for the parent is ignored in the topmost flow`() {
    let flow = ScriptedFlow<Named>()
    flow.onNavigate = { _ in .one(flowContributor: .forwardToParentFlow(withStep: "up")) }
    coordinator.coordinate(flow: flow, with: OneStepper(withSingleStep: "start"))
    #expect(flow.handled == ["start"])
  }

  @Test func `willNavigate and didNavigate emit for every flow of the tree, with the adapted step`() {
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

  @Test func `navigation runs on the main actor, even for a step sent from elsewhere`() async {
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
    await eventually { !flow.handled.isEmpty }
    #expect(flow.handled == ["from elsewhere"])
  }

  @Test func `a flow that replaces another ends it`() {
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

  @Test func `a flow replaced from inside its own navigate ends, and its contributors are not subscribed to`() {
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

  @Test func `a flow replaced from inside readyToEmitSteps leaves no subscription behind`() {
    final class Screen: Presentable {
      let dismissals = Relay<Void>()
      var visibility: Observable<Bool> { .never }
      var dismissal: Observable<Void> { dismissals.asObservable() }
    }
    final class ScreenFlow: Flow {
      let root = Screen()
      let screen = Screen()
      let stepper = ScriptedStepper<Named>()
      func navigate(to step: Named) -> FlowContributors<Named> { .screen(screen, stepper) }
    }
    let (flow, coordinator) = (ScreenFlow(), FlowCoordinator())
    flow.stepper.onReady = { _ in
      coordinator.coordinate(flow: ScriptedFlow<Named>(), with: DefaultStepper<Named>())
    }

    coordinator.coordinate(flow: flow, with: OneStepper(withSingleStep: "start"))

    #expect(flow.screen.dismissals.observerCount == 0)
    #expect(flow.root.dismissals.observerCount == 0)
  }

  @Test func `a flow replaced by its own stepper leaves no subscription behind`() {
    final class Screen: Presentable {
      let dismissals = Relay<Void>()
      var visibility: Observable<Bool> { .never }
      var dismissal: Observable<Void> { dismissals.asObservable() }
    }
    final class ScreenFlow: Flow {
      let root = Screen()
      func navigate(to step: Named) -> FlowContributors<Named> { .none }
    }
    let (flow, coordinator, stepper) = (ScreenFlow(), FlowCoordinator(), ScriptedStepper<Named>())
    stepper.onReady = { _ in
      coordinator.coordinate(flow: ScriptedFlow<Named>(), with: DefaultStepper<Named>())
    }

    coordinator.coordinate(flow: flow, with: stepper)

    #expect(flow.root.dismissals.observerCount == 0)
  }
}
